import { afterEach, beforeEach, expect, test } from 'vitest';
import { dollar } from '#core/rates.ts';
import type { Crossing, SaleExit } from '#core/watch-crossing.ts';
import type { PriceService } from '#data/refresh/price-service.ts';
import { createWatchListService, type WatchListService } from '#data/watch-list-service.ts';
import { makeStore, throughJson } from './memory-store.ts';
import { item, makeWorld, prices, type World } from './price-service-world.ts';
import { json, type StubRelay, startStubRelay } from './stub-relay.ts';

const minute = 60_000;
const sample = { 'Skinlens-Sample': '1' };

let relay: StubRelay;
let world: World;
let notified: Crossing[][];
let exit: SaleExit | undefined;
let service: PriceService;
let watchList: WatchListService;

beforeEach(async () => {
  relay = await startStubRelay(json({}));
  world = makeWorld(relay);
  notified = [];
  exit = undefined;
  service = world.start();
  watchList = createWatchListService({
    list: makeStore(throughJson),
    histories: makeStore(structuredClone),
    quotesWithoutUse: (names) => service.quotesWithoutUse(names),
    staleAfterMs: async () => 90 * minute,
    money: async () => ({
      exitOf: () => exit,
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

test('sample prices trigger no alert, are in no history, and the list says why', async () => {
  await priceBecomes(200);
  await watchItem();
  await watchList.check();
  const before = await watchList.histories();
  expect(before.series[0]?.cents).toEqual([200]);
  await priceBecomes(50, sample);
  expect(notified).toEqual([]);
  expect((await watchList.list()).items).toMatchObject([{ doubt: 'sample', reached: null }]);
  expect(await watchList.histories()).toEqual(before);
  await priceBecomes(60);
  expect(notified).toHaveLength(1);
});

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
  exit = { market: 'waxpeer', netCents: 149 };
  await watchList.check();
  expect(notified).toEqual([]);
  exit = { market: 'waxpeer', netCents: 160 };
  await watchList.check();
  expect(notified).toMatchObject([[{ name: item, market: 'waxpeer', cents: 160 }]]);
});

test('an amount in another currency is checked at its rate', async () => {
  await priceBecomes(200);
  await watchList.star(item, true);
  const typed = { currency: 'EUR', hundredths: 50 };
  const answer = await watchList.setAlert(item, { kind: 'below', cents: 54, typed });
  expect(answer.items[0]?.alert).toEqual({ kind: 'below', cents: 100, typed });
  for (const cents of [101, 100]) await priceBecomes(cents);
  expect(notified).toMatchObject([[{ name: item, cents: 100 }]]);
});

test('an item whose phases are priced apart has no exit, as on cards', async () => {
  const doppler = '★ Karambit | Doppler (Factory New)';
  await priceBecomes(200);
  exit = { market: 'waxpeer', netCents: 160 };
  await watchList.star(doppler, true);
  const { items } = await watchList.setAlert(doppler, { kind: 'exit', cents: 150 });
  expect(items).toMatchObject([{ doubt: 'no-exit', reached: null }]);
});
