import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Crossing } from '#core/watch-crossing.ts';
import type { WatchAlert } from '#core/watch-list.ts';
import type { PriceService } from '#prices/refresh/price-service.ts';
import { createWatchListService, type WatchListService } from '#prices/watch-list.ts';
import { makeStore, throughJson } from './memory-store.ts';
import { item, makeWorld, prices, type World } from './price-service-world.ts';
import { json, type StubRelay, startStubRelay } from './stub-relay.ts';

const below: WatchAlert = { kind: 'below', cents: 100 };
const minute = 60_000;

let relay: StubRelay;
let world: World;
let list: ReturnType<typeof makeStore>;
let histories: ReturnType<typeof makeStore>;
let told: Crossing[][];
let engine: PriceService;
let watch: WatchListService;

/** Another worker takes the place of the one before. */
function startWorker(): void {
  const next = createWatchListService({
    list,
    histories,
    quotesWithoutUse: (names) => engine.quotesWithoutUse(names),
    staleAfterMs: async () => 90 * minute,
    now: () => world.now,
    notify: async (crossings) => void told.push([...crossings]),
  });
  world.isWatched = next.hasAlert;
  engine = world.start();
  watch = next;
}

beforeEach(async () => {
  relay = await startStubRelay(json(prices(200), { ETag: '"200"' }));
  world = makeWorld(relay);
  list = makeStore(throughJson);
  histories = makeStore(structuredClone);
  told = [];
  startWorker();
});
afterEach(() => relay.close());

/** Half an hour later the price is another one, and the worker has seen it. */
async function priceBecomes(cents: number, headers: Record<string, string> = {}): Promise<void> {
  world.now += 30 * minute;
  relay.answer = json(prices(cents), { ETag: `"${cents} ${world.now}"`, ...headers });
  await engine.refresh();
  await watch.check();
}

/** Watches the item at 200, to be told of at 100. */
async function watchItem(): Promise<void> {
  await engine.refresh();
  await watch.star(item, true);
  await watch.setAlert(item, below);
}

const toldOf = () => told.map((crossings) => crossings.map(({ name, cents }) => `${name} ${cents}`));

describe('the watch list', () => {
  test('tells of a crossing once, and again after the price was back', async () => {
    await watchItem();
    for (const cents of [90, 80, 150, 90]) await priceBecomes(cents);
    expect(toldOf()).toEqual([[`${item} 90`], [`${item} 90`]]);
  });

  test('a worker that takes over tells nothing twice, and does what the one before it did not live to', async () => {
    await watchItem();
    await priceBecomes(90);
    startWorker();
    await watch.check();
    expect(told).toHaveLength(1);
    await priceBecomes(150);
    world.now += 30 * minute;
    relay.answer = json(prices(95), { ETag: '"95"' });
    await engine.refresh();
    startWorker();
    await watch.check();
    expect(toldOf()).toEqual([[`${item} 90`], [`${item} 95`]]);
  });

  test('many checks at once are one after the other, and tell once', async () => {
    await watchItem();
    world.now += 30 * minute;
    relay.answer = json(prices(90), { ETag: '"90"' });
    await engine.refresh();
    await Promise.all([watch.check(), watch.check(), watch.list(), watch.check()]);
    expect(told).toHaveLength(1);
  });

  test('what was crossed in one refresh is told of at once', async () => {
    const other = 'AK-47 | Vulcan (Minimal Wear)';
    const both = (cents: number) => ({ ...prices(cents), [other]: prices(cents)[item] });
    relay.answer = json(both(200), { ETag: '"both"' });
    await watchItem();
    await watch.star(other, true);
    await watch.setAlert(other, below);
    relay.answer = json(both(50), { ETag: '"low"' });
    await engine.refresh();
    await watch.check();
    expect(toldOf()).toEqual([[`${item} 50`, `${other} 50`]]);
  });

  test('old prices trigger nothing, and say so', async () => {
    await watchItem();
    await priceBecomes(90, { 'Last-Modified': new Date(world.now - 120 * minute).toUTCString() });
    expect(told).toEqual([]);
    expect((await watch.list()).items[0]?.doubt).toBe('stale');
  });

  test('another relay with older prices arms nothing again', async () => {
    await watchItem();
    await priceBecomes(90);
    await priceBecomes(300, { 'Last-Modified': new Date(world.now - 10 * minute).toUTCString() });
    await priceBecomes(90);
    expect(told).toHaveLength(1);
  });

  test('a clock that ran ahead for a while stops nothing', async () => {
    await watchItem();
    world.now += 400 * 24 * 60 * minute;
    await priceBecomes(150);
    world.now -= 401 * 24 * 60 * minute;
    await priceBecomes(90);
    expect(toldOf()).toEqual([[`${item} 90`]]);
    expect((await watch.histories()).series[0]?.cents.at(-1)).toBe(90);
  });

  test('says what it knows of each item', async () => {
    await watchItem();
    await watch.star('Nobody sells this', true);
    await priceBecomes(90);
    expect(await watch.list()).toEqual({
      asOf: world.now,
      problem: null,
      items: [
        {
          name: item,
          alert: below,
          reached: { at: world.now, market: 'buff163', cents: 90 },
          quote: { buff163: 90, youpin: 90, csfloat: 90, liquidity: 9, inflated: false },
          doubt: null,
        },
        { name: 'Nobody sells this', alert: null, reached: null, quote: null, doubt: 'missing' },
      ],
    });
  });

  test('notes one sample per data change of what is on it, and forgets what is taken off', async () => {
    await watchItem();
    await watch.check();
    for (const cents of [150, 160]) await priceBecomes(cents);
    await watch.check();
    expect((await watch.histories()).series).toMatchObject([{ name: item, cents: [200, 150, 160] }]);
    await watch.star(item, false);
    await watch.star('x', true);
    await priceBecomes(170);
    await watch.star(item, true);
    expect((await watch.histories()).series.find(({ name }) => name === item)?.cents).toEqual([]);
  });

  test('with nothing new writes nothing', async () => {
    await watchItem();
    await watch.check();
    const writes = [list.writes, histories.writes];
    await watch.check();
    startWorker();
    await watch.check();
    expect([list.writes, histories.writes]).toEqual(writes);
  });
});

describe('a storage that fails', () => {
  test('that keeps nothing is told of, and nothing is announced that would be again', async () => {
    await watchItem();
    list.refuses = true;
    await priceBecomes(90);
    expect(told).toEqual([]);
    expect((await watch.list()).problem).toContain('no room');
    await expect(watch.star('x', true)).rejects.toThrow('no room');
    list.refuses = false;
    await watch.check();
    expect(toldOf()).toEqual([[`${item} 90`]]);
    expect((await watch.list()).problem).toBeNull();
  });

  test('without room for histories alerts go on', async () => {
    await watchItem();
    histories.refuses = true;
    await priceBecomes(90);
    expect(told).toHaveLength(1);
    expect((await watch.list()).problem).toContain('no room');
  });

  test('of damaged entries the others are kept, histories too', async () => {
    await watchItem();
    await watch.check();
    list.kept.set('watch', { version: 1, items: [7, { name: item, alert: below }, { name: '<i>' }] });
    histories.kept.set('histories', [7, [], ['<i>'], [item, Uint32Array.of(5, 7, 7, 7)], [item]]);
    startWorker();
    await engine.refresh();
    expect((await watch.list()).items.map(({ name }) => name)).toEqual([item]);
    histories.kept.set('histories', [7, [3], [item, Uint32Array.of(5, 7, 7, 7)], ['x', 'y']]);
    expect((await watch.histories()).series).toEqual([{ name: item, at: [5 * minute], cents: [7] }]);
  });
});

describe('with nobody looking', () => {
  const hours = 60 * minute;

  test('the next look is planned while an alert is set, and not without one', async () => {
    await watchItem();
    world.now += 5 * hours;
    world.scheduled = 0;
    relay.answer = json(prices(90), { ETag: '"90"' });
    startWorker();
    await engine.refreshIfDue();
    await engine.refresh();
    await watch.check();
    expect(toldOf()).toEqual([[`${item} 90`]]);
    expect((await engine.statusWithoutUse()).nextCheckAt).toBe(world.now + 30 * minute);
    await watch.setAlert(item, null);
    world.now += 5 * hours;
    await engine.refreshIfDue();
    expect(world.scheduled).toBeUndefined();
  });

  test('what the list itself looks at counts as no use', async () => {
    await engine.refresh();
    await watch.star(item, true);
    const asked = relay.requests.length;
    for (let hour = 0; hour < 5; hour++) {
      world.now += hours;
      await watch.check();
      await watch.list();
      await engine.refreshIfDue();
    }
    expect(relay.requests.length).toBe(asked);
    expect(world.scheduled).toBeUndefined();
    expect((await engine.statusWithoutUse()).nextCheckAt).toBeNull();
  });
});
