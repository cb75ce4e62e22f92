import { beforeEach } from 'vitest';
import { noFees } from '#core/money/fees.ts';
import { dollar } from '#core/money/rates.ts';
import type { Crossing } from '#core/owned/watch-crossing.ts';
import type { WatchAlert } from '#core/owned/watch-list.ts';
import { type SaleExit, saleState } from '#core/owned/watch-prices.ts';
import { type MarketId, referenceMarkets } from '#core/prices/markets.ts';
import type { FoundMarket } from '#data/details/detail-store.ts';
import { createWatchListService, type WatchListService } from '#data/watch-list-service.ts';
import { quoted } from '../quoted.ts';
import { makeStore, throughJson } from './memory-store.ts';

export const minute = 60_000;
export const [item, other] = ['AK-47 | Redline (Field-Tested)', 'AK-47 | Vulcan (Minimal Wear)'];
export const doppler = '★ Karambit | Doppler (Factory New)';
export const below: WatchAlert = { kind: 'below', cents: 100 };

/** What outlives the worker, and what the markets tell: the three references ask the same for each item. */
const makeWorld = () => ({
  now: 1_800_000_000_000,
  list: makeStore(throughJson),
  table: undefined as { version: string; asOf: number; sample?: true } | undefined,
  cents: 0,
  details: new Map<MarketId, FoundMarket>(),
  asked: [] as [readonly string[], readonly MarketId[]][],
  compared: referenceMarkets as readonly MarketId[],
  selling: [] as MarketId[],
  coinUsd: null as number | null,
  exit: undefined as SaleExit | undefined,
  notified: [] as Crossing[][],
});
export const world = makeWorld();
export const watchList = {} as WatchListService;

export function startWorker(): void {
  const { list } = world;
  const fees = { confirmed: true, markets: { waxpeer: noFees, dmarket: noFees } };
  const staleAfterMs = 90 * minute;
  const quoteOf = (name: string) =>
    world.table && [item, other, doppler].includes(name)
      ? quoted({ buff163: world.cents, youpin: world.cents, csfloat: world.cents }, world.table.asOf)
      : null;
  const service = createWatchListService({
    list,
    quotesWithoutUse: async (names) => ({ table: world.table ?? null, fault: null, quotes: names.map(quoteOf) }),
    details: async (names, markets) => {
      world.asked.push([names, markets]);
      return world.details;
    },
    settings: async () => ({ ...world, staleAfterMs }),
    money: async () => ({
      exitOf: () => world.exit,
      saleOf: (offer) => saleState(offer, { fees, minCount: 3, now: world.now, staleAfterMs }),
      rateOf: (code) => (code === 'EUR' ? { code, perUsd: 0.5, of: '2026-11-26' } : undefined),
      shown: dollar,
    }),
    now: () => world.now,
    notify: async (crossings) => void world.notified.push([...crossings]),
  });
  Object.assign(watchList, service);
}

beforeEach(() => {
  Object.assign(world, makeWorld());
  startWorker();
});

/** Half an hour later: the table has another price, and the list is checked. */
export async function priceBecomes(cents: number, { agoMs = 0, sample }: { agoMs?: number; sample?: true } = {}) {
  world.now += 30 * minute;
  world.cents = cents;
  world.table = { version: `${world.now}`, asOf: world.now - agoMs, ...(sample && { sample }) };
  await watchList.check();
}

export async function watch(alert: WatchAlert | null = below, name = item) {
  if (!world.table) await priceBecomes(200);
  await watchList.star(name, true);
  return (await watchList.setAlert(name, alert)).items.at(-1);
}

export const told = () => world.notified.map((crossings) => crossings.map(({ name, cents }) => `${name} ${cents}`));
export const listed = async () => (await watchList.list()).items[0];

export function tell(market: MarketId, price: number | undefined, more: object = {}, agoMs = 0): void {
  const about = { catalogue: '', rows: 1, relay: '', updatedAt: world.now - agoMs, items: 1 };
  const details = new Map(price === undefined ? [] : [[item, { price, inflated: false, ...more }]]);
  world.details.set(market, { about, details });
}
