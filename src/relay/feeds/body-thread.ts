import type { Worker } from 'node:worker_threads';
import type { Bytes } from '#protocol/bytes.ts';
import { startThread } from '#protocol/node-files.ts';
import { type BodyProcessor, type BodyWork, bodyWork } from '#relay/feeds/body.ts';
import { defaultLimits } from '#relay/limits.ts';

export interface ThreadTask {
  readonly kind: keyof BodyWork;
  readonly args: readonly unknown[];
}

export type ThreadResult = { readonly value: unknown } | 'malformed';

/** For a smaller body, starting a thread takes longer than the work. */
const smallBytes = 512 * 1024;

/** Does a task; settles when the thread can take the next one. */
type Waiting = () => Promise<void>;

/** An idle thread ends after this, ms, and frees its memory. Threads that start and end often may crash V8 (Node 24). */
const defaultIdleMs = 10_000;

/**
 * Works on large bodies in one thread, one body at a time: the event loop stays free, and memory is bounded. A body for
 * which the thread's memory does not suffice fails alone. A new body goes before the filters that wait.
 */
export function createThreadedBodyProcessor(heapMb = defaultLimits.bodyHeapMb, idleMs = defaultIdleMs) {
  const thread = createBodyThread(heapMb, idleMs);
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
        resolve(await thread.run(task));
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
    /** Takes no more tasks; settles when the thread has ended. */
    async close(): Promise<void> {
      isClosed = true;
      while (running) await running;
      await thread.end();
    },
    inspect: offTheLoop('inspect', bodyWork.inspect),
    filterByPrice: offTheLoop('filterByPrice', bodyWork.filterByPrice),
  } satisfies BodyProcessor & { close: () => Promise<void> };
}

/** A thread that starts with a task, runs one at a time, and ends when none came for a while. */
function createBodyThread(heapMb: number, idleMs: number) {
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  const start = (): Worker => {
    const started = startThread(new URL('body-thread-main.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    // Without a listener an error between two tasks would end the relay.
    started.on('error', () => undefined);
    started.once('exit', () => {
      if (thread === started) thread = undefined;
    });
    return started;
  };
  const end = async (): Promise<void> => {
    clearTimeout(idle);
    // A task that comes meanwhile gets another thread.
    const ending = thread;
    thread = undefined;
    await ending?.terminate();
  };
  const run = async (task: ThreadTask): Promise<ThreadResult> => {
    clearTimeout(idle);
    thread ??= start();
    const asked = thread;
    const { promise, resolve, reject } = Promise.withResolvers<ThreadResult>();
    const exited = () => reject(new Error('the thread ended without a result'));
    asked.ref();
    asked.once('message', resolve).once('error', reject).once('exit', exited);
    try {
      asked.postMessage(task);
      return await promise;
    } catch (error) {
      await end();
      throw error;
    } finally {
      asked.off('message', resolve).off('error', reject).off('exit', exited).unref();
      idle = setTimeout(() => void end(), idleMs).unref();
    }
  };
  return { run, end };
}
