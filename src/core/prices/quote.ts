import type { ExitPrice, NoExitReason } from '#core/prices/exit-value.ts';
import { type ReferenceMarket, referenceMarkets } from '#core/prices/markets.ts';
import {
  type AgeRules,
  type CountedPrice,
  countedPrice,
  doubtOf,
  type OwnPrice,
  type PriceAt,
} from '#core/prices/price-at.ts';

/** The reference markets' prices of one item, USD cents; a market without a price is absent. */
export type Quote = {
  readonly [market in ReferenceMarket]?: number | undefined;
} & {
  /** The price API does not state the scale (src/protocol/price-api.md, "Item entry"); 0 to 100 in the simulated market. */
  readonly liquidity?: number | undefined;
  /** The price API flags the item's price as an outlier. */
  readonly inflated: boolean;
  /** What the markets' own data tell of these prices; of a market without an entry, the time of the table counts. */
  readonly own?: { readonly [market in ReferenceMarket]?: OwnQuote | undefined } | undefined;
  /** Absent unless it was asked for. */
  readonly week?: WeekChanges | undefined;
  /** Where the item is sold best, or why nowhere. Absent unless it was asked for and computed. */
  readonly exit?: ExitQuote | undefined;
};

interface OwnQuote {
  /** Ms since the epoch. */
  readonly asOf: number;
  readonly inflated?: true | undefined;
}

/** The middle one of the references' prices, USD cents; `undefined` where they are flagged. */
export function referenceOf(quote: Quote | null | undefined): number | undefined {
  if (!quote || quote.inflated) return undefined;
  const known = referenceMarkets.flatMap((market) => quote[market] ?? []).toSorted((one, other) => one - other);
  return known[Math.floor((known.length - 1) / 2)];
}

/** A reference's price of a quote. @param tableAsOf the time of the table, ms since the epoch */
export function quotedPrice(quote: Quote | undefined, market: ReferenceMarket, tableAsOf: number): CountedPrice {
  const { asOf = tableAsOf, inflated = false } = quote?.own?.[market] ?? {};
  return { cents: quote?.[market] || undefined, asOf, flagged: inflated || (quote?.inflated ?? false) };
}

/** A quote with what counts of it and of the references' own data. @param ownOf absent where those are not loaded */
export function withOwnPrices(
  quote: Quote,
  tableAsOf: number,
  ownOf: (market: ReferenceMarket, nth: number) => OwnPrice | undefined,
): Quote {
  const cents: { [market in ReferenceMarket]?: number } = {};
  const own: { [market in ReferenceMarket]?: OwnQuote } = {};
  for (const [nth, market] of referenceMarkets.entries()) {
    const told = ownOf(market, nth);
    if (!told?.price) continue;
    const table = { cents: quote[market], asOf: tableAsOf, flagged: false };
    const counted = countedPrice({ market, table, own: told });
    if (counted.cents === undefined || counted.asOf === undefined) continue;
    cents[market] = counted.cents;
    own[market] = { asOf: counted.asOf, ...(told.flagged && { inflated: true }) };
  }
  return { ...quote, ...cents, own };
}

export function quoteAt(quote: Quote | undefined, market: ReferenceMarket, { asOf, ...rules }: QuoteTimes): PriceAt {
  const price = quotedPrice(quote, market, asOf);
  return { ...price, doubt: doubtOf(price, rules) };
}

export interface QuoteTimes extends AgeRules {
  /** The time of the table, ms since the epoch. */
  readonly asOf: number;
}

/** The markets where an item is sold best: each that leaves less than one before it has a newer price. */
export type ExitQuote = readonly ExitPrice[] | NoExitReason;

export interface WeekChange {
  /** Per cent, one decimal. */
  readonly percent: number;
  /** The item has been recorded for less than 30 days. */
  readonly thin?: true | undefined;
}

/** The reference markets' changes over 7 days; a market whose past is not known is absent. */
export type WeekChanges = { readonly [market in ReferenceMarket]?: WeekChange | undefined };

/** The liquidity on a scale from 0 to 100; `undefined` when it is unknown or on another scale. */
export const percentLiquidity = ({ liquidity }: Pick<Quote, 'liquidity'>): number | undefined =>
  liquidity !== undefined && liquidity <= 100 ? liquidity : undefined;
