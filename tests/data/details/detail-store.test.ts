import { expect, test } from 'vitest';
import type { Detail } from '#core/prices/detail.ts';
import { withNames } from '#data/catalogue/pack-table.ts';
import type { PriceTable } from '#data/catalogue/price-table.ts';
import { findDetails, readDetails, readStoredMarkets, saveDetails } from '#data/details/detail-store.ts';
import type { KeyValueStore } from '#data/storage/column-store.ts';
import { makeStore } from '../memory-store.ts';
import { tableOfNames } from '../table-of.ts';

const [spaced, unspaced] = ['Sticker | Move It (Foil)', 'Sticker | Move It(Foil)'];
const about = { relay: 'http://localhost:8787/', updatedAt: 5000, items: 2 };
const of = (price: number): Detail => ({ price, inflated: false, updatedAt: 4000 });
const link = 'https://buff.163.com/goods/1';

/** A thousand items on a market, some of which its own data added to the catalogue. */
async function stored() {
  const store = makeStore();
  const names = [...Array.from({ length: 998 }, (_, at) => `Item ${at}`), spaced, unspaced];
  const details = new Map(names.map((name, at): [string, Detail] => [name, { ...of(at + 1), link }]));
  const numbered = withNames(tableOfNames(names.slice(0, 700)), names);
  await saveDetails(store, 'buff163', details, numbered, about);
  return { store, names, table: numbered.table };
}

const pricesOf = ({ store, table }: Pick<Awaited<ReturnType<typeof stored>>, 'store' | 'table'>, names: string[]) =>
  Promise.all(names.map(async (name) => (await findOn(store, table, name))?.details.get(name)?.price));

const findOn = async (store: KeyValueStore, table: PriceTable, name: string) =>
  (await findDetails(store, ['buff163', 'youpin'], table, [name], true)).get('buff163');

test('details are those of the exact name, with all that the market tells', async () => {
  const { store, table } = await stored();
  const asked = [spaced, unspaced, spaced.toLowerCase(), `${spaced} `];
  expect(await pricesOf({ store, table }, asked)).toEqual([999, 1000, undefined, undefined]);
  const { table: other } = withNames(table, ['Later']);
  expect(await findOn(store, other, 'Later')).toMatchObject({ about, details: new Map() });
  const full: Detail = { ...of(2 ** 32 - 2), avg7: 1.5, avg30: 2.25, count: 1e12, inflated: true, link };
  const numbered = withNames(table, [spaced]);
  await saveDetails(store, 'buff163', new Map([[spaced, full]]), numbered, about);
  const found = await findOn(store, numbered.table, spaced);
  expect(found?.details.get(spaced)).toEqual({ ...full, count: 2 ** 32 - 1 });
});

test('details of several items are read at once, without links and without markets that have no data', async () => {
  const { store, names, table } = await stored();
  const some = [names[0] ?? '', spaced, 'Nothing', names[600] ?? ''];
  const found = await findDetails(store, ['youpin', 'buff163'], table, some, false);
  expect([...found].map(([market, { about }]) => [market, about.updatedAt])).toEqual([['buff163', 5000]]);
  expect([...(found.get('buff163')?.details ?? [])]).toMatchObject([
    [names[0], of(1)],
    [spaced, of(999)],
    [names[600], of(601)],
  ]);
  expect(found.get('buff163')?.details.get(spaced)).not.toHaveProperty('link');
});

test.each(['', '/links'])('damaged details are forgotten by whoever reads them: buff163%s', async (part) => {
  const { store, table } = await stored();
  const [market] = await readStoredMarkets(store, ['buff163'], table.catalogue);
  store.stored.set(`buff163${part}/1`, 'x');
  if (part) await findOn(store, table, spaced);
  else expect(market && (await readDetails(store, 'buff163', market))).toBeUndefined();
  expect(await readStoredMarkets(store, ['buff163'], table.catalogue)).toEqual([undefined]);
});
