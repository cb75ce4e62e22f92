import { describe, expect, test } from 'vitest';
import type { Detail } from '#core/prices/detail.ts';
import type { TableRow } from '#core/prices/offer.ts';
import { withNames } from '#data/catalogue/pack-table.ts';
import { saveDetails } from '#data/details/detail-store.ts';
import { type CoinPair, estimateCoinRate, suggestCoinRate } from '#data/rates/coin-rate.ts';
import { makeStore } from '../memory-store.ts';
import { loaded, tableOf } from '../table-of.ts';

const pair = (coins: number, cents: number, more: Partial<TableRow> = {}): CoinPair => ({
  coins,
  row: { buff163: cents, liquidity: 80, inflated: false, ...more },
});
const many = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

describe('the estimated value of a coin', () => {
  test('ignores items that are inflated, cheap, or without liquidity, price or coins', () => {
    const good = many(40, () => pair(100, 6600));
    const bad = [
      ...many(100, () => pair(100, 99_900, { inflated: true })),
      ...many(100, () => pair(0.01, 99)),
      ...many(100, () => pair(100, 99_900, { liquidity: undefined })),
      ...many(100, () => pair(100, 0, { buff163: undefined })),
      ...many(100, () => pair(0, 6600)),
    ];
    expect(estimateCoinRate([...bad, ...good])).toEqual({ usd: 0.66, items: 20 });
  });
});

const hour = 3_600_000;

function makeWorld() {
  const store = makeStore();
  const { stored } = store;
  const names = many(60, (at) => `★ Karambit | Number ${at} (Factory New)`);
  const quote: TableRow = { buff163: 6600, liquidity: 50, inflated: false };
  const table = tableOf(names.map((name) => [name, quote]));
  const world = { stored, asOf: (20 * hour) as number | undefined, sample: false };
  let grown = table;
  const current = async () =>
    world.asOf === undefined ? undefined : loaded(grown, { asOf: world.asOf, sample: world.sample });
  const details = new Map(names.map((name): [string, Detail] => [name, { price: 100, inflated: false }]));
  const saveAll = (more: readonly (readonly [string, Detail])[] = []) => {
    const all = new Map([...details, ...more]);
    const numbered = withNames(table, [...all.keys()]);
    grown = numbered.table;
    return saveDetails(store, 'csgoroll', all, numbered, { relay: 'r', updatedAt: 19 * hour, items: 60 });
  };
  return Object.assign(world, { names, saveAll, suggest: () => suggestCoinRate({ store, table: current }) });
}

describe('a suggested value of a coin', () => {
  test('is of the items of details and table, and has the older time of both', async () => {
    const world = makeWorld();
    await world.saveAll([['Not in the table', { price: 1, inflated: false }]]);
    expect(await world.suggest()).toEqual({ usd: 0.66, items: 30, asOf: 19 * hour });
  });

  test('is `null` without the market’s data, without a table and beside samples', async () => {
    const world = makeWorld();
    expect(await world.suggest()).toBeNull();
    await world.saveAll();
    expect(await world.suggest()).not.toBeNull();
    expect(await Object.assign(world, { sample: true }).suggest()).toBeNull();
    expect(await Object.assign(world, { sample: false, asOf: undefined }).suggest()).toBeNull();
  });

  test('is `null` while details are damaged', async () => {
    const world = makeWorld();
    await world.saveAll();
    world.stored.set('csgoroll/0', '[{"no":1}]');
    expect(await world.suggest()).toBeNull();
  });
});
