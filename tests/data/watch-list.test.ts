import { beforeEach, describe, expect, test } from 'vitest';
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

const minute = 60_000;
const [item, other] = ['AK-47 | Redline (Field-Tested)', 'AK-47 | Vulcan (Minimal Wear)'];
const doppler = '★ Karambit | Doppler (Factory New)';
const below: WatchAlert = { kind: 'below', cents: 100 };

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
const world = makeWorld();
const watchList = {} as WatchListService;

function startWorker(): void {
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
async function priceBecomes(cents: number, { agoMs = 0, sample }: { agoMs?: number; sample?: true } = {}) {
  world.now += 30 * minute;
  world.cents = cents;
  world.table = { version: `${world.now}`, asOf: world.now - agoMs, ...(sample && { sample }) };
  await watchList.check();
}

async function watch(alert: WatchAlert | null = below, name = item) {
  if (!world.table) await priceBecomes(200);
  await watchList.star(name, true);
  return (await watchList.setAlert(name, alert)).items.at(-1);
}

const told = () => world.notified.map((crossings) => crossings.map(({ name, cents }) => `${name} ${cents}`));
const listed = async () => (await watchList.list()).items[0];

function tell(market: MarketId, price: number | undefined, more: object = {}, agoMs = 0): void {
  const about = { catalogue: '', rows: 1, relay: '', updatedAt: world.now - agoMs, items: 1 };
  const details = new Map(price === undefined ? [] : [[item, { price, inflated: false, ...more }]]);
  world.details.set(market, { about, details });
}

describe('the watch list', () => {
  test('a new worker notifies of nothing twice, and finishes the checks of the one before', async () => {
    await watch();
    await priceBecomes(90);
    startWorker();
    await watchList.check();
    expect(world.notified).toHaveLength(1);
    await priceBecomes(150);
    startWorker();
    await priceBecomes(95);
    expect(told()).toEqual([[`${item} 90`], [`${item} 95`]]);
  });

  test('crossings of one refresh are one notification, however many checks run at once', async () => {
    await watch();
    await watch(below, other);
    world.cents = 50;
    await Promise.all([priceBecomes(50), watchList.check(), watchList.list(), watchList.check()]);
    expect(told()).toEqual([[`${item} 50`, `${other} 50`]]);
  });

  test('another relay with older prices arms no alert again', async () => {
    await watch();
    await priceBecomes(90);
    await priceBecomes(300, { agoMs: 40 * minute });
    await priceBecomes(90);
    expect(world.notified).toHaveLength(1);
  });

  test('a clock that ran ahead for a while stops no notification', async () => {
    await watch();
    world.now += 400 * 24 * 60 * minute;
    await priceBecomes(150);
    world.now -= 401 * 24 * 60 * minute;
    await priceBecomes(90);
    expect(told()).toEqual([[`${item} 90`]]);
  });

  test('lists each item with its price and alert', async () => {
    await watch();
    await watchList.star('Nobody sells this', true);
    expect(await watchList.hasAlert()).toBe(true);
    await priceBecomes(90);
    const reached = { at: world.now, market: 'buff163', cents: 90, beyond: ['buff163', 'csfloat', 'youpin'] };
    const quote = quoted({ buff163: 90, youpin: 90, csfloat: 90 }, world.now);
    expect(await watchList.list()).toEqual({
      ...{ asOf: world.now, problem: null, shown: dollar },
      items: [
        { name: item, alert: below, reached, quote, lowest: { market: 'buff163', cents: 90 }, doubt: null },
        { name: 'Nobody sells this', alert: null, reached: null, quote: null, doubt: 'missing' },
      ],
    });
  });

  test('writes nothing without new data', async () => {
    await watch();
    await watchList.check();
    const { writes } = world.list;
    for (const _ of [1, 2]) {
      await watchList.check();
      startWorker();
    }
    expect(world.list.writes).toBe(writes);
  });

  test('a storage that refuses writes is reported, and delays notifications until it works', async () => {
    await watch();
    world.list.refuses = true;
    await priceBecomes(90);
    expect([world.notified, (await watchList.list()).problem]).toEqual([[], expect.stringContaining('no room')]);
    await expect(watchList.star('x', true)).rejects.toThrow('no room');
    world.list.refuses = false;
    await watchList.check();
    expect([told(), (await watchList.list()).problem]).toEqual([[[`${item} 90`]], null]);
  });
});

const leaves = (market: MarketId, netCents: number): SaleExit => ({ market, netCents, asOf: world.now });

test('a sale is not told again after its market was old and the exit gave way, but once it had left less', async () => {
  world.selling = ['waxpeer', 'dmarket'];
  await watch({ kind: 'exit', cents: 150 });
  const toldAfter = async (waxpeer: number, agoMs: number, best: SaleExit) => {
    tell('waxpeer', waxpeer, { count: 9 }, agoMs);
    tell('dmarket', 100, { count: 9 });
    world.exit = best;
    await watchList.check();
    return world.notified.length;
  };
  expect(await toldAfter(160, 0, leaves('waxpeer', 160))).toBe(1);
  expect(await toldAfter(160, 91 * minute, leaves('dmarket', 100))).toBe(1);
  expect(await toldAfter(160, 0, leaves('waxpeer', 160))).toBe(1);
  expect(await toldAfter(110, 0, leaves('waxpeer', 110))).toBe(1);
  expect(await toldAfter(160, 0, leaves('waxpeer', 160))).toBe(2);
});

test('an item whose phases are priced apart has no exit, as on cards', async () => {
  world.exit = leaves('waxpeer', 160);
  expect(await watch({ kind: 'exit', cents: 150 }, doppler)).toMatchObject({ doubt: 'no-exit', reached: null });
});

const onMarket = (market?: MarketId): WatchAlert => ({ kind: 'below', cents: 100, market });

describe('an alert on a market that is no reference', () => {
  beforeEach(() => {
    world.compared = [...referenceMarkets, 'dmarket', 'csgoroll'];
  });

  test.each<[string, () => void, string]>([
    ['old by the market’s own word', () => tell('dmarket', 90, { updatedAt: world.now - 91 * minute }), 'stale'],
    ['not loaded', () => undefined, 'missing'],
  ])('is in doubt while its price is %s', async (_, prepare, doubt) => {
    await priceBecomes(200);
    prepare();
    await watch(onMarket('dmarket'));
    await watchList.check();
    expect(world.notified).toEqual([]);
    expect(await listed()).toMatchObject({ doubt, doubtful: ['dmarket'], reached: null });
  });

  test('needs the data of its market and of those where the user sells, and no others', async () => {
    expect(await watchList.neededMarkets()).toEqual([]);
    await watch(onMarket('dmarket'));
    expect(await watchList.neededMarkets()).toEqual(['dmarket']);
    world.selling = ['buff163', 'dmarket'];
    expect(await watchList.neededMarkets()).toEqual(['dmarket', 'buff163']);
    await watch({ kind: 'exit', cents: 5 });
    expect(await watchList.neededMarkets()).toEqual(['buff163', 'dmarket']);
    world.asked.length = 0;
    await watch(onMarket());
    expect(world.asked.at(-1)).toEqual([[item], ['dmarket', 'csgoroll']]);
    expect(await watchList.neededMarkets()).toEqual(['dmarket', 'csgoroll', 'buff163']);
  });
});
