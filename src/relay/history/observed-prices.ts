import { isObject } from '#core/asks/guards.ts';
import { isPlausibleName } from '#core/items/names.ts';
import { type EntryColumns, emptyColumns, fieldsAt, writeFields } from '#core/prices/detail.ts';
import {
  coinMarket,
  type MarketId,
  partnerFields,
  type ReferenceMarket,
  referenceMarkets,
} from '#core/prices/markets.ts';
import { priceLimits, type TableRow } from '#core/prices/offer.ts';
import { percentLiquidity } from '#core/prices/quote.ts';
import { firstPlace } from '#core/rows/first-place.ts';
import type { Bytes } from '#protocol/bytes.ts';
import { readAmount } from '#protocol/relay-bodies.ts';
import { isMarketEntry, isPartnerRow, readEntry } from '#protocol/row-check.ts';
import { isCounts } from '#relay/history/read.ts';
import type { PricesByName } from '#relay/history/record.ts';

/** The prices that a body tells, in columns: threads hand them over cheaply. */
export interface ObservedPrices {
  /** The items' names, sorted by their bytes and joined by line breaks: no names can be chosen that are slow to find. */
  readonly names: Bytes;
  /** Where each of them ends in these bytes. */
  readonly ends: Uint32Array;
  /** By market, in the order of the names: USD cents, or hundredths of a coin; 0 for none. */
  readonly markets: Readonly<Partial<Record<MarketId, Uint32Array>>>;
  /** 1 for an item whose prices the table calls inflated. */
  readonly inflated: Uint8Array;
  /** Of the table, 0 to 100; NaN: not known. */
  readonly liquidity?: Float32Array | undefined;
  /** What else one market's own data tell of an offer; 0 where they do not. */
  readonly offers?: EntryColumns | undefined;
}

/** Of a recorded price: coins are recorded in hundredths. */
export const perUnit = (market: MarketId): number => (market === coinMarket ? 100 : 1);

type Items = Readonly<Record<string, unknown>>;

/** The rows of a body that has passed its check, sorted by name. One that does not fit, and a name that is no item's, are left out. */
const rowsOf = <T>(items: Items, isRow: (row: unknown) => row is T): (readonly [name: Buffer, row: T])[] =>
  Object.entries(items)
    .flatMap(([name, row]) => (isPlausibleName(name) && isRow(row) ? [[keyOfName(name), row] as const] : []))
    .sort(([one], [other]) => Buffer.compare(one, other));

function namesFor(rows: readonly (readonly [name: Buffer, row: unknown])[]) {
  const ends = new Uint32Array(rows.length);
  for (const [at, [name]] of rows.entries()) ends[at] = startOf(ends, at) + name.length;
  const lines = rows.flatMap(([name], at) => (at > 0 ? [lineBreak, name] : [name]));
  return { names: Uint8Array.from(Buffer.concat(lines)), ends };
}

const startOf = (ends: Uint32Array, at: number): number => (at > 0 ? (ends[at - 1] ?? 0) + lineBreak.length : 0);

const lineBreak = Buffer.from('\n');

/** What a name is looked up by, in many bodies. */
export const keyOfName = (name: string): Buffer => Buffer.from(name);

function placeOf({ names, ends }: ObservedPrices, key: Buffer): number | undefined {
  const compare = (at: number) => key.compare(names, startOf(ends, at), ends[at]);
  const at = firstPlace(ends.length, (at) => compare(at) <= 0);
  return at < ends.length && compare(at) === 0 ? at : undefined;
}

export function observeTable(items: Items): ObservedPrices {
  const rows = rowsOf(items, isPartnerRow);
  const column = (market: ReferenceMarket) => Uint32Array.from(rows, ([, row]) => toPrice(row[partnerFields[market]]));
  return {
    ...namesFor(rows),
    markets: Object.fromEntries(referenceMarkets.map((market) => [market, column(market)])),
    inflated: Uint8Array.from(rows, ([, row]) => Number(row.is_inflated === true)),
    liquidity: Float32Array.from(
      rows,
      ([, row]) => percentLiquidity({ liquidity: row.liquidity ?? undefined }) ?? Number.NaN,
    ),
  };
}

export function observeMarket(items: Items, market: MarketId): ObservedPrices {
  const rows = rowsOf(items, isObject);
  const offers = emptyColumns(rows.length);
  for (const [at, [, row]] of rows.entries()) {
    const entry = row[market];
    const told = isMarketEntry(entry) && readEntry(entry, market);
    if (told) writeFields(offers, at, told);
  }
  const isCoins = market === coinMarket;
  const priceOf = (row: Items) => {
    const amount = readAmount(row[market], isCoins ? 'coins' : 'price');
    return toPrice(isCoins && amount ? Math.round(amount * perUnit(market)) : amount);
  };
  return {
    ...namesFor(rows),
    markets: { [market]: Uint32Array.from(rows, ([, row]) => priceOf(row)) },
    inflated: new Uint8Array(rows.length),
    offers,
  };
}

const toPrice = (price: number | null | undefined): number =>
  price && Number.isInteger(price) && price > 0 && price <= priceLimits.maxCents ? price : 0;

export const namesOf = ({ names }: ObservedPrices): readonly string[] =>
  names.length === 0 ? [] : new TextDecoder('utf-8', { ignoreBOM: true }).decode(names).split('\n');

/** @param wanted markets, or series of their counts */
export function pricesByName(prices: ObservedPrices, wanted: readonly string[]): Map<string, PricesByName> {
  const names = namesOf(prices);
  const columns: Readonly<Record<string, Uint32Array>> = prices.markets;
  const byName = (column: Uint32Array | undefined) =>
    new Map(names.map((name, at) => [name, column?.[at] ?? 0] as const).filter(([, value]) => value > 0));
  return new Map(wanted.map((series) => [series, byName(isCounts(series) ? prices.offers?.count : columns[series])]));
}

/** What one market asks, in the market's own unit. */
export function observedOffer(prices: ObservedPrices, market: MarketId, name: Buffer) {
  const at = placeOf(prices, name);
  const price = at === undefined ? 0 : (prices.markets[market]?.[at] ?? 0);
  if (at === undefined || price === 0) return undefined;
  return { price: price / perUnit(market), ...(prices.offers ? fieldsAt(prices.offers, at) : { inflated: false }) };
}

export function observedRow(prices: ObservedPrices, name: Buffer): TableRow | undefined {
  const at = placeOf(prices, name);
  if (at === undefined) return undefined;
  const priced = referenceMarkets.map((market) => [market, prices.markets[market]?.[at] ?? 0] as const);
  return { ...Object.fromEntries(priced.filter(([, price]) => price > 0)), inflated: prices.inflated[at] === 1 };
}
