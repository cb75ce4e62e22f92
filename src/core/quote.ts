import type { ReferenceMarket } from '#core/markets.ts';

/** What the three reference markets ask for one item: USD cents, a market without a price being absent. */
export type Quote = {
  readonly [market in ReferenceMarket]?: number | undefined;
} & {
  /** 0 to 100 in the simulated market; the price API does not say its scale (src/protocol/price-api.md, "Item entry"). */
  readonly liquidity?: number | undefined;
  /** The price API flags the item's price as an outlier. */
  readonly inflated: boolean;
};
