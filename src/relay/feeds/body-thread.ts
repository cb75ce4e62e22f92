import type { MarketId } from '#core/markets.ts';
import type { Bytes } from '#protocol/bytes.ts';
import { startThread } from '#protocol/node-files.ts';
import { type BodyProcessor, type BodySummary, filterByPrice, inspectBody } from '#relay/feeds/body.ts';
import type { PriceEndpoint, PriceRange } from '#relay/feeds/price-query.ts';
import { defaultLimits } from '#relay/limits.ts';

/** The work of one thread: filters the body if there is a range, else inspects it. */
export interface ThreadTask {
  readonly bytes: Bytes;
  readonly endpoint: PriceEndpoint;
  /** The markets that were asked for; `undefined` for all. */
  readonly markets?: readonly string[] | undefined;
  /** The markets whose prices are read. */
  readonly observed: readonly MarketId[];
  readonly range?: PriceRange;
}

export type ThreadResult =
  | ({ readonly kind: 'inspected' } & BodySummary)
  | { readonly kind: 'filtered'; readonly bytes: Bytes }
  | { readonly kind: 'malformed' };

/** For a smaller body, starting a thread takes longer than the work. */
const smallBytes = 512 * 1024;

export interface ThreadedBodyProcessor extends BodyProcessor {
  /** Starts no more threads; settles when the last one has ended. */
  readonly close: () => Promise<void>;
}

/** Does a task; settles when its thread has ended. */
type Waiting = () => Promise<void>;

/**
 * Works on each large body in a thread of its own: the event loop stays free, and the memory of the parsed body is freed
 * with the thread. One thread at a time bounds the memory. A thread that runs out of memory fails its task alone. A new
 * body goes before the filters that wait.
 */
export function createThreadedBodyProcessor(heapMb = defaultLimits.bodyHeapMb): ThreadedBodyProcessor {
  let isClosed = false;
  let running: Promise<void> | undefined;
  const waiting: { readonly inspections: Waiting[]; readonly filters: Waiting[] } = { inspections: [], filters: [] };
  const startNext = (): void => {
    const next = waiting.inspections.shift() ?? waiting.filters.shift();
    running = next?.().then(startNext);
  };
  const enqueue = (task: ThreadTask): Promise<ThreadResult> => {
    const { promise, resolve, reject } = Promise.withResolvers<ThreadResult>();
    const run: Waiting = async () => {
      try {
        if (isClosed) throw new Error('the relay is closing');
        const { result, ended } = startBodyThread(task, heapMb);
        result.then(resolve, reject);
        await ended;
      } catch (error) {
        reject(error);
      }
    };
    (task.range ? waiting.filters : waiting.inspections).push(run);
    if (!running) startNext();
    return promise;
  };
  return {
    async close() {
      isClosed = true;
      while (running) await running;
    },
    async inspect(body, endpoint, markets, observed = []) {
      if (body.length <= smallBytes) return inspectBody(body, endpoint, markets, observed);
      const result = await enqueue({ bytes: body, endpoint, markets, observed });
      if (result.kind !== 'inspected') throw new TypeError('malformed');
      const { kind: _, ...summary } = result;
      return summary;
    },
    async filterByPrice(body, endpoint, range) {
      if (body.length <= smallBytes) return filterByPrice(body, endpoint, range);
      const result = await enqueue({ bytes: body, endpoint, observed: [], range });
      if (result.kind !== 'filtered') throw new TypeError('malformed');
      return result.bytes;
    },
  };
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
