import type { Fees } from '#core/money/fees.ts';
import type { MarketId } from '#core/prices/markets.ts';
import type { ItemTable } from '#explore/data/item-table.ts';
import type { PriceStages } from '#explore/rows/price-stages.ts';
import type { Routes, RouteValues } from '#explore/rows/routes.ts';
import type { AverageSpan, Trend } from '#explore/rows/trends.ts';
import type { ExploreView } from '#explore/state/view.ts';

/** What the user's settings say. */
export interface UserLimits {
  /** Sellers' and buyers' fees; `undefined`: not confirmed. */
  readonly fees: Fees | undefined;
  readonly maxAgeMs: number;
  /** 0 to 100. */
  readonly minLiquidity: number;
  /** Least number of offers of a price that counts. */
  readonly minOffers: number;
  /** The markets at which the user sells; empty: all compared ones. */
  readonly selling: readonly MarketId[];
}

/** What all columns of the rows rest on. */
export interface RowParts {
  readonly table: ItemTable;
  readonly view: Pick<ExploreView, 'kind' | 'rules'>;
  readonly limits: UserLimits;
  readonly stages: PriceStages;
  /** Least number of offers of a price that counts in this view. */
  readonly minOffers: number;
  /** Index of the market of each row's cheapest price that counts. */
  readonly cheapest: () => Int8Array;
  /** Index of the market where each row's item is sold best after fees: its exit. */
  readonly exits: () => Int8Array;
  /** Index of the market where cash buys each row's item cheapest, with the fee for buying. */
  readonly cashBuys: () => Int8Array;
  /** Index of each row's first market whose price counts and has an average of so many days. */
  readonly averaged: Readonly<Record<AverageSpan, () => Int8Array>>;
  readonly trend: () => Trend;
  readonly routes: () => Routes;
  readonly values: () => readonly RouteValues[];
}
