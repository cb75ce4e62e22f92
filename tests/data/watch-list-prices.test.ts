import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { noFees } from '#core/money/fees.ts';
import { dollar } from '#core/money/rates.ts';
import type { Crossing } from '#core/owned/watch-crossing.ts';
import type { WatchAlert } from '#core/owned/watch-list.ts';
import { type SaleExit, saleState } from '#core/owned/watch-prices.ts';
import { type MarketId, referenceMarkets } from '#core/prices/markets.ts';
import type { FoundMarket } from '#data/details/detail-store.ts';
import { createWatchListService, type WatchListService } from '#data/watch-list-service.ts';
import { makeStore, throughJson } from './memory-store.ts';
import { item, makeWorld, prices, type World, type WorldService } from './price-service-world.ts';
import { json, type StubRelay, startStubRelay } from './stub-relay.ts';

const minute = 60_000;
const sample = { 'Skinlens-Sample': '1' };

let relay: StubRelay;
let world: World;
let notified: Crossing[][];
let exit: SaleExit | undefined;
let details: Map<MarketId, FoundMarket>;
let asked: [readonly string[], readonly MarketId[]][];
let compared: readonly MarketId[];
let selling: readonly MarketId[];
let coinUsd: number | null;
let service: WorldService;
let watchList: WatchListService;

beforeEach(async () => {
  relay = await startStubRelay(json({}));
  world = makeWorld(relay);
  notified = [];
  exit = undefined;
  [details, asked, compared, selling, coinUsd] = [new Map(), [], referenceMarkets, [], null];
  service = world.start();
  watchList = createWatchListService({
    list: makeStore(throughJson),
    quotesWithoutUse: (names) => service.quotesWithoutUse(names),
    details: async (names, markets) => {
      asked.push([names, markets]);
      return details;
    },
    settings: async () => ({ compared, selling, coinUsd, staleAfterMs: 90 * minute }),
    money: async () => ({
      exitOf: () => exit,
      saleOf: (offer) =>
        saleState(offer, {
          fees: { confirmed: true, markets: { waxpeer: noFees, dmarket: noFees } },
          minCount: 3,
          now: world.now,
          staleAfterMs: 90 * minute,
        }),
      rateOf: (code) => (code === 'EUR' ? { code, perUsd: 0.5, of: '2026-11-26' } : undefined),
      shown: dollar,
    }),
    now: () => world.now,
    notify: async (crossings) => void notified.push([...crossings]),
  });
});
afterEach(() => relay.close());

/** Half an hour later: refreshes to another price and checks the list. */
async function priceBecomes(cents: number, headers: Record<string, string> = {}): Promise<void> {
  world.now += 30 * minute;
  relay.answer = json(prices(cents), { ETag: `"${cents} ${world.now}"`, ...headers });
  await service.refresh();
  await watchList.check();
}

async function watchItem(): Promise<void> {
  await watchList.star(item, true);
  await watchList.setAlert(item, { kind: 'below', cents: 100 });
}

test('sample prices meet no alert that is set while they are there', async () => {
  await priceBecomes(50, sample);
  await watchItem();
  expect((await watchList.list()).items).toMatchObject([{ reached: null, doubt: 'sample' }]);
  await priceBecomes(60);
  expect(notified).toHaveLength(1);
});

test('a notification tells of a sale that leaves more, also when only the exits are new', async () => {
  await priceBecomes(200);
  await watchList.star(item, true);
  await watchList.setAlert(item, { kind: 'exit', cents: 150 });
  expect((await watchList.list()).items[0]?.doubt).toBe('no-exit');
  exit = { market: 'waxpeer', netCents: 149, asOf: world.now };
  await watchList.check();
  expect(notified).toEqual([]);
  exit = { market: 'waxpeer', netCents: 160, asOf: world.now };
  await watchList.check();
  expect(notified).toMatchObject([[{ name: item, market: 'waxpeer', cents: 160 }]]);
});

test('a sale is not told again after its market was old and the exit gave way, but once it had left less', async () => {
  await priceBecomes(200);
  selling = ['waxpeer', 'dmarket'];
  const lists = async (waxpeer: number, agoMs: number, best: SaleExit) => {
    tell('waxpeer', waxpeer, { count: 9 }, agoMs);
    tell('dmarket', 100, { count: 9 });
    exit = best;
    await watchList.check();
  };
  await watchList.star(item, true);
  await watchList.setAlert(item, { kind: 'exit', cents: 150 });
  const atWaxpeer = (netCents: number): SaleExit => ({ market: 'waxpeer', netCents, asOf: world.now });
  const given: SaleExit = { market: 'dmarket', netCents: 100, asOf: world.now };
  await lists(160, 0, atWaxpeer(160));
  await lists(160, 91 * minute, given);
  await lists(160, 0, atWaxpeer(160));
  expect(notified).toHaveLength(1);
  await lists(110, 0, atWaxpeer(110));
  await lists(160, 0, atWaxpeer(160));
  expect(notified).toHaveLength(2);
});

test('an amount in another currency is checked at its rate', async () => {
  await priceBecomes(200);
  await watchList.star(item, true);
  const typed = { currency: 'EUR', hundredths: 50 };
  const answer = await watchList.setAlert(item, { kind: 'below', cents: 54, typed });
  expect(answer.items[0]?.alert).toEqual({ kind: 'below', cents: 100, typed: { ...typed, perUsd: 0.5 } });
  for (const cents of [101, 100]) await priceBecomes(cents);
  expect(notified).toMatchObject([[{ name: item, cents: 100 }]]);
});

test('an item whose phases are priced apart has no exit, as on cards', async () => {
  const doppler = '★ Karambit | Doppler (Factory New)';
  await priceBecomes(200);
  exit = { market: 'waxpeer', netCents: 160, asOf: world.now };
  await watchList.star(doppler, true);
  const { items } = await watchList.setAlert(doppler, { kind: 'exit', cents: 150 });
  expect(items).toMatchObject([{ doubt: 'no-exit', reached: null }]);
});

function tell(
  market: MarketId,
  price: number,
  more: { inflated?: boolean; updatedAt?: number; count?: number } = {},
  agoMs = 0,
): void {
  const about = { catalogue: '', rows: 1, relay: '', updatedAt: world.now - agoMs, items: 1 };
  details.set(market, { about, details: new Map([[item, { price, inflated: false, ...more }]]) });
}

const onMarket = (market?: MarketId): WatchAlert => ({ kind: 'below', cents: 100, market });

describe('an alert on a market that is no reference', () => {
  beforeEach(async () => {
    compared = [...referenceMarkets, 'dmarket', 'csgoroll'];
    await priceBecomes(200);
    await watchList.star(item, true);
  });

  test('is checked by the market’s own data, when they come, and tells their age', async () => {
    tell('dmarket', 101);
    const set = await watchList.setAlert(item, onMarket('dmarket'));
    expect(set.items[0]).toMatchObject({ doubt: null, lowest: { market: 'dmarket', cents: 101 } });
    tell('dmarket', 100, { updatedAt: world.now - 5 * minute });
    await watchList.check();
    const asOf = world.now - 5 * minute;
    expect(notified).toMatchObject([[{ name: item, market: 'dmarket', cents: 100, asOf }]]);
    await watchList.check();
    expect(notified).toHaveLength(1);
  });

  test('that is met when it is set is not told', async () => {
    tell('dmarket', 90);
    const { items } = await watchList.setAlert(item, onMarket('dmarket'));
    expect(items[0]?.reached).toMatchObject({ market: 'dmarket', cents: 90 });
    await watchList.check();
    expect(notified).toEqual([]);
  });

  test.each<[string, () => void, string]>([
    ['flagged', () => tell('dmarket', 90, { inflated: true }), 'inflated'],
    ['old', () => tell('dmarket', 90, {}, 91 * minute), 'stale'],
    ['old by the market’s own word', () => tell('dmarket', 90, { updatedAt: world.now - 91 * minute }), 'stale'],
    ['not loaded', () => undefined, 'missing'],
  ])('is in doubt while its price is %s', async (_, prepare, doubt) => {
    prepare();
    await watchList.setAlert(item, onMarket('dmarket'));
    await watchList.check();
    expect(notified).toEqual([]);
    expect((await watchList.list()).items[0]).toMatchObject({ doubt, doubtful: ['dmarket'], reached: null });
  });

  test('a rise waits for a market that is not loaded, and not for one that lists nothing', async () => {
    tell('dmarket', 190);
    await watchList.setAlert(item, { kind: 'above', cents: 150 });
    expect((await watchList.list()).items[0]).toMatchObject({ doubt: 'missing', doubtful: ['csgoroll'] });
    const about = { catalogue: '', rows: 1, relay: '', updatedAt: world.now, items: 1 };
    details.set('csgoroll', { about, details: new Map() });
    await watchList.check();
    expect(notified).toMatchObject([[{ name: item, market: 'dmarket', cents: 190 }]]);
  });

  test('counts coins by their rate, in whole cents, and not without one', async () => {
    tell('csgoroll', 1.6667);
    await watchList.setAlert(item, onMarket('csgoroll'));
    expect((await watchList.list()).items[0]?.doubt).toBe('missing');
    coinUsd = 0.6;
    await watchList.check();
    expect(notified).toMatchObject([[{ market: 'csgoroll', cents: 100 }]]);
    expect((await watchList.list()).items[0]?.reached?.cents).toBe(100);
    coinUsd = 1e9;
    await watchList.check();
    expect((await watchList.list()).items[0]?.doubt).toBe('missing');
  });

  test('needs the data of its market and of those where the user sells, and no others', async () => {
    expect(await watchList.neededMarkets()).toEqual([]);
    await watchList.setAlert(item, onMarket('dmarket'));
    expect(await watchList.neededMarkets()).toEqual(['dmarket']);
    selling = ['buff163', 'dmarket'];
    expect(await watchList.neededMarkets()).toEqual(['dmarket', 'buff163']);
    await watchList.setAlert(item, { kind: 'exit', cents: 5 });
    expect(await watchList.neededMarkets()).toEqual(['buff163', 'dmarket']);
    asked.length = 0;
    await watchList.setAlert(item, onMarket());
    expect(asked[0]).toEqual([[item], ['dmarket', 'csgoroll']]);
    expect(await watchList.neededMarkets()).toEqual(['dmarket', 'csgoroll', 'buff163']);
  });
});
