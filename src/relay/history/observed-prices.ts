import { isObject } from '#core/guards.ts';
import { type MarketId, markets, type ReferenceMarket, referenceMarkets } from '#core/markets.ts';
import { isPlausibleName } from '#core/names.ts';
import type { Quote } from '#core/quote.ts';
import type { Bytes } from '#protocol/bytes.ts';
import { maxPriceCents } from '#protocol/price-api.ts';
import { readAmount } from '#protocol/relay-bodies.ts';
import { isPartnerRow } from '#protocol/row-check.ts';
import type { PricesByName } from '#relay/history/record.ts';

/** The prices that a body tells, in columns: threads hand them over cheaply. */
export interface ObservedPrices {
  /** The items' names, joined by line breaks. */
  readonly names: Bytes;
  /** By market, in the order of the names: USD cents, or hundredths of a coin; 0 for none. */
  readonly markets: Readonly<Partial<Record<MarketId, Uint32Array>>>;
  /** 1 for an item whose prices the price API calls inflated. */
  readonly inflated: Uint8Array;
}

/** The price API's fields of the reference markets (src/protocol/price-api.md, "get-partner-prices"). */
const partnerFields: Readonly<Record<ReferenceMarket, 'price_buff' | 'price_uu' | 'price_csfloat'>> = {
  buff163: 'price_buff',
  youpin: 'price_uu',
  csfloat: 'price_csfloat',
};

type ReadPrice = (row: unknown) => number | undefined;

/**
 * Reads the prices of markets from the items of a body that has passed its check. A row that does not fit, and a name that
 * is no item's, are left out.
 */
export function observePrices(
  items: Readonly<Record<string, unknown>>,
  endpoint: 'partner' | 'prices',
  wanted: readonly MarketId[],
): ObservedPrices {
  const isRow = endpoint === 'partner' ? isPartnerRow : isObject;
  const names = Object.keys(items).filter((name) => isPlausibleName(name) && isRow(items[name]));
  const column = (market: MarketId) => {
    const read = endpoint === 'partner' ? partnerPrice(market) : marketPrice(market);
    return Uint32Array.from(names, (name) => toPrice(read(items[name])));
  };
  const isInflated = (row: unknown) => endpoint === 'partner' && isPartnerRow(row) && row.is_inflated === true;
  return {
    names: new TextEncoder().encode(names.join('\n')),
    markets: Object.fromEntries(wanted.map((market) => [market, column(market)])),
    inflated: Uint8Array.from(names, (name) => (isInflated(items[name]) ? 1 : 0)),
  };
}

const toPrice = (price: number | undefined): number =>
  price !== undefined && Number.isInteger(price) && price > 0 && price <= maxPriceCents ? price : 0;

function partnerPrice(market: MarketId): ReadPrice {
  const field = market in partnerFields ? partnerFields[market as ReferenceMarket] : undefined;
  return (row) => (field && isPartnerRow(row) ? (row[field] ?? undefined) : undefined);
}

/** Coins are recorded in hundredths. */
const marketPrice =
  (market: MarketId): ReadPrice =>
  (row) => {
    const entry = isObject(row) ? row[market] : undefined;
    if (markets[market].unit === 'cents') return readAmount(entry, 'price');
    const coins = readAmount(entry, 'coins');
    return coins === undefined ? undefined : Math.round(coins * 100);
  };

/** The names in the order of the columns. */
const namesOf = ({ names }: ObservedPrices): readonly string[] =>
  names.length === 0 ? [] : new TextDecoder('utf-8', { ignoreBOM: true }).decode(names).split('\n');

/** The prices of markets by item name; an item without a price is absent. */
export function pricesByName(prices: ObservedPrices, wanted: readonly MarketId[]): Map<MarketId, PricesByName> {
  const names = namesOf(prices);
  return new Map(wanted.map((market) => [market, byName(names, prices.markets[market])]));
}

function byName(names: readonly string[], column: Uint32Array | undefined): PricesByName {
  const found = new Map<string, number>();
  for (const [at, price] of (column ?? new Uint32Array()).entries()) {
    const name = names[at];
    if (price > 0 && name !== undefined) found.set(name, price);
  }
  return found;
}

/** The quotes of some items; an item without a row is absent. */
export function quotesOf(prices: ObservedPrices, wanted: readonly string[]): Map<string, Quote> {
  const rest = new Set(wanted);
  const quotes = new Map<string, Quote>();
  for (const [at, name] of namesOf(prices).entries()) {
    if (!rest.has(name)) continue;
    const priced = referenceMarkets.flatMap((market) => {
      const price = prices.markets[market]?.[at] ?? 0;
      return price > 0 ? [[market, price] as const] : [];
    });
    quotes.set(name, { ...Object.fromEntries(priced), inflated: prices.inflated[at] === 1 });
  }
  return quotes;
}
