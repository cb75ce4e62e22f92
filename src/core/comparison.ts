import type { DetailExtras } from '#core/detail.ts';
import { difference, type NoDifferenceReason, noDifferenceReason } from '#core/difference.ts';
import { type ConfirmedFees, costCents, feesOf, netCents } from '#core/fees.ts';
import type { MarketId } from '#core/markets.ts';
import { hasPhases } from '#core/phases.ts';
import { priceLimits } from '#core/price-at.ts';
import type { Reading } from '#core/site.ts';

/** One market's price, before it is compared. */
export interface ComparisonInput extends DetailExtras {
  readonly market: MarketId;
  /** USD cents; absent without a price, and where coins have no rate. */
  readonly cents?: number | undefined;
  /** The price in coins, of a market that counts in coins. */
  readonly coins?: number | undefined;
  readonly inflated: boolean;
  /** Whether the market's data are loaded; without them it is unknown whether the market has a price. */
  readonly hasData: boolean;
  /** Age of the price, ms. */
  readonly ageMs?: number | undefined;
}

/** One market's price, compared with the listing and with the other markets. */
export interface ComparisonRow extends ComparisonInput {
  readonly stale: boolean;
  /** Per cent; absent wherever `doubt` is set. */
  readonly diff?: number | undefined;
  readonly doubt?: NoDifferenceReason | 'outlier' | undefined;
  /** The price as a multiple of the median, for an outlier only. */
  readonly outlier?: number | undefined;
  /** What arrives after selling at the price and cashing out, USD cents. */
  readonly netCents?: number | undefined;
  /** What must be paid in to buy at the price, USD cents. */
  readonly costCents?: number | undefined;
}

export interface Comparison {
  /** Sorted by price; those without a price last. */
  readonly offers: readonly ComparisonRow[];
  /** The number of fresh prices. */
  readonly counted: number;
  /** USD cents; absent with fewer than two fresh prices. */
  readonly median?: number | undefined;
  /** From the lowest to the highest price that counts, per cent of the lowest. */
  readonly spread?: number | undefined;
}

export interface ComparisonContext {
  readonly reading: Reading;
  readonly listingCents: number | undefined;
  readonly staleAfterMs: number;
  /** Least number of listings of a price that counts. */
  readonly minCount: number;
  /** The prices are made up: none is compared, and none is an outlier. */
  readonly sample?: boolean | undefined;
  readonly fees: ConfirmedFees;
}

/** Compares the markets' prices with each other and with the listing. */
export function compare(inputs: readonly ComparisonInput[], context: ComparisonContext): Comparison {
  const aged = inputs.map((input) => ({
    ...input,
    stale: (input.ageMs ?? Number.POSITIVE_INFINITY) > context.staleAfterMs,
  }));
  const counted = aged.flatMap(({ cents, stale }) => (cents !== undefined && !stale ? [cents] : []));
  const median = counted.length > 1 ? medianOf(counted) : undefined;
  const outlierMedian = counted.length >= priceLimits.fewestForOutlier && !context.sample ? median : undefined;
  const offers = aged.map((input) => toRow(input, outlierFactorOf(input.cents, outlierMedian), context));
  return {
    offers: offers.toSorted(
      (one, other) => (one.cents ?? Number.POSITIVE_INFINITY) - (other.cents ?? Number.POSITIVE_INFINITY) || 0,
    ),
    counted: counted.length,
    median,
    spread: spreadOf(offers, context),
  };
}

/** By how many per cent an amount is more than another. */
export const percentMore = (more: number, less: number): number => ((more - less) / less) * 100;

/** Of made-up prices there is none, and neither of an item of several phases: each market tells that of another phase. */
function spreadOf(
  offers: readonly ComparisonRow[],
  { reading, minCount, sample }: ComparisonContext,
): number | undefined {
  if (sample || hasPhases(reading.item)) return undefined;
  const usable = offers.flatMap(({ cents, stale, inflated, count = 0 }) =>
    cents !== undefined && !stale && !inflated && count >= minCount ? [cents] : [],
  );
  return usable.length > 1 ? percentMore(Math.max(...usable), Math.min(...usable)) : undefined;
}

/** The median; the mean of the middle two of an even count, and 0 of none. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const [low = 0, high = low] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return (low + high) / 2;
}

/** The multiple of the median, for an outlier only. */
function outlierFactorOf(cents: number | undefined, median: number | undefined): number | undefined {
  if (cents === undefined || median === undefined) return undefined;
  const factor = cents / median;
  const { outlierFactor } = priceLimits;
  return factor >= outlierFactor || factor <= 1 / outlierFactor ? factor : undefined;
}

function toRow(
  input: ComparisonInput & { readonly stale: boolean },
  outlier: number | undefined,
  context: ComparisonContext,
): ComparisonRow {
  const { cents, inflated, stale, market } = input;
  const { reading, listingCents, fees, sample } = context;
  const doubt =
    noDifferenceReason({ reading, quote: { inflated }, stale, sample, listingCents }) ?? (outlier && 'outlier');
  const charged = stale || inflated ? undefined : feesOf(fees, market);
  return {
    ...input,
    outlier: stale ? undefined : outlier,
    doubt: doubt || undefined,
    diff: !doubt && cents !== undefined && listingCents !== undefined ? difference(listingCents, cents) : undefined,
    netCents: charged && cents !== undefined ? netCents(cents, charged) : undefined,
    costCents: charged && cents !== undefined ? costCents(cents, charged) : undefined,
  };
}

/** Whether a price is above (1), below (−1) or at (0) an average; within one per cent counts as at. */
export function trend(cents: number, average: number): -1 | 0 | 1 {
  const percents = (cents - average) * 100;
  return percents > average ? 1 : percents < -average ? -1 : 0;
}
