import type { ExitPrice, NoExitReason } from '#core/exit-value.ts';
import type { ReferenceMarket } from '#core/markets.ts';

/** The reference markets' prices of one item, USD cents; a market without a price is absent. */
export type Quote = {
  readonly [market in ReferenceMarket]?: number | undefined;
} & {
  /** The price API does not state the scale (src/protocol/price-api.md, "Item entry"); 0 to 100 in the simulated market. */
  readonly liquidity?: number | undefined;
  /** The price API flags the item's price as an outlier. */
  readonly inflated: boolean;
  /** Absent unless it was asked for. */
  readonly week?: WeekChanges | undefined;
  /** Where the item is sold best, or why nowhere. Absent unless it was asked for and computed. */
  readonly exit?: ExitQuote | undefined;
};

export type ExitQuote = ExitPrice | { readonly reason: NoExitReason };

/** How a price changed over 7 days. */
export interface WeekChange {
  /** Per cent, one decimal. */
  readonly percent: number;
  /** The item has been recorded for less than 30 days. */
  readonly thin?: true | undefined;
}

/** The reference markets' changes over 7 days; a market whose past is not known is absent. */
export type WeekChanges = { readonly [market in ReferenceMarket]?: WeekChange | undefined };

/** The liquidity on a scale from 0 to 100; `undefined` when it is unknown or on another scale. */
export const percentLiquidity = ({ liquidity }: Quote): number | undefined =>
  liquidity !== undefined && liquidity <= 100 ? liquidity : undefined;
