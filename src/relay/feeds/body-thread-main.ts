import { parentPort } from 'node:worker_threads';
import { bodyWork, isMalformed, type ThreadResult, type ThreadTask } from '#relay/feeds/body-thread.ts';

function run({ kind, args }: ThreadTask): ThreadResult {
  const work: (...args: never[]) => unknown = bodyWork[kind];
  try {
    return { value: work(...(args as never[])) };
  } catch (error) {
    if (isMalformed(error)) return 'malformed';
    throw error;
  }
}

parentPort?.on('message', (task: ThreadTask) => parentPort?.postMessage(run(task)));
