import { expect, test } from 'vitest';
import { noFee, noFees } from '#core/money/fees.ts';
import type { Detail } from '#core/prices/detail.ts';
import type { MarketId } from '#core/prices/markets.ts';
import { parseSettings } from '#core/settings/settings.ts';
import { withNames } from '#data/catalogue/pack-table.ts';
import { openOwnQuotes, saveDetails } from '#data/details/detail-store.ts';
import { createExits, openStoredExits } from '#data/exits/compute-exits.ts';
import { makeStore } from '../memory-store.ts';
import { loaded, tableOfNames } from '../table-of.ts';

const now = Date.parse('2026-11-26T10:00:00Z');
const relay = 'https://relay.example';
const [redline, howl, vulcan] = ['AK-47 | Redline (Field-Tested)', 'M4A4 | Howl (Minimal Wear)', 'AK-47 | Vulcan'];
const selling = (percent: number) => ({ ...noFees, selling: { ...noFee, percent } });
const fees = { confirmed: true, markets: { csfloat: selling(2), skins: selling(0), steam: selling(13) } };
const detail = (price: number, more: Partial<Detail> = {}): Detail => ({ price, count: 9, inflated: false, ...more });

const tableOf = (names: readonly string[], sample?: true) =>
  loaded(tableOfNames(names, 1000), { relay, asOf: now, sample });

/** A worker's exits over stores that outlive it. */
function makeWorld() {
  const details = makeStore();
  const store = makeStore();
  const own = makeStore();
  const world = {
    details,
    store,
    table: tableOf([redline, howl, vulcan]),
    settings: parseSettings({ fees, markets: ['csfloat', 'skins', 'steam'] }),
    changes: 0,
    save: (market: MarketId, rows: readonly (readonly [string, Detail])[], updatedAt = now) =>
      saveDetails(
        details,
        market,
        new Map(rows),
        withNames(
          world.table.table,
          rows.map(([name]) => name),
        ),
        { relay, updatedAt, items: rows.length },
      ),
    exits: () =>
      createExits({
        details,
        exits: openStoredExits(() => store),
        own: openOwnQuotes(() => own),
        table: async () => world.table,
        settings: async () => world.settings,
        now: () => now,
        onChange: () => void world.changes++,
      }),
    update: async () => {
      await world.exits().updateExits();
      return openStoredExits(() => store).of(world.table.table);
    },
  };
  return world;
}

test('each item has the market that leaves most, or the reason of the one that came furthest', async () => {
  const world = makeWorld();
  await world.save('csfloat', [
    [redline, detail(6000, { avg7: 5777 })],
    [howl, detail(90_000, { count: 1 })],
  ]);
  await world.save('skins', [[redline, detail(5600)]]);
  // Steam asks most, but its balance is no cash.
  await world.save('steam', [[redline, detail(9900)]]);
  const exits = await world.update();
  // 57.77 − 2 % = 56.61 at CSFloat, 56.00 at Skins.com.
  expect(exits?.find(redline)).toEqual([{ market: 'csfloat', sells: { cents: 5777, of: 'avg7' }, asOf: now }]);
  expect(exits?.find(howl)).toBe('thin');
  expect(exits?.find(vulcan)).toBe('no-price');
  expect(exits?.find('AK-47 | Nothing')).toBeUndefined();
});

test.each<[MarketId, MarketId]>([
  ['csfloat', 'skins'],
  ['skins', 'csfloat'],
])('a market that leaves less is kept where its price outlasts that of the best: %s before %s', async (...markets) => {
  const world = makeWorld();
  world.settings = parseSettings({ fees, markets });
  const [early, late] = [now - 89 * 60_000, now];
  await world.save('csfloat', [
    [redline, detail(6000, { updatedAt: early })],
    [howl, detail(6000, { updatedAt: late })],
    [vulcan, detail(6000, { updatedAt: early, count: 1 })],
  ]);
  await world.save('skins', [
    [redline, detail(5800, { updatedAt: late })],
    [howl, detail(5800, { updatedAt: early })],
    [vulcan, detail(5800, { updatedAt: early })],
  ]);
  const exits = await world.update();
  const marketsOf = (name: string) => {
    const found = exits?.find(name);
    return typeof found === 'object' ? found.map(({ market, asOf }) => [market, asOf]) : found;
  };
  expect(marketsOf(redline)).toEqual([
    ['csfloat', early],
    ['skins', late],
  ]);
  expect(marketsOf(howl)).toEqual([['csfloat', late]]);
  expect(marketsOf(vulcan)).toEqual([['skins', early]]);
});

test('a market that is not loaded yet says so, until it is', async () => {
  const world = makeWorld();
  await world.save('csfloat', [[redline, detail(6000)]]);
  expect((await world.update())?.find(vulcan)).toBe('not-loaded');
  await world.save('skins', [[vulcan, detail(6000)]]);
  expect((await world.update())?.find(vulcan)).toMatchObject([{ market: 'skins', sells: { of: 'ask' } }]);
});

test('nothing is computed twice, and everything after a change of prices, fees or names', async () => {
  const world = makeWorld();
  await world.save('csfloat', [[redline, detail(6000)]]);
  const first = await world.update();
  expect([(await world.update())?.version, world.changes]).toEqual([first?.version, 1]);
  // No exit rests on the ratio of Steam's balance.
  world.settings = { ...world.settings, exit: { ...world.settings.exit, minRatio: 0.9 } };
  expect([(await world.update())?.version, world.changes]).toEqual([first?.version, 1]);
  await world.save('csfloat', [[redline, detail(7000)]], now + 60_000);
  expect((await world.update())?.find(redline)).toMatchObject([{ sells: { cents: 7000 } }]);
  world.settings = parseSettings({ fees: { ...fees, markets: {} }, markets: ['csfloat'] });
  expect((await world.update())?.find(redline)).toBe('no-fees');
  world.table = tableOf([redline]);
  expect(await openStoredExits(() => world.store).of(world.table.table)).toBeUndefined();
  expect((await world.update())?.find(redline)).toBe('no-fees');
  expect(world.changes).toBe(4);
});

test('without confirmed fees, and beside samples, none are computed, and the store is not read', async () => {
  const world = makeWorld();
  await world.save('csfloat', [[redline, detail(6000)]]);
  let reads = 0;
  const exits = { ...openStoredExits(() => world.store), about: async () => void reads++ };
  const update = (table = world.table, settings = world.settings) =>
    createExits({
      ...{ details: world.details, exits, own: openOwnQuotes(() => makeStore()) },
      ...{ now: () => now, onChange: () => undefined },
      table: async () => table,
      settings: async () => settings,
    }).updateExits();
  await update(world.table, parseSettings({ fees: { ...fees, confirmed: false } }));
  await update(tableOf([redline], true));
  expect([reads, world.store.writes]).toEqual([0, 0]);
  await update();
  expect([reads, world.store.writes]).toEqual([1, 1]);
});

test('pages are told of new prices once, with new exits and without', async () => {
  const world = makeWorld();
  await world.save('csfloat', [[redline, detail(6000)]]);
  await world.exits().tellWithExits();
  expect([world.changes, world.store.writes]).toEqual([1, 1]);
  await world.exits().tellWithExits();
  expect([world.changes, world.store.writes]).toEqual([2, 1]);
});
