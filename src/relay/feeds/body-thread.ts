import type { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';
import { createMutex } from '#core/asks/concurrency.ts';
import { utcTime } from '#core/prices/age.ts';
import type { Bytes } from '#protocol/bytes.ts';
import { checkJsonBounds } from '#protocol/json-bounds.ts';
import { startThread } from '#protocol/node-files.ts';
import { envelopes } from '#protocol/relay-bodies.ts';
import { areMostlyBad, countRows, rowChecks } from '#protocol/row-check.ts';
import { createViewComparer } from '#relay/alerts/view-rows.ts';
import { endpointOf, marketOfDetails, marketsOf } from '#relay/feeds/extension-sources.ts';
import { findCuts, type PriceCuts } from '#relay/feeds/price-cuts.ts';
import { type ObservedPrices, observeMarket, observeTable } from '#relay/history/observed-prices.ts';
import { defaultLimits } from '#relay/limits.ts';

export interface ThreadTask {
  readonly kind: keyof BodyWork;
  readonly args: readonly unknown[];
}

export type ThreadResult = { readonly value: unknown } | 'malformed';

/** For a smaller body, starting a thread takes longer than the work. */
const smallBytes = 512 * 1024;

/** An idle thread ends after this, ms, and frees its memory. Threads that start and end often may crash V8 (Node 24). */
const defaultIdleMs = 10_000;

/** One body at a time, off the event loop, in bounded memory. A body that does not fit there fails alone. */
export function createThreadedBodyProcessor(heapMb = defaultLimits.bodyHeapMb, idleMs = defaultIdleMs) {
  const thread = createBodyThread(heapMb, idleMs);
  const inTurn = createMutex();
  let isClosed = false;
  const inThread = <K extends keyof BodyWork>(kind: K, args: Parameters<BodyWork[K]>) =>
    inTurn(async () => {
      if (isClosed) throw new Error('the relay is closing');
      const result = await thread.run({ kind, args });
      if (result === 'malformed') throw new TypeError(result);
      return result.value as ReturnType<BodyWork[K]>;
    });
  return {
    close(): Promise<void> {
      isClosed = true;
      return inTurn(thread.end);
    },
    inspect: async (...args) => (args[0].length <= smallBytes ? inspectBody(...args) : inThread('inspect', args)),
    compareViews: (...args) => inThread('compareViews', args),
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

export interface BodySummary {
  /** Of `/api/prices`, only items with a price of a market that was asked for. */
  readonly itemCount: number;
  readonly updatedAt?: number | undefined;
  readonly prices?: ObservedPrices | undefined;
  /** Absent for the table, which has no bounds. */
  readonly cuts?: PriceCuts | undefined;
}

/** @throws TypeError or SyntaxError unless the bytes are UTF-8 and JSON within the bounds */
function parseJson(bytes: Bytes): unknown {
  checkJsonBounds(bytes);
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

/** The body of a query's answer. @throws SyntaxError, TypeError or ZodError for any other shape */
export function inspectBody(bytes: Bytes, source: string) {
  const [endpoint, markets, market] = [endpointOf(source), marketsOf(source), marketOfDetails(source)];
  const { items, updated_at } = envelopes[endpoint].parse(parseJson(bytes));
  const counts = countRows(items, (row) => rowChecks[endpoint](row, markets));
  if (areMostlyBad(counts)) throw new TypeError(`${counts.bad} of ${counts.rows} rows do not fit`);
  return {
    itemCount: counts.good,
    updatedAt: utcTime(updated_at),
    prices: endpoint === 'partner' ? observeTable(items) : market && observeMarket(items, market),
    cuts: endpoint === 'partner' ? undefined : findCuts(bytes, items, endpoint === 'csgoroll'),
  };
}

/** Whether an error means that a body is malformed. Any other error is a fault of the relay. */
export const isMalformed = (error: unknown): boolean =>
  error instanceof SyntaxError || error instanceof TypeError || error instanceof z.core.$ZodError;

export const bodyWork = { inspect: inspectBody, compareViews: createViewComparer() };

export type BodyWork = typeof bodyWork;

export type BodyProcessor = {
  readonly [K in keyof BodyWork]: (...args: Parameters<BodyWork[K]>) => Promise<ReturnType<BodyWork[K]>>;
};
