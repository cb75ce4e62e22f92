import { createMutex } from '#core/asks/concurrency.ts';
import { toFault } from '#core/asks/fault.ts';
import { type ItemPastAnswer, type PriceSeries, toLowestSeries } from '#core/prices/item-past.ts';
import { type MarketId, referenceMarkets } from '#core/prices/markets.ts';
import { createMemory, type Memory } from '#data/history/memory.ts';
import { parseHistory } from '#data/history/parse-history.ts';
import { fetchFromRelay, type RelayTarget } from '#data/refresh/relay-client.ts';
import { notRecorded } from '#protocol/history-error.ts';

export interface ItemHistoryDeps {
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly relay: () => Promise<RelayTarget>;
  readonly markets: () => Promise<readonly MarketId[]>;
}

export type ItemHistory = ReturnType<typeof createItemHistory>;

/** Days of a chart of all markets, and of a watched item's line. */
const days = 365;
const watchedDays = 90;
/** Items whose whole past is kept, and items of which only the line is; the watch list has 200. */
const maxKept = 16;
const maxKeptLines = 200;

/**
 * Fetches the past of items that somebody looks at, one request at a time. A fault is not kept and not retried: whoever
 * looks again asks again.
 */
export function createItemHistory(parts: ItemHistoryDeps) {
  const inTurn = createMutex();
  const pasts = createMemory<ItemPastAnswer>(parts.now, maxKept);
  const lines = createMemory<PriceSeries | null>(parts.now, maxKeptLines);
  const ask = async <T>(
    memory: Memory<T>,
    relay: RelayTarget,
    item: FetchedItem,
    read: (past: ItemPastAnswer) => T,
  ): Promise<T> => {
    const key = JSON.stringify([relay.base.href, relay.token, item]);
    // Also of a question that waited for the same one.
    const fetched = () =>
      inTurn(async () => {
        const known = memory.get(key);
        if (known !== undefined) return known;
        const past = await fetchHistory(parts, relay, item);
        const value = read(past);
        if (past.state !== 'fault') memory.set(key, value);
        return value;
      });
    return memory.get(key) ?? fetched();
  };
  return {
    /** The recorded prices of one item on the user's markets. Never rejects. */
    find: async (name: string): Promise<ItemPastAnswer> => {
      const [relay, markets] = await Promise.all([parts.relay().catch(toAnswer), parts.markets()]);
      return 'base' in relay ? ask(pasts, relay, { name, markets, days }, (past) => past) : relay;
    },
    /** The lowest recorded reference price of a watched item over time; `null` without any. Never rejects. */
    findLowest: async (name: string): Promise<PriceSeries | null> => {
      const relay = await parts.relay().catch(toAnswer);
      if (!('base' in relay)) return null;
      return ask(lines, relay, { name, markets: referenceMarkets, days: watchedDays }, (past) =>
        past.state === 'found' ? toLowestSeries(past.markets, parts.now()) : null,
      );
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
    return { state: 'found', ...parseHistory(response.body(), { item: name, markets, now: now() }) };
  } catch (error) {
    return toAnswer(error);
  }
}

function toAnswer(error: unknown): ItemPastAnswer {
  const { status, message, kind } = toFault(error);
  if (status === 404) return { state: 'none', lacks: message.endsWith(notRecorded) ? 'item' : 'history' };
  return { state: 'fault', fault: kind };
}
