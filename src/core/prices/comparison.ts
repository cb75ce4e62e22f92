import { costCents, feesOf } from '#core/money/fees.ts';
import { ageMs } from '#core/prices/age.ts';
import {
  type ComparedListing,
  difference,
  type JudgedOffer,
  judgeOffer,
  type NoDifferenceReason,
} from '#core/prices/difference.ts';
import { arrivingCents, type ExitRules } from '#core/prices/exit-value.ts';
import { balanceMarket } from '#core/prices/markets.ts';
import { isFew, type Offer, priceLimits } from '#core/prices/offer.ts';

/** An offer beside the others. */
export interface ComparisonRow extends Offer {
  readonly stale: boolean;
  readonly ageMs?: number | undefined;
  /** The price is in no doubt, whatever the listing and the other prices are. */
  readonly isSound: boolean;
  /** Per cent; absent wherever `doubt` is set. */
  readonly diff?: number | undefined;
  readonly doubt?: NoDifferenceReason | 'outlier' | undefined;
  /** The price as a multiple of the median, for an outlier only. */
  readonly outlier?: number | undefined;
  /** What a sale there leaves, at the exit's price. */
  readonly netCents?: number | undefined;
  /** What must be paid in to buy at the price, USD cents. */
  readonly costCents?: number | undefined;
  /** The net is missing for want of the market's fee for cashing out. */
  readonly noCashOut?: true | undefined;
}

export interface Comparison {
  /** Sorted by price; those without a price last. */
  readonly offers: readonly ComparisonRow[];
  /** The number of prices without doubt. */
  readonly counted: number;
  /** USD cents; absent with fewer than two of them. */
  readonly median?: number | undefined;
  /** From the lowest to the highest price that counts, per cent of the lowest. */
  readonly spread?: number | undefined;
}

export interface ComparisonContext extends ExitRules, ComparedListing {
  /** The prices are made up: none is compared, and none is an outlier. */
  readonly sample?: boolean | undefined;
}

export function compare(asked: readonly Offer[], context: ComparisonContext): Comparison {
  const judged = asked.map((offer) => judgeOffer(offer, context, context));
  const sound = judged.flatMap(({ cents, isSound }) => (cents !== undefined && isSound ? [cents] : []));
  const median = sound.length > 1 ? medianOf(sound) : undefined;
  const outlierMedian = sound.length >= priceLimits.fewestForOutlier ? median : undefined;
  const offers = judged.map((offer) => toRow(offer, outlierMedian, context));
  return {
    offers: offers.toSorted(
      (one, other) => (one.cents ?? Number.POSITIVE_INFINITY) - (other.cents ?? Number.POSITIVE_INFINITY) || 0,
    ),
    counted: sound.length,
    median,
    spread: spreadOf(offers, context),
  };
}

export const percentMore = (more: number, less: number): number => ((more - less) / less) * 100;

function spreadOf(offers: readonly ComparisonRow[], rules: ComparisonContext): number | undefined {
  const counted = offers.filter((offer) => offer.isSound && !isFew(offer, rules));
  const usable = counted.flatMap(({ cents }) => cents ?? []);
  return usable.length > 1 ? percentMore(Math.max(...usable), Math.min(...usable)) : undefined;
}

/** The median; the mean of the middle two of an even count, and 0 of none. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const [low = 0, high = low] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return (low + high) / 2;
}

function outlierFactorOf(cents: number | undefined, median: number | undefined): number | undefined {
  if (cents === undefined || median === undefined) return undefined;
  const factor = cents / median;
  const { outlierFactor } = priceLimits;
  return factor >= outlierFactor || factor <= 1 / outlierFactor ? factor : undefined;
}

function toRow(
  { age, reason, ...offer }: JudgedOffer,
  median: number | undefined,
  { listingCents, fees, now }: ComparisonContext,
): ComparisonRow {
  const { cents, flagged, isSound, market, asOf } = offer;
  const outlier = isSound ? outlierFactorOf(cents, median) : undefined;
  const doubt = reason ?? (outlier && 'outlier');
  const charged = age || flagged ? undefined : feesOf(fees, market);
  return {
    ...offer,
    outlier,
    stale: age !== undefined,
    doubt: doubt || undefined,
    ageMs: asOf === undefined || age === 'clock' ? undefined : ageMs(asOf, now),
    diff: !doubt && cents !== undefined && listingCents !== undefined ? difference(listingCents, cents) : undefined,
    netCents: arrivingCents(market, offer, charged),
    costCents: cents === undefined ? undefined : costCents(cents, charged),
    noCashOut: (market !== balanceMarket && charged?.selling && !charged.cashingOut) || undefined,
  };
}

/** Whether a price is above (1), below (−1) or at (0) an average; within one per cent counts as at. */
export function trend(cents: number, average: number): -1 | 0 | 1 {
  const percents = (cents - average) * 100;
  return percents > average ? 1 : percents < -average ? -1 : 0;
}
