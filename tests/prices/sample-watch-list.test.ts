import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Crossing } from '#core/watch-crossing.ts';
import type { PriceService } from '#prices/refresh/price-service.ts';
import { createWatchListService, type WatchListService } from '#prices/watch-list.ts';
import { makeStore, throughJson } from './memory-store.ts';
import { item, makeWorld, prices, type World } from './price-service-world.ts';
import { json, type StubRelay, startStubRelay } from './stub-relay.ts';

const minute = 60_000;
const sample = { 'Skinlens-Sample': '1' };

let relay: StubRelay;
let world: World;
let notified: Crossing[][];
let service: PriceService;
let watchList: WatchListService;

beforeEach(async () => {
  relay = await startStubRelay(json({}));
  world = makeWorld(relay);
  notified = [];
  service = world.start();
  watchList = createWatchListService({
    list: makeStore(throughJson),
    histories: makeStore(structuredClone),
    quotesWithoutUse: (names) => service.quotesWithoutUse(names),
    staleAfterMs: async () => 90 * minute,
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
