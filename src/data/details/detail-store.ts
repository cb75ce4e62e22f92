import { type Guarded, isFiniteNumber, isObjectOf, isString, optional } from '#core/asks/guards.ts';
import { type Detail, fieldsAt, storedTypes, writeFields } from '#core/prices/detail.ts';
import type { MarketId } from '#core/prices/markets.ts';
import type { Sources } from '#core/prices/offer.ts';
import type { NumberedNames } from '#data/catalogue/pack-table.ts';
import type { PriceTable } from '#data/catalogue/price-table.ts';
import { type ColumnsOf, packColumns } from '#data/storage/columns.ts';
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
import type { KeyValueStore } from '#data/storage/stored-value.ts';

const detailTypes = {
  /** USD cents; coins for a market that counts in coins. 0: none. */
  price: 'f64',
  ...storedTypes,
} as const;

export type DetailColumns = ColumnsOf<typeof detailTypes>;

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
export async function readStoredMarkets(
  store: KeyValueStore,
  ids: readonly MarketId[],
  catalogue: string | undefined,
): Promise<(StoredMarket | undefined)[]> {
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
export async function readDetails(
  store: KeyValueStore,
  market: MarketId,
  { catalogue, rows }: StoredMarket,
): Promise<DetailColumns | undefined> {
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
