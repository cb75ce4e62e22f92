import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';
import { type Bodies, type Bytes, inlineBodies } from '#relay/upstream/body.ts';

const bytes = z.custom<Bytes>((value) => value instanceof Uint8Array);
/** Infinite where a side is open, which `z.number()` refuses. */
const bound = z.custom<number>((value) => typeof value === 'number');

/** What a thread is given: a body to inspect, or to cut when there are bounds. */
export const task = z.object({
  bytes,
  shape: z.enum(['prices', 'partner', 'csgoroll']),
  bounds: z.optional(z.object({ min: bound, max: bound })),
});

type Task = z.infer<typeof task>;

const done = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('inspected'), items: z.number(), updatedAt: z.optional(z.number()) }),
  z.object({ kind: z.literal('narrowed'), bytes }),
  z.object({ kind: z.literal('malformed') }),
]);

export type Done = z.infer<typeof done>;

/** Below this size a thread takes longer to start than the work itself. */
const smallBytes = 512 * 1024;

/** Work in threads that can be waited for before its folder goes. */
export interface ThreadedBodies extends Bodies {
  /** Starts no more threads; settles when the last has ended, which is when it writes its compiled code. */
  readonly close: () => Promise<void>;
}

/**
 * Works on large bodies in a thread that ends with its work: the event loop goes on, and the memory that parsing took
 * goes back whole. One at a time, so that memory stays bounded.
 * @param codeFolder where compiled code is kept, which spares a thread most of its start; none without it
 */
export function createThreadedBodies(codeFolder?: string): ThreadedBodies {
  let isClosed = false;
  let queue: Promise<void> = Promise.resolve();
  const inTurn = (work: Task): Promise<Done> => {
    const started = queue.then(() => {
      if (isClosed) throw new Error('the relay is closing');
      return startThread(work, codeFolder);
    });
    queue = started.then(
      ({ ended }) => ended,
      () => undefined,
    );
    return started.then(({ result }) => result);
  };
  return {
    close() {
      isClosed = true;
      return queue;
    },
    async inspect(body, shape) {
      if (body.length <= smallBytes) return inlineBodies.inspect(body, shape);
      const result = await inTurn({ bytes: body, shape });
      if (result.kind !== 'inspected') throw new TypeError('malformed');
      return { items: result.items, updatedAt: result.updatedAt };
    },
    async narrow(body, shape, bounds) {
      if (body.length <= smallBytes) return inlineBodies.narrow(body, shape, bounds);
      const result = await inTurn({ bytes: body, shape, bounds });
      if (result.kind !== 'narrowed') throw new TypeError('malformed');
      return result.bytes;
    },
  };
}

interface Thread {
  readonly result: Promise<Done>;
  /** Settles after the result, whatever that is; never rejects. */
  readonly ended: Promise<void>;
}

function startThread(workerData: Task, codeFolder: string | undefined): Thread {
  const { promise: result, resolve, reject } = Promise.withResolvers<Done>();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const thread = new Worker(new URL('body-thread-main.ts', import.meta.url), {
    workerData,
    // Of the environment a thread needs no more, the price API's key least of all.
    env: codeFolder === undefined ? {} : { NODE_COMPILE_CACHE: codeFolder },
  });
  thread.once('message', (message) => resolve(done.parse(message)));
  thread.once('error', reject);
  thread.once('exit', () => {
    reject(new Error('the thread ended without a result'));
    end();
  });
  return { result, ended };
}
