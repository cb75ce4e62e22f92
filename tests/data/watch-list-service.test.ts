import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dollar } from '#core/money/rates.ts';
import type { Crossing } from '#core/owned/watch-crossing.ts';
import type { WatchAlert } from '#core/owned/watch-list.ts';
import { referenceMarkets } from '#core/prices/markets.ts';
import { createWatchListService, type WatchListService } from '#data/watch-list-service.ts';
import { quoted } from '../quoted.ts';
import { makeStore, throughJson } from './memory-store.ts';
import { item, makeWorld, prices, type World, type WorldService } from './price-service-world.ts';
import { json, type StubRelay, startStubRelay } from './stub-relay.ts';

const below: WatchAlert = { kind: 'below', cents: 100 };
const minute = 60_000;

let relay: StubRelay;
let world: World;
let list: ReturnType<typeof makeStore>;
let notified: Crossing[][];
let service: WorldService;
let watchList: WatchListService;

function startWorker(): void {
  const next = createWatchListService({
    quotesWithoutUse: (names) => service.quotesWithoutUse(names),
    ...{ list, details: async () => new Map() },
    settings: async () => ({ compared: referenceMarkets, selling: [], coinUsd: null, staleAfterMs: 90 * minute }),
    money: async () => ({ exitOf: () => undefined, saleOf: () => undefined, rateOf: () => undefined, shown: dollar }),
    now: () => world.now,
    notify: async (crossings) => void notified.push([...crossings]),
  });
  world.isWatched = next.hasAlert;
  service = world.start();
  watchList = next;
}

beforeEach(async () => {
  relay = await startStubRelay(json(prices(200), { ETag: '"200"' }));
  world = makeWorld(relay);
  list = makeStore(throughJson);
  notified = [];
  startWorker();
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
  await service.refresh();
  await watchList.star(item, true);
  await watchList.setAlert(item, below);
}

const notifications = () => notified.map((crossings) => crossings.map(({ name, cents }) => `${name} ${cents}`));

describe('the watch list', () => {
  test('notifies of a crossing once, and again after the price was back', async () => {
    await watchItem();
    for (const cents of [90, 80, 150, 90]) await priceBecomes(cents);
    expect(notifications()).toEqual([[`${item} 90`], [`${item} 90`]]);
  });

  test('a new worker notifies of nothing twice, and finishes the checks of the one before', async () => {
    await watchItem();
    await priceBecomes(90);
    startWorker();
    await watchList.check();
    expect(notified).toHaveLength(1);
    await priceBecomes(150);
    world.now += 30 * minute;
    relay.answer = json(prices(95), { ETag: '"95"' });
    await service.refresh();
    startWorker();
    await watchList.check();
    expect(notifications()).toEqual([[`${item} 90`], [`${item} 95`]]);
  });

  test('concurrent checks run one after the other and notify once', async () => {
    await watchItem();
    world.now += 30 * minute;
    relay.answer = json(prices(90), { ETag: '"90"' });
    await service.refresh();
    await Promise.all([watchList.check(), watchList.check(), watchList.list(), watchList.check()]);
    expect(notified).toHaveLength(1);
  });

  test('crossings of one refresh are one notification', async () => {
    const other = 'AK-47 | Vulcan (Minimal Wear)';
    const both = (cents: number) => ({ ...prices(cents), [other]: prices(cents)[item] });
    relay.answer = json(both(200), { ETag: '"both"' });
    await watchItem();
    await watchList.star(other, true);
    await watchList.setAlert(other, below);
    relay.answer = json(both(50), { ETag: '"low"' });
    await service.refresh();
    await watchList.check();
    expect(notifications()).toEqual([[`${item} 50`, `${other} 50`]]);
  });

  test('stale prices trigger nothing and are marked as stale', async () => {
    await watchItem();
    await priceBecomes(90, { 'Last-Modified': new Date(world.now - 120 * minute).toUTCString() });
    expect(notified).toEqual([]);
    expect((await watchList.list()).items[0]?.doubt).toBe('stale');
  });

  test('another relay with older prices arms no alert again', async () => {
    await watchItem();
    await priceBecomes(90);
    await priceBecomes(300, { 'Last-Modified': new Date(world.now - 10 * minute).toUTCString() });
    await priceBecomes(90);
    expect(notified).toHaveLength(1);
  });

  test('a clock that ran ahead for a while stops no notification', async () => {
    await watchItem();
    world.now += 400 * 24 * 60 * minute;
    await priceBecomes(150);
    world.now -= 401 * 24 * 60 * minute;
    await priceBecomes(90);
    expect(notifications()).toEqual([[`${item} 90`]]);
  });

  test('lists each item with its price and alert', async () => {
    await watchItem();
    await watchList.star('Nobody sells this', true);
    await priceBecomes(90);
    expect(await watchList.list()).toEqual({
      asOf: world.now,
      problem: null,
      shown: dollar,
      items: [
        {
          name: item,
          alert: below,
          reached: { at: world.now, market: 'buff163', cents: 90, beyond: ['buff163', 'csfloat', 'youpin'] },
          quote: quoted({ buff163: 90, youpin: 90, csfloat: 90, liquidity: 9 }, world.now),
          lowest: { market: 'buff163', cents: 90 },
          doubt: null,
        },
        { name: 'Nobody sells this', alert: null, reached: null, quote: null, doubt: 'missing' },
      ],
    });
  });

  test('writes nothing without new data', async () => {
    await watchItem();
    await watchList.check();
    const writes = list.writes;
    await watchList.check();
    startWorker();
    await watchList.check();
    expect(list.writes).toBe(writes);
  });
});

describe('a storage that fails', () => {
  test('that refuses writes is reported, and delays notifications until it works', async () => {
    await watchItem();
    list.refuses = true;
    await priceBecomes(90);
    expect(notified).toEqual([]);
    expect((await watchList.list()).problem).toContain('no room');
    await expect(watchList.star('x', true)).rejects.toThrow('no room');
    list.refuses = false;
    await watchList.check();
    expect(notifications()).toEqual([[`${item} 90`]]);
    expect((await watchList.list()).problem).toBeNull();
  });

  test('with damaged entries keeps the others', async () => {
    await watchItem();
    await watchList.check();
    list.stored.set('watch', { version: 1, items: [7, { name: item, alert: below }, { name: '<i>' }] });
    startWorker();
    await service.refresh();
    expect((await watchList.list()).items.map(({ name }) => name)).toEqual([item]);
  });
});

describe('without use', () => {
  const hours = 60 * minute;

  test('refreshes are scheduled while an alert is set, and not without one', async () => {
    await watchItem();
    world.now += 5 * hours;
    world.scheduled = 0;
    relay.answer = json(prices(90), { ETag: '"90"' });
    startWorker();
    await service.refreshIfDue();
    await service.refresh();
    await watchList.check();
    expect(notifications()).toEqual([[`${item} 90`]]);
    expect((await service.statusWithoutUse()).nextCheckAt).toBe(world.now + 30 * minute);
    await watchList.setAlert(item, null);
    world.now += 5 * hours;
    await service.refreshIfDue();
    expect(world.scheduled).toBeUndefined();
  });

  test('the list’s own look-ups do not count as use', async () => {
    await service.refresh();
    await watchList.star(item, true);
    const asked = relay.requests.length;
    for (let hour = 0; hour < 5; hour++) {
      world.now += hours;
      await watchList.check();
      await watchList.list();
      await service.refreshIfDue();
    }
    expect(relay.requests.length).toBe(asked);
    expect(world.scheduled).toBeUndefined();
    expect((await service.statusWithoutUse()).nextCheckAt).toBeNull();
  });
});
