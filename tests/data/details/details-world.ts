import type { MarketId } from '#core/prices/markets.ts';
import type { LoadedTable } from '#data/catalogue/loaded-table.ts';
import { withNames } from '#data/catalogue/pack-table.ts';
import { createMarketDetails, createMarketOffers } from '#data/details/market-details.ts';
import { makeStore } from '../memory-store.ts';
import { json, type StubRelay } from '../stub-relay.ts';
import { loaded, tableOfNames } from '../table-of.ts';

export const start = Date.parse('2026-11-20T10:00:00.000Z');
export const item = '★ Karambit | Doppler (Factory New)';
export const body = (market: MarketId, entry: Record<string, unknown>, updatedAt = '2026-11-20T10:00:00.000Z') => ({
  updated_at: updatedAt,
  markets: [market],
  items: { [item]: { [market]: entry } },
});

export const marketOf = (path: string) => (new URL(path, 'http://x').searchParams.get('markets') ?? '') as MarketId;
export const answers: StubRelay['answer'] = (request, response) => {
  const market = marketOf(request.url ?? '');
  if (request.headers['if-none-match']) return void response.writeHead(304).end();
  const entry = market === 'csgoroll' ? { coins: 12.5 } : { price: 100, avg_7: 101.5, count: 3, is_inflated: true };
  json(body(market, entry), { ETag: `"${market}"` })(request, response);
};
export function makeWorld(relay: StubRelay, markets: MarketId[]) {
  const store = makeStore();
  const { stored } = store;
  let parsed = 0;
  const world = {
    now: start,
    base: relay.url,
    /** The times of `onSchedule`. */
    scheduled: [] as (number | undefined)[],
    isUsed: true,
    watched: [] as MarketId[],
    batches: 0,
    stored,
    markets,
    table: loaded(tableOfNames(['AK-47 | Redline (Field-Tested)'])) as LoadedTable | undefined,
    /** Most bodies that were parsed and not yet stored at one time. */
    mostParsed: 0,
    changes: 0,
  };
  const parts = {
    fetch,
    now: () => world.now,
    random: () => 0,
    relay: async () => ({ base: new URL(world.base), token: '' }),
    markets: async () => world.markets,
    table: async () => world.table,
    numberNames: async (names: readonly string[]) => {
      world.mostParsed = Math.max(world.mostParsed, ++parsed);
      await new Promise((resolve) => setImmediate(resolve));
      parsed--;
      const grown = world.table && withNames(world.table.table, names);
      if (grown) world.table = { ...loaded(grown.table), sample: world.table?.sample };
      return grown;
    },
    isUsed: async () => world.isUsed,
    watched: async () => world.watched,
    onBatch: () => void world.batches++,
    onSchedule: (at: number | undefined) => void world.scheduled.push(at),
    onChange: () => void world.changes++,
    store,
  };
  return Object.assign(world, {
    worker: (fetched: typeof fetch = fetch) => {
      const details = createMarketDetails({ ...parts, fetch: fetched });
      const settings = async () => ({ markets: world.markets, coinUsd: null });
      const { ofItem } = createMarketOffers({
        ...{ findMany: details.findMany, settings, table: parts.table },
        quotesWithoutUse: async () => ({}),
      });
      return { ...details, find: ofItem };
    },
  });
}
