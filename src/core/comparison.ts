import { difference, type NoDifferenceReason, noDifferenceReason } from '#core/difference.ts';
import type { MarketId } from '#core/markets.ts';
import type { Reading } from '#core/site.ts';

/** What one market asks, before it is compared. */
export interface ComparisonInput {
  readonly market: MarketId;
  /** USD cents; absent without a price, or where coins have no rate. */
  readonly cents?: number | undefined;
  /** The price of a market that counts in coins. */
  readonly coins?: number | undefined;
  /** Averages, USD cents. */
  readonly avg7?: number | undefined;
  readonly avg30?: number | undefined;
  readonly count?: number | undefined;
  readonly inflated: boolean;
  /** Whether the market's data are held at all; without them nobody knows whether it has a price. */
  readonly held: boolean;
  /** Age of the price, ms. */
  readonly ageMs?: number | undefined;
  readonly link?: string | undefined;
}

/** What one market asks, compared with the listing and with the other markets. */
export interface ComparisonRow extends ComparisonInput {
  readonly stale: boolean;
  /** Per cent, only where it is honest. */
  readonly diff?: number | undefined;
  readonly doubt?: NoDifferenceReason | 'outlier' | undefined;
  /** How many times the median it asks, for one that is far from it. */
  readonly outlier?: number | undefined;
  /** What a seller gets, USD cents. */
  readonly netCents?: number | undefined;
}

export interface Comparison {
  /** Sorted by what the user pays; those without a price last. */
  readonly offers: readonly ComparisonRow[];
  /** How many have a price that is fresh enough to count. */
  readonly counted: number;
  /** USD cents; from two markets on. */
  readonly median?: number | undefined;
  /** From the cheapest to the dearest, per cent of the median, outliers left out. */
  readonly spread?: number | undefined;
}

export interface ComparisonContext {
  readonly reading: Reading;
  readonly listingCents: number | undefined;
  readonly staleAfterMs: number;
  /** Sellers' fees, per cent. */
  readonly fees: { readonly confirmed: boolean; readonly percent: Readonly<Partial<Record<MarketId, number>>> };
}

/** As far as this from the median, up or down, a price is an outlier, from three markets on. */
const outlierFactor = 1.5;
const fewestForOutlier = 3;

/** Sets what the markets ask side by side. */
export function compare(asked: readonly ComparisonInput[], occasion: ComparisonContext): Comparison {
  const aged = asked.map((one) => ({ ...one, stale: (one.ageMs ?? Number.POSITIVE_INFINITY) > occasion.staleAfterMs }));
  const counted = aged.flatMap(({ cents, stale }) => (cents !== undefined && !stale ? [cents] : []));
  const median = counted.length > 1 ? medianOf(counted) : undefined;
  const known = counted.length >= fewestForOutlier ? median : undefined;
  const offers = aged.map((one) => toOffer(one, factorOf(one.cents, known), occasion));
  const agreeing = offers.flatMap((one) =>
    one.cents !== undefined && !one.stale && !isDoubtful(one) ? [one.cents] : [],
  );
  return {
    offers: offers.toSorted(
      (one, other) => (one.cents ?? Number.POSITIVE_INFINITY) - (other.cents ?? Number.POSITIVE_INFINITY) || 0,
    ),
    counted: counted.length,
    median,
    spread:
      median && agreeing.length > 1 ? ((Math.max(...agreeing) - Math.min(...agreeing)) / median) * 100 : undefined,
  };
}

const isDoubtful = ({ outlier, inflated }: ComparisonRow): boolean => outlier !== undefined || inflated;

/** The median; the mean of the middle two of an even count, and 0 of none. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const [low = 0, high = low] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return (low + high) / 2;
}

/** How many times the median a price is, where that is far. */
function factorOf(cents: number | undefined, median: number | undefined): number | undefined {
  if (cents === undefined || median === undefined) return undefined;
  const factor = cents / median;
  return factor >= outlierFactor || factor <= 1 / outlierFactor ? factor : undefined;
}

function toOffer(
  asked: ComparisonInput & { readonly stale: boolean },
  outlier: number | undefined,
  occasion: ComparisonContext,
): ComparisonRow {
  const { cents, inflated, stale, market } = asked;
  const { reading, listingCents, fees } = occasion;
  const doubt = noDifferenceReason({ reading, quote: { inflated }, stale, listingCents }) ?? (outlier && 'outlier');
  const fee = fees.confirmed ? fees.percent[market] : undefined;
  return {
    ...asked,
    outlier: stale ? undefined : outlier,
    doubt: doubt || undefined,
    diff: !doubt && cents !== undefined && listingCents !== undefined ? difference(listingCents, cents) : undefined,
    netCents: fee === undefined || cents === undefined || stale ? undefined : cents * (1 - fee / 100),
  };
}

/** Whether a price stands above (1), below (−1) or at (0) an average; within one per cent counts as at. */
export function trend(cents: number, average: number): -1 | 0 | 1 {
  const percents = (cents - average) * 100;
  return percents > average ? 1 : percents < -average ? -1 : 0;
}
