import type { MarketId } from '#core/markets.ts';

/** One value of each item, by the item's index. */
export type Column<T> = (item: number) => T | undefined;

/** The values of one market (src/protocol/price-api.md, "Per-market entry"). */
export interface MarketColumns {
  /** Integer USD cents, or coins on a market that counts in coins. An item without it is not on this market. */
  readonly value: Column<number>;
  /** Cents, like `avg_7`. */
  readonly avg_30: Column<number>;
  readonly avg_7: Column<number>;
  readonly count: Column<number>;
  readonly is_inflated: Column<boolean>;
  readonly updated_at: Column<string>;
  readonly link: Column<string>;
}

/** All prices at one time; immutable. */
export interface MarketState {
  /** Changes with any of the other values. */
  readonly version: string;
  /** ISO 8601 in UTC with milliseconds. */
  readonly updatedAt: string;
  /** Market hash names in the order of the items' indexes. */
  readonly names: readonly string[];
  readonly liquidity: Column<number>;
  readonly market: (id: MarketId) => MarketColumns;
}

/** Returns the current prices; `undefined` before there are any. A lack of data never rejects. */
export type MarketSource = () => Promise<MarketState | undefined>;
