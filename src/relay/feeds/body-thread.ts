import type { Bytes } from '#protocol/bytes.ts';
import { startThread } from '#protocol/node-files.ts';
import { type BodyProcessor, type BodyWork, bodyWork } from '#relay/feeds/body.ts';
import { defaultLimits } from '#relay/limits.ts';

/** One call of work on a body. */
export interface ThreadTask {
  readonly kind: keyof BodyWork;
  readonly args: readonly unknown[];
}

export type ThreadResult = { readonly value: unknown } | 'malformed';

/** For a smaller body, starting a thread takes longer than the work. */
const smallBytes = 512 * 1024;

/** Does a task; settles when its thread has ended. */
type Waiting = () => Promise<void>;

/**
 * Works on each large body in a thread of its own: the event loop stays free, and the memory of the parsed body is freed
 * with the thread. One thread at a time bounds the memory. A thread that runs out of memory fails its task alone. A new
 * body goes before the filters that wait.
 */
export function createThreadedBodyProcessor(heapMb = defaultLimits.bodyHeapMb) {
  let isClosed = false;
  let running: Promise<void> | undefined;
  const waiting: Readonly<Record<keyof BodyWork, Waiting[]>> = { inspect: [], filterByPrice: [] };
  const startNext = (): void => {
    const next = waiting.inspect.shift() ?? waiting.filterByPrice.shift();
    running = next?.().then(startNext);
  };
  const enqueue = (task: ThreadTask): Promise<ThreadResult> => {
    const { promise, resolve, reject } = Promise.withResolvers<ThreadResult>();
    waiting[task.kind].push(async () => {
      try {
        if (isClosed) throw new Error('the relay is closing');
        const { result, ended } = startBodyThread(task, heapMb);
        result.then(resolve, reject);
        await ended;
      } catch (error) {
        reject(error);
      }
    });
    if (!running) startNext();
    return promise;
  };
  const offTheLoop =
    <A extends [Bytes, ...unknown[]], R>(kind: keyof BodyWork, work: (...args: A) => R) =>
    async (...args: A): Promise<R> => {
      if (args[0].length <= smallBytes) return work(...args);
      const result = await enqueue({ kind, args });
      if (result === 'malformed') throw new TypeError(result);
      return result.value as R;
    };
  return {
    /** Starts no more threads; settles when the last one has ended. */
    async close(): Promise<void> {
      isClosed = true;
      while (running) await running;
    },
    inspect: offTheLoop('inspect', bodyWork.inspect),
    filterByPrice: offTheLoop('filterByPrice', bodyWork.filterByPrice),
  } satisfies BodyProcessor & { close: () => Promise<void> };
}

interface BodyThread {
  readonly result: Promise<ThreadResult>;
  /** Settles after the result; never rejects. */
  readonly ended: Promise<void>;
}

function startBodyThread(workerData: ThreadTask, heapMb: number): BodyThread {
  const { promise: result, resolve, reject } = Promise.withResolvers<ThreadResult>();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const thread = startThread(new URL('body-thread-main.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  thread.once('message', resolve);
  thread.once('error', reject);
  thread.once('exit', () => {
    reject(new Error('the thread ended without a result'));
    end();
  });
  return { result, ended };
}
