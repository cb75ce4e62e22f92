import { parentPort, workerData } from 'node:worker_threads';
import { bodyWork, isMalformed } from '#relay/feeds/body.ts';
import type { ThreadResult, ThreadTask } from '#relay/feeds/body-thread.ts';

function run(): ThreadResult {
  const { kind, args } = workerData as ThreadTask;
  const work: (...args: never[]) => unknown = bodyWork[kind];
  try {
    return { value: work(...(args as never[])) };
  } catch (error) {
    if (isMalformed(error)) return 'malformed';
    throw error;
  }
}

parentPort?.postMessage(run());
