import { parentPort, workerData } from 'node:worker_threads';
import { inspect, isMalformed, narrow } from '#relay/upstream/body.ts';
import { type Done, task } from '#relay/upstream/body-thread.ts';

/** Does the one piece of work that this thread was started for. */
function run(): Done {
  const { bytes, shape, bounds } = task.parse(workerData);
  try {
    return bounds
      ? { kind: 'narrowed', bytes: narrow(bytes, shape, bounds) }
      : { kind: 'inspected', ...inspect(bytes, shape) };
  } catch (error) {
    if (isMalformed(error)) return { kind: 'malformed' };
    throw error;
  }
}

parentPort?.postMessage(run());
