import { balanceCents, costCents, type Fees } from '#core/money/fees.ts';
import { ageMs } from '#core/prices/age.ts';
import { percentMore } from '#core/prices/comparison.ts';
import type { Exit, NoExitReason, SumRules } from '#core/prices/exit-value.ts';
import { balanceMarket, type MarketId } from '#core/prices/markets.ts';
import type { Offer } from '#core/prices/offer.ts';
import { staleAfterMs } from '#core/prices/stale-after.ts';
import { type ChangeColumn, type ItemTable, type MarketColumn, mark } from '#core/rows/item-table.ts';
import type { PriceStages, StageRules } from '#core/rows/price-stages.ts';
import { cheapestBuy, noMarket, type Routes, sellingCents } from '#core/rows/routes.ts';
import { type AverageSpan, averagesOf, type Trend } from '#core/rows/trends.ts';
import { type ExploreView, isRouteKind, isTrendKind } from '#core/rows/view.ts';
import type { Settings } from '#core/settings/settings.ts';

export type Compute = (row: number) => number;

export const none = Number.NaN;

export function priceOf({ table }: RowParts, wanted: MarketId | undefined): Compute {
  const column = table.markets.find(({ market }) => market === wanted);
  return (row) => column?.cents[row] || none;
}

export const centsAt =
  ({ table }: RowParts, markets: Int8Array): Compute =>
  (row) =>
    table.markets[markets[row] ?? noMarket]?.cents[row] ?? none;

/** A difference, a profit or a ratio: samples have none, and neither has an item of several phases. */
export function comparable(parts: RowParts, compute: Compute): Compute {
  const { table, view } = parts;
  if (table.sample) return () => none;
  const keepsPhases = view.rules.overruled.includes('phases');
  return (row) => (((table.traits.marks[row] ?? 0) & mark.phases) !== 0 && !keepsPhases ? none : compute(row));
}

export function routeCents({ table, routes }: RowParts, end: 'buy' | 'sell'): Compute {
  const markets = routes()[end];
  return (row) => {
    const column = table.markets[markets[row] ?? noMarket];
    if (!column) return none;
    return end === 'buy' ? (column.cents[row] ?? none) : sellingCents(column, row);
  };
}

/** Cost or gain on the row's route; without confirmed fees there is none. What Steam credits is no gain. */
export function afterFees(parts: RowParts, end: 'buy' | 'sell'): Compute {
  if (!parts.limits.fees || (end === 'sell' && parts.view.kind === 'balance')) return () => none;
  const cents = parts.routes()[end === 'buy' ? 'cost' : 'gain'];
  return (row) => cents[row] ?? none;
}

export const ofExit =
  ({ exit }: RowParts, compute: (exit: Exit) => number | undefined): Compute =>
  (row) => {
    const found = exit(row);
    return (typeof found === 'object' ? compute(found) : undefined) ?? none;
  };

/** A number of rows whose price on Steam counts. */
function withBalance(
  { table, stages }: RowParts,
  compute: (steam: MarketColumn, row: number) => number | undefined,
): Compute {
  const index = table.markets.findIndex(({ market }) => market === balanceMarket);
  const steam = table.markets[index];
  return (row) => (steam && (stages.usable[row] ?? 0) & (1 << index) ? (compute(steam, row) ?? none) : none);
}

/** What 1.00 of balance becomes: the item is bought with balance and sold at its exit. */
export const cashRatio = (parts: RowParts): Compute =>
  withBalance(parts, (steam, row) => ofExit(parts, ({ netCents }) => netCents / (steam.cents[row] ?? none))(row));

/** The balance that 1.00 of cash becomes: the item is bought where it costs least and sold on Steam. */
export function balanceRatio(parts: RowParts): Compute {
  const { table, limits, stages, sets } = parts;
  const { fees } = limits;
  const credit = creditCents(parts);
  return withBalance(parts, (_, row) => {
    const from = fees && cheapestBuy(table.markets, (stages.usable[row] ?? 0) & sets.cashBuy, row, fees);
    const cost = from && costCents(from.cents[row] ?? none, fees[from.market]);
    return cost && credit(row) / cost;
  });
}

export const creditCents = (parts: RowParts): Compute =>
  withBalance(parts, (steam, row) => {
    const charged = parts.limits.fees?.[balanceMarket];
    return charged && balanceCents(sellingCents(steam, row), charged);
  });

export const changeOf =
  (change: ChangeColumn | undefined): Compute =>
  (row) =>
    change?.percent[row] ?? none;

/** How far a price is above its average. */
export function againstAverage({ table, averaged }: RowParts, span: AverageSpan): Compute {
  if (table.sample) return () => none;
  const markets = averaged[span]();
  return (row) => {
    const column = table.markets[markets[row] ?? noMarket];
    return column ? percentMore(column.cents[row] ?? none, averagesOf(column, span)[row] ?? none) : none;
  };
}

/** Index of the market where each row's item is bought: of the route, of the trend, or the cheapest. */
export function mainMarkets({ view, cheapest, trend, routes }: RowParts): ArrayLike<number> {
  if (isTrendKind(view.kind)) return trend().markets;
  return isRouteKind(view.kind) ? routes().buy : cheapest();
}

/** The age of the oldest price that the row rests on, ms. */
export function ageOf(parts: RowParts, now: number): Compute {
  const { table, stages, view } = parts;
  const main = mainMarkets(parts);
  const { sell } = isRouteKind(view.kind) ? parts.routes() : { sell: undefined };
  return (row) => {
    const first = main[row] ?? noMarket;
    if (first === noMarket) return none;
    const set = sell
      ? (1 << first) | (1 << (sell[row] ?? first))
      : view.kind === 'all'
        ? (stages.usable[row] ?? 0)
        : 1 << first;
    let oldest = Number.POSITIVE_INFINITY;
    for (const [index, { updatedAt }] of table.markets.entries())
      if (set & (1 << index)) oldest = Math.min(oldest, updatedAt[row] ?? 0);
    return ageMs(oldest * 1000, now);
  };
}

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
