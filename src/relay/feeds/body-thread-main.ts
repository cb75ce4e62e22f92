import { parentPort, workerData } from 'node:worker_threads';
import { filterByPrice, inspectBody, isMalformed } from '#relay/feeds/body.ts';
import type { ThreadResult, ThreadTask } from '#relay/feeds/body-thread.ts';

function run(): ThreadResult {
  const { bytes, endpoint, markets, observed, range } = workerData as ThreadTask;
  try {
    return range
      ? { kind: 'filtered', bytes: filterByPrice(bytes, endpoint, range) }
      : { kind: 'inspected', ...inspectBody(bytes, endpoint, markets, observed) };
  } catch (error) {
    if (isMalformed(error)) return { kind: 'malformed' };
    throw error;
  }
}

parentPort?.postMessage(run());
