import type { Fees } from '#core/money/fees.ts';
import type { Exit, NoExitReason, SumRules } from '#core/prices/exit-value.ts';
import type { MarketId } from '#core/prices/markets.ts';
import type { Offer } from '#core/prices/offer.ts';
import { staleAfterMs } from '#core/prices/stale-after.ts';
import type { ItemTable } from '#core/rows/item-table.ts';
import type { PriceStages, StageRules } from '#core/rows/price-stages.ts';
import type { Routes } from '#core/rows/routes.ts';
import type { AverageSpan, Trend } from '#core/rows/trends.ts';
import type { ExploreView } from '#core/rows/view.ts';
import type { Settings } from '#core/settings/settings.ts';

export interface UserLimits {
  /** Sellers' and buyers' fees; `undefined`: not confirmed. */
  readonly fees?: Fees | undefined;
  readonly maxAgeMs: number;
  /** 0 to 100. */
  readonly minLiquidity: number;
  /** Least number of offers of a price that counts. */
  readonly minOffers: number;
  /** The least profit of a deal, per cent of its cost. */
  readonly profitPercent: number;
  /** The same in USD cents; a relay is not told. */
  readonly profitCents?: number | undefined;
  /** The markets at which the user sells; empty: all compared ones. */
  readonly selling: readonly MarketId[];
}

export const limitsOf = (settings: Settings): UserLimits => ({
  fees: settings.fees.confirmed ? settings.fees.markets : undefined,
  maxAgeMs: staleAfterMs(settings),
  minLiquidity: settings.deals.minLiquidity,
  minOffers: settings.exit.minCount,
  profitPercent: settings.deals.profitPercent,
  profitCents: settings.deals.profitCents,
  selling: settings.exit.markets,
});

export interface RowParts {
  readonly table: ItemTable;
  readonly view: Pick<ExploreView, 'kind' | 'rules'>;
  readonly limits: UserLimits;
  readonly stages: PriceStages;
  readonly rules: StageRules;
  /** Least number of offers of a price that counts in this view. */
  readonly minOffers: number;
  readonly sets: RouteSets;
  /** Index of the market of each row's cheapest price that counts. */
  readonly cheapest: () => Int8Array;
  /** Where a row's item is sold best after fees. */
  readonly exit: (row: number) => Exit | NoExitReason;
  readonly offers: (row: number) => readonly Offer[];
  readonly sums: SumRules;
  /** Index of each row's first market whose price counts and has an average of so many days. */
  readonly averaged: Readonly<Record<AverageSpan, () => Int8Array>>;
  readonly trend: () => Trend;
  readonly routes: () => Routes;
}

export interface RouteSets {
  readonly buy: number;
  readonly sell: number;
  /** Where cash buys, and where a sale brings cash: what one on Steam brings stays in its wallet. */
  readonly cashBuy: number;
  readonly cashSell: number;
}
