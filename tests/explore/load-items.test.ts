import { describe, expect, test } from 'vitest';
import type { Detail } from '#core/prices/detail.ts';
import type { MarketId } from '#core/prices/markets.ts';
import type { TableRow } from '#core/prices/offer.ts';
import type { ItemTable } from '#core/rows/item-table.ts';
import { loadPrices, tableKey } from '#data/catalogue/loaded-table.ts';
import { packTable, withNames } from '#data/catalogue/pack-table.ts';
import { appendNames } from '#data/catalogue/stored-names.ts';
import { saveDetails } from '#data/details/detail-store.ts';
import { changesKey, noChange, openStoredChanges, packChanges } from '#data/history/stored-changes.ts';
import { type LoadRequest, loadItemTable } from '#data/load-items.ts';
import { makeStore } from '../data/memory-store.ts';
import { loaded, rowsOf, storedOf, tableOf } from '../data/table-of.ts';

const now = 1_800_000_000_000;
const asOf = now - 60_000;
const redline = 'AK-47 | Redline (Field-Tested)';
const vulcan = 'AK-47 | Vulcan (Minimal Wear)';
const request: LoadRequest = { markets: ['csfloat', 'buff163', 'steam', 'csgoroll'], coinUsd: 0.5 };

interface StoredParts {
  readonly details?: Partial<Record<MarketId, Record<string, Detail>>>;
  readonly updatedAt?: number;
  readonly sample?: boolean;
  readonly more?: readonly (readonly [string, TableRow])[];
}

/** Stores as the background worker leaves them. */
async function storesWith({ details = {}, updatedAt = asOf, sample = false, more = [] }: StoredParts = {}) {
  const create = () => makeStore();
  const stores = { prices: create(), columns: create() };
  let table = tableOf([
    [redline, { buff163: 1000, csfloat: 1200, liquidity: 80, inflated: false }],
    [vulcan, { buff163: 9000, liquidity: 40, inflated: true }],
    ...more,
  ]);
  await appendNames(stores.columns, table.catalogue, 0, [redline, vulcan, ...more.map(([name]) => name)]);
  const number = async (names: readonly string[]) => {
    const grown = withNames(table, names);
    table = grown.table;
    await appendNames(stores.columns, table.catalogue, grown.firstAdded, grown.added);
    return grown;
  };
  for (const [market, of] of Object.entries(details) as [MarketId, Record<string, Detail>][])
    await saveDetails(stores.columns, market, new Map(Object.entries(of)), await number(Object.keys(of)), {
      relay: 'http://localhost/',
      updatedAt,
      items: 1,
    });
  const values = new Int16Array(9).fill(noChange);
  // Over 7 days, on BUFF163: −5 %.
  values[3] = -50 * 2;
  const changes = packChanges({ names: [redline], values }, await number([redline]));
  const about = { catalogue: table.catalogue, relay: 'http://localhost/', etag: undefined, updatedAt: now };
  await openStoredChanges(
    () => stores.columns,
    () => now,
  ).write(about, changes);
  await stores.prices.write({ [tableKey]: storedOf(loaded(table, { asOf, ...(sample && { sample }) })) });
  return stores;
}

const load = async (parts?: StoredParts) => loadFrom(await storesWith(parts));

const loadFrom = async (
  { prices, columns }: Awaited<ReturnType<typeof storesWith>>,
  of = request,
  report?: (table: ItemTable) => void,
) => loadItemTable(columns, (await loadPrices(prices)).table, of, now, report);

/** The prices of an item by market, cents. */
const pricesOf = ({ names, markets }: ItemTable, name: string) =>
  Object.fromEntries(markets.map(({ market, cents }) => [market, cents[names.indexOf(name)] ?? 0]));

const detail = (price: number, over: Partial<Detail> = {}): Detail => ({ price, inflated: false, ...over });

describe('the loaded table', () => {
  test('has the prices of the table, flagged as the table flags them', async () => {
    const table = await load();
    expect(pricesOf(table, redline)).toEqual({ csfloat: 1200, buff163: 1000, steam: 0, csgoroll: 0 });
    expect(table.markets.map(({ inflated }) => inflated[table.names.indexOf(vulcan)])).toEqual([1, 1, 0, 0]);
    expect([...table.liquidity]).toEqual([80, 40]);
    // An item that no reference lists keeps what the table tells of it.
    const { liquidity } = await load({ more: [['Rare', { liquidity: 70, inflated: false }]] });
    expect([...liquidity]).toEqual([80, 40, 70]);
  });

  test('has the markets’ own entries, and items that only one market has', async () => {
    const steam = {
      [redline]: detail(1500, { count: 7, avg7: 1400, avg30: 1450, updatedAt: asOf - 5000 }),
      'Recoil Case': detail(50),
    };
    const table = await load({ details: { steam } });
    expect(table.names).toEqual([redline, vulcan, 'Recoil Case']);
    expect(pricesOf(table, 'Recoil Case').steam).toBe(50);
    const column = table.markets[2];
    expect([column?.count[0], column?.avg7[0], column?.avg30[0], column?.updatedAt[0]]).toEqual([
      7,
      1400,
      1450,
      (asOf - 5000) / 1000,
    ]);
    expect(column?.count[2]).toBe(0);
    expect([...table.ranks]).toEqual([0, 1, 2]);
  });

  test('has the time of a price in coins without a rate, so that it is no missing listing', async () => {
    const csgoroll = { [redline]: detail(15, { updatedAt: asOf - 5000 }) };
    const table = await loadFrom(await storesWith({ details: { csgoroll } }), { ...request, coinUsd: null });
    const [cents, seconds] = [table.markets[3]?.cents, table.markets[3]?.updatedAt];
    expect([cents?.[0], seconds?.[0], seconds?.[1]]).toEqual([0, (asOf - 5000) / 1000, 0]);
  });

  test('says which markets are being read, and which are missing at the end', async () => {
    const tables: ItemTable[] = [];
    const stores = await storesWith({ details: { steam: { [redline]: detail(1500) } } });
    tables.push(await loadFrom(stores, request, (table) => tables.push(table)));
    expect(tables.map(({ markets }) => markets.map(({ state }) => state))).toEqual([
      ['reading', 'reading', 'reading', 'reading'],
      ['missing', 'missing', 'loaded', 'missing'],
    ]);
  });

  test('has coins in cents by the user’s rate, and averages as they are: 56547 is $565.47', async () => {
    const table = await load({ details: { csgoroll: { [redline]: detail(30, { avg7: 56_547 }) } } });
    expect(pricesOf(table, redline).csgoroll).toBe(1500);
    expect(table.markets.find(({ market }) => market === 'csgoroll')?.avg7).toContain(56_547);
  });

  test('keeps the table’s price where a market’s own entry is older, with the number of its offers', async () => {
    const details = { buff163: { [redline]: detail(700, { count: 9 }) } };
    const table = await load({ details, updatedAt: asOf - 3_600_000 });
    expect(pricesOf(table, redline).buff163).toBe(1000);
    expect(table.markets[1]?.count[0]).toBe(9);
    expect(pricesOf(await load({ details }), redline).buff163).toBe(700);
  });

  test('has changes of the first compared market that has any', async () => {
    const { changes, markets } = await load();
    expect(changes[7]?.percent[0]).toBe(-5);
    expect(markets[changes[7]?.market[0] ?? 0]?.market).toBe('buff163');
    expect(changes[7]?.percent[1]).toBeNaN();
  });

  test('has the table’s prices of names that are newer than a market’s own data', async () => {
    const stores = await storesWith({ details: { buff163: { [redline]: detail(700) } } });
    const { table } = await loadPrices(stores.prices);
    if (!table) throw new Error('no table');
    const names = [redline, vulcan, 'Recoil Case'];
    const grown = packTable(rowsOf(names.map((name) => [name, { buff163: 50, inflated: false }])), table.table);
    await appendNames(stores.columns, grown.table.catalogue, grown.firstAdded, grown.added);
    await stores.prices.write({ [tableKey]: storedOf(loaded(grown.table, { asOf })) });
    expect(pricesOf(await loadFrom(stores), 'Recoil Case').buff163).toBe(50);
  });

  test.each([
    ['names', (stored: Map<string, unknown>) => stored.set('names/0', new ArrayBuffer(8)), []],
    ['details', (stored: Map<string, unknown>) => stored.delete('steam/0'), [redline, vulcan]],
    ['changes', (stored: Map<string, unknown>) => stored.set(changesKey, 7), [redline, vulcan]],
  ])('has nothing of damaged %s', async (_, damage, names) => {
    const stores = await storesWith({ details: { steam: { [redline]: detail(1500) } } });
    damage(stores.columns.stored);
    const table = await loadFrom(stores);
    expect(table.names).toEqual(names);
    expect([0, 1500, undefined]).toContain(table.markets[2]?.cents[0]);
  });

  test('of samples has no changes', async () => {
    const table = await load({ sample: true });
    expect(table.sample).toBe(true);
    expect(table.changes).toEqual({});
  });
});
