import type { ExitPrice, NoExitReason } from '#core/prices/exit-value.ts';
import { type MarketId, type ReferenceMarket, referenceMarkets } from '#core/prices/markets.ts';
import { type Offer, offerIn, offersOf, type Sources, type TableRow } from '#core/prices/offer.ts';

/** What is told of an item: what each reference asks, and what comes with the table. */
export interface Quote extends Pick<TableRow, 'liquidity' | 'inflated'> {
  readonly offers: readonly Offer[];
  /** What other markets ask. Absent unless it was asked for. */
  readonly more?: readonly Offer[] | undefined;
  /** Absent unless it was asked for. */
  readonly week?: WeekChanges | undefined;
  /** Where the item is sold best, or why nowhere. Absent unless it was asked for and computed. */
  readonly exit?: ExitQuote | undefined;
}

/** @param asOf the time of the table, ms since the epoch. @param own what the references' own data tell, where they are loaded */
export const quoteOf = (row: TableRow, asOf: number, own?: Sources['own']): Quote => ({
  offers: offersOf(referenceMarkets, { table: { row, asOf }, own }),
  ...(row.liquidity !== undefined && { liquidity: row.liquidity }),
  inflated: row.inflated,
});

export const quotedOffer = (quote: Quote | null | undefined, market: MarketId): Offer =>
  offerIn([...(quote?.offers ?? []), ...(quote?.more ?? [])], market);

/** The middle one of the references' prices, USD cents; `undefined` where they are flagged. */
export function referenceOf(quote: Quote | null | undefined): number | undefined {
  if (!quote || quote.inflated) return undefined;
  const known = quote.offers.flatMap(({ cents }) => cents ?? []).toSorted((one, other) => one - other);
  return known[Math.floor((known.length - 1) / 2)];
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
export const percentLiquidity = ({ liquidity }: Pick<TableRow, 'liquidity'>): number | undefined =>
  liquidity !== undefined && liquidity <= 100 ? liquidity : undefined;
