import { createMutex } from '#core/concurrency.ts';
import { Fault } from '#core/fault.ts';
import type { ItemPastAnswer } from '#core/item-past.ts';
import { type MarketId, referenceMarkets } from '#core/markets.ts';
import { type PriceSeries, toLowestSeries } from '#core/watch-history.ts';
import { parseHistory } from '#data/history/parse-history.ts';
import { fetchFromRelay, type RelayTarget } from '#data/refresh/relay-client.ts';
import { notRecorded } from '#protocol/history-error.ts';

export interface ItemHistoryDeps {
  readonly fetch: typeof fetch;
  /** Ms since the epoch. */
  readonly now: () => number;
  readonly relay: () => Promise<RelayTarget>;
  /** The markets of the settings. */
  readonly markets: () => Promise<readonly MarketId[]>;
}

export interface ItemHistory {
  /** The recorded prices of one item on the user's markets. Never rejects. */
  readonly find: (name: string) => Promise<ItemPastAnswer>;
  /** The lowest recorded reference price of a watched item over time; `null` without any. Never rejects. */
  readonly findLowest: (name: string) => Promise<PriceSeries | null>;
}

/** Days of a chart of all markets, and of a watched item's line. */
const days = 365;
const watchedDays = 90;
/** How long an answer is kept, ms: shorter than prices stay the same, because the newest may be in it. */
const keptMs = 5 * 60_000;
/** Items whose whole past is kept, and items of which only the line is; the watch list has 200. */
const maxKept = 16;
const maxKeptLines = 200;

/**
 * Fetches the past of items that somebody looks at, one request at a time. A fault is not kept and not retried: whoever
 * looks again asks again.
 */
export function createItemHistory(parts: ItemHistoryDeps): ItemHistory {
  const inTurn = createMutex();
  const pasts = createMemory<ItemPastAnswer>(parts.now, maxKept);
  const lines = createMemory<PriceSeries | null>(parts.now, maxKeptLines);
  const ask = (name: string, markets: readonly MarketId[], span: number, relay: RelayTarget) =>
    inTurn(() => fetchHistory(parts, relay, { name, markets, days: span }));
  return {
    find: async (name) => {
      const [relay, markets] = await Promise.all([parts.relay().catch(toAnswer), parts.markets()]);
      if (!('base' in relay)) return relay;
      const key = JSON.stringify([relay.base.href, relay.token, markets, name]);
      return pasts(
        key,
        () => ask(name, markets, days, relay),
        ({ state }) => state !== 'fault',
      );
    },
    findLowest: async (name) => {
      const relay = await parts.relay().catch(toAnswer);
      if (!('base' in relay)) return null;
      const key = JSON.stringify([relay.base.href, relay.token, name]);
      return lines(key, async () => {
        const past = await ask(name, referenceMarkets, watchedDays, relay);
        return past.state === 'found' ? toLowestSeries(past.markets, parts.now()) : null;
      });
    },
  };
}

interface FetchedItem {
  readonly name: string;
  readonly markets: readonly MarketId[];
  readonly days: number;
}

async function fetchHistory(
  { fetch, now }: ItemHistoryDeps,
  relay: RelayTarget,
  { name, markets, days }: FetchedItem,
): Promise<ItemPastAnswer> {
  const path = `/api/history?${new URLSearchParams({ item: name, markets: markets.join(), days: String(days) })}`;
  try {
    const response = await fetchFromRelay({ fetch, now, relay, path });
    if (!response.changed) throw new Fault('malformed', 'the relay sent no history');
    return { state: 'found', ...parseHistory(response.body(), { item: name, markets, now: now() }) };
  } catch (error) {
    return toAnswer(error);
  }
}

function toAnswer(error: unknown): ItemPastAnswer {
  const fault = error instanceof Fault ? error : new Fault('malformed', String(error), { cause: error });
  if (fault.status === 404) return { state: 'none', lacks: fault.message.endsWith(notRecorded) ? 'item' : 'history' };
  return { state: 'fault', fault: fault.kind };
}

interface Kept<T> {
  readonly at: number;
  readonly value: Promise<T>;
}

/** Remembers at most `most` values for `keptMs`, the latest ones. Those that are being made are shared. */
function createMemory<T>(now: () => number, most: number) {
  const kept = new Map<string, Kept<T>>();
  return async (key: string, make: () => Promise<T>, isKept: (value: T) => boolean = () => true): Promise<T> => {
    const known = kept.get(key);
    if (known && Math.abs(now() - known.at) < keptMs) return known.value;
    const made: Kept<T> = { at: now(), value: make() };
    kept.delete(key);
    kept.set(key, made);
    for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - most))) kept.delete(oldest);
    const value = await made.value;
    if (!isKept(value) && kept.get(key) === made) kept.delete(key);
    return value;
  };
}
