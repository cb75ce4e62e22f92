import type { MarketId } from '#core/markets.ts';

/** One value of an item, by the item's index; `undefined` when there is none. */
export type Column<T> = (item: number) => T | undefined;

/** All that one market tells about items (price-api.md, "Per-market entry"). */
export interface MarketColumns {
  /** Integer USD cents, or coins where the market counts in coins; an item without it is not on this market. */
  readonly value: Column<number>;
  /** Cents, as `avg_7`. */
  readonly avg_30: Column<number>;
  readonly avg_7: Column<number>;
  readonly count: Column<number>;
  readonly is_inflated: Column<boolean>;
  readonly updated_at: Column<string>;
  readonly link: Column<string>;
}

/** All prices at one time; never changed once it is made. */
export interface MarketState {
  /** Another one whenever anything else here is another. */
  readonly version: string;
  /** ISO 8601 in UTC with milliseconds. */
  readonly updatedAt: string;
  /** Market hash names; an item's place here is its index. */
  readonly names: readonly string[];
  readonly liquidity: Column<number>;
  readonly market: (id: MarketId) => MarketColumns;
}

/** Tells the prices of now; `undefined` while there are none yet. Never rejects for want of data. */
export type MarketSource = () => Promise<MarketState | undefined>;
