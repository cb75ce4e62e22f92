import { type Guarded, isArrayOf, isFiniteNumber, isObjectOf, isString, optional } from '#core/asks/guards.ts';
import { type Detail, fieldsAt, storedTypes, writeFields } from '#core/prices/detail.ts';
import { isReference, type MarketId, referenceMarkets } from '#core/prices/markets.ts';
import type { Sources } from '#core/prices/offer.ts';
import type { NumberedNames } from '#data/catalogue/pack-table.ts';
import type { PriceTable } from '#data/catalogue/price-table.ts';
import { type ColumnStore, columnStore, type KeyValueStore } from '#data/storage/column-store.ts';
import { packColumns } from '#data/storage/columns.ts';
import {
  columnEntries,
  readColumns,
  readRecords,
  readTexts,
  recordOf,
  recordRows,
  textEntries,
  textTypes,
} from '#data/storage/records.ts';

const detailTypes = {
  /** USD cents; coins for a market that counts in coins. 0: none. */
  price: 'f64',
  ...storedTypes,
} as const;

type PriceColumns = { readonly price: ArrayLike<number> } & Parameters<typeof fieldsAt>[0];

const isStoredMarket = isObjectOf({
  /** Of their numbers. */
  catalogue: isString,
  /** Numbers below this have values. */
  rows: isFiniteNumber,
  relay: isString,
  etag: optional(isString),
  /** The time of the data, ms since the epoch. */
  updatedAt: isFiniteNumber,
  /** The time that the relay's header gave them. */
  statedAt: optional(isFiniteNumber),
  items: isFiniteNumber,
});

export type StoredMarket = Guarded<typeof isStoredMarket>;

const columnsOf = (market: MarketId, catalogue: string) => ({ key: market, catalogue, types: detailTypes });
const linksOf = (market: MarketId, catalogue: string) => ({ key: `${market}/links`, catalogue, types: textTypes });

/** Replaces the details of a market in one write. Rejects when the storage refuses. */
export async function saveDetails(
  store: KeyValueStore,
  market: MarketId,
  details: ReadonlyMap<string, Detail>,
  { table: { catalogue, rows }, numbers }: NumberedNames,
  about: Omit<StoredMarket, 'catalogue' | 'rows'>,
): Promise<void> {
  const { columns } = packColumns(detailTypes, rows);
  const links = new Array<string>(rows).fill('');
  let at = 0;
  for (const detail of details.values()) {
    const number = numbers[at++] ?? rows;
    if (number >= rows) continue;
    const { price, updatedAt = about.updatedAt, link = '' } = detail;
    columns.price[number] = price;
    writeFields(columns, number, { ...detail, updatedAt });
    links[number] = link;
  }
  const stored: StoredMarket = { ...about, catalogue, rows };
  await store.write({
    ...columnEntries(columnsOf(market, catalogue), columns, rows),
    ...textEntries(linksOf(market, catalogue), links),
    [market]: stored,
  });
}

/** In the order of `ids`; `undefined` for a market without usable data. */
export async function readStoredMarkets(store: KeyValueStore, ids: readonly MarketId[], catalogue: string | undefined) {
  const stored = await store.read(ids);
  return stored.map((about) => (isStoredMarket(about) && about.catalogue === catalogue ? about : undefined));
}

export interface FoundMarket {
  readonly about: StoredMarket;
  /** By name; an item that the market does not have is absent. */
  readonly details: ReadonlyMap<string, Detail>;
}

/** A market without usable data is absent. */
export type FoundDetails = ReadonlyMap<MarketId, FoundMarket>;

/** What is found of an item, by its exact name. */
export const ownIn =
  (found: FoundDetails, name: string): Sources['own'] =>
  (market) => {
    const { about, details } = found.get(market) ?? {};
    return about && { asOf: about.updatedAt, detail: details?.get(name) };
  };

/** The details of items, by their exact names, with the addresses of their pages or without. */
export async function findDetails(
  store: KeyValueStore,
  ids: readonly MarketId[],
  { catalogue, numberOf }: Pick<PriceTable, 'catalogue' | 'numberOf'>,
  names: readonly string[],
  withLinks: boolean,
): Promise<FoundDetails> {
  const numbers = names.flatMap((name) => {
    const number = numberOf(name);
    return number === undefined ? [] : [{ name, number }];
  });
  const records = [...new Set(numbers.map(({ number }) => recordOf(number)))];
  const setsOf = <S>(setOf: (market: MarketId, catalogue: string) => S) => ids.map((id) => setOf(id, catalogue));
  const [stored, columns, links] = await Promise.all([
    readStoredMarkets(store, ids, catalogue),
    readRecords(store, setsOf(columnsOf), records),
    withLinks ? readTexts(store, setsOf(linksOf), records) : undefined,
  ]);
  const damaged: MarketId[] = [];
  const found = ids.flatMap((market, nth) => {
    const about = stored[nth];
    if (!about) return [];
    const details = new Map<string, Detail>();
    for (const { name, number } of numbers.filter(({ number }) => number < about.rows)) {
      const [at, row] = [records.indexOf(recordOf(number)), number % recordRows];
      const [record, link] = [columns[nth]?.[at], links ? links[nth]?.[at]?.[row] : ''];
      const detail = record && detailAt(record, row);
      if (!record || link === undefined) damaged.push(market);
      else if (detail) details.set(name, link ? { ...detail, link } : detail);
    }
    return damaged.includes(market) ? [] : [[market, { about, details }] as const];
  });
  if (damaged.length > 0) await forgetDetails(store, damaged);
  return new Map(found);
}

/** All details of a market, in columns of `about.rows`; `undefined` when any is damaged. */
export async function readDetails(store: KeyValueStore, market: MarketId, { catalogue, rows }: StoredMarket) {
  const columns = await readColumns(store, columnsOf(market, catalogue), rows);
  if (!columns) await forgetDetails(store, [market]);
  return columns;
}

/** Damaged details are fetched again: their next check finds none. */
const forgetDetails = (store: KeyValueStore, ids: readonly MarketId[]): Promise<void> =>
  store.write(Object.fromEntries(ids.map((market) => [market, null])));

/** The details of a row without its link; `undefined`: the market does not have the item. */
export function detailAt(columns: PriceColumns, row: number): Detail | undefined {
  const price = columns.price[row];
  return price ? { price, ...fieldsAt(columns, row) } : undefined;
}

/**
 * What the references' own data tell of each item's price there, packed beside the table: a worker that wakes reads no
 * details. One row a reference and name: that of a name's number times the number of references, and so on.
 */
const ownTypes = { price: 'u32', updatedAt: 'u32', inflated: 'u8', avg7: 'f64', count: 'u32' } as const;
const ownColumns = Object.keys(ownTypes) as (keyof typeof ownTypes)[];

const isAboutOwn = isObjectOf({
  /** Identifies the details from which they come. */
  inputs: isString,
  version: isString,
  /** The times of the references' data, ms since the epoch; 0: none are loaded. */
  bodies: isArrayOf(isFiniteNumber, referenceMarkets.length),
});

export type StoredOwn = ColumnStore<Guarded<typeof isAboutOwn>, typeof ownTypes>;

type OwnQuotes = NonNullable<Awaited<ReturnType<StoredOwn['columns']>>>;

export const openOwnQuotes = (store: () => KeyValueStore): StoredOwn =>
  columnStore(store, 'own-quotes', ownTypes, isAboutOwn);

export const ownOf =
  ({ about, columns }: OwnQuotes, number: number): Sources['own'] =>
  (market) => {
    const nth = isReference(market) ? referenceMarkets.indexOf(market) : -1;
    const asOf = about.bodies[nth];
    return asOf ? { asOf, detail: detailAt(columns, number * referenceMarkets.length + nth) } : undefined;
  };

/** References that are not compared are not renewed: their old data say nothing. Never rejects; tells whether there is news. */
export async function updateOwnQuotes(
  { details, own }: { readonly details: KeyValueStore; readonly own: Pick<StoredOwn, 'about' | 'write'> },
  { catalogue, rows }: Pick<PriceTable, 'catalogue' | 'rows'>,
  compared: readonly MarketId[],
): Promise<boolean> {
  const stored = await readStoredMarkets(details, referenceMarkets, catalogue).catch(() => []);
  const abouts = referenceMarkets.map((market, nth) => (compared.includes(market) ? stored[nth] : undefined));
  const inputs = JSON.stringify([rows, abouts.map((about) => about && [about.updatedAt, about.etag])]);
  const before = await own.about();
  if (before?.catalogue === catalogue && before.inputs === inputs) return false;
  const packed = packColumns(ownTypes, rows * referenceMarkets.length);
  for (const [nth, market] of referenceMarkets.entries()) {
    const about = abouts[nth];
    const told = about && (await readDetails(details, market, about).catch(() => undefined));
    for (let number = 0; told && number < about.rows; number++) {
      const row = number * referenceMarkets.length + nth;
      for (const id of ownColumns) packed.columns[id][row] = told[id][number] ?? 0;
      packed.columns.price[row] = Math.round(told.price[number] ?? 0);
    }
  }
  const bodies = abouts.map((about) => about?.updatedAt ?? 0);
  // Without room in the store, they live as long as the worker.
  await own.write({ catalogue, inputs, version: crypto.randomUUID(), bodies }, packed).catch(() => undefined);
  return true;
}
