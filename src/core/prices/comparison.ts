import { hasPhases } from '#core/items/names.ts';
import { costCents, feesOf } from '#core/money/fees.ts';
import { ageMs } from '#core/prices/age.ts';
import { arrivingCents, type ExitRules, sellingPrice } from '#core/prices/exit-value.ts';
import { balanceMarket } from '#core/prices/markets.ts';
import { ageDoubt, type Doubt, type DoubtRules, doubtOf, isFew, type Offer, priceLimits } from '#core/prices/offer.ts';
import type { Reading } from '#core/site.ts';

export type NoDifferenceReason =
  | 'sample'
  | 'stale'
  | 'clock'
  | 'inflated'
  | 'any-phase'
  | 'by-name'
  | 'bid'
  | 'no-listing'
  | 'disputed'
  | 'no-rate';

export interface ComparedListing {
  readonly reading: Reading;
  /** USD cents; `undefined` when it was not read or its currency has no rate. */
  readonly listingCents: number | undefined;
}

export type JudgedOffer = ReturnType<typeof judgeOffer>;

/**
 * Too few listings are no reason: what is asked is compared. `reason`: why the listing is not compared with the offer;
 * `isSound`: the price is in no doubt, whatever the listing is.
 */
export function judgeOffer(offer: Offer, listing: ComparedListing, limits: DoubtRules) {
  const { reading } = listing;
  const doubt = doubtOf(offer, { ...limits, minCount: 0 });
  // Of its time: an old price turns grey whatever else is in doubt.
  const age = ageDoubt(offer.asOf ?? Number.NEGATIVE_INFINITY, limits);
  const phased = reading.phase !== undefined || hasPhases(reading.item);
  const reason = gravestReason(doubt, age) ?? (phased ? 'any-phase' : listingReason(listing));
  return { ...offer, age, isSound: !doubt && !phased, reason };
}

function gravestReason(doubt: Doubt | undefined, age: ReturnType<typeof ageDoubt>): NoDifferenceReason | undefined {
  if (doubt === 'sample') return 'sample';
  if (age) return age === 'old' ? 'stale' : age;
  return doubt === 'flagged' ? 'inflated' : undefined;
}

/** Why a listing is compared with nothing; `undefined` also for an item that is not for sale. */
function listingReason({ reading, listingCents }: ComparedListing): NoDifferenceReason | undefined {
  const { byName, kind, listing, disputed } = reading;
  if (byName && !listing) return 'by-name';
  if (kind === 'bid') return 'bid';
  if (kind === 'none') return undefined;
  if (listing === undefined) return disputed ? 'disputed' : 'no-listing';
  return listingCents === undefined ? 'no-rate' : undefined;
}

/** Per cent with one decimal: (listing − reference) / reference. Both in USD cents, the reference above 0. */
export function difference(listingCents: number, referenceCents: number): number {
  const tenths = Math.round(((listingCents - referenceCents) / referenceCents) * 1000);
  return tenths === 0 ? 0 : tenths / 10;
}

export type ComparisonRow = ReturnType<typeof toRow>;
export type Comparison = ReturnType<typeof compare>;

export interface ComparisonContext extends ExitRules, ComparedListing {
  /** The prices are made up: none is compared, and none is an outlier. */
  readonly sample?: boolean | undefined;
}

export function compare(asked: readonly Offer[], context: ComparisonContext) {
  const judged = asked.map((offer) => judgeOffer(offer, context, context));
  const sound = judged.flatMap(({ cents, isSound }) => (cents !== undefined && isSound ? [cents] : []));
  const median = sound.length > 1 ? medianOf(sound) : undefined;
  const outlierMedian = sound.length >= priceLimits.fewestForOutlier ? median : undefined;
  const offers = judged.map((offer) => toRow(offer, outlierMedian, context));
  return {
    /** Sorted by price; those without a price last. */
    offers: offers.toSorted(
      (one, other) => (one.cents ?? Number.POSITIVE_INFINITY) - (other.cents ?? Number.POSITIVE_INFINITY) || 0,
    ),
    /** Of what counts; absent with fewer than two prices that do. */
    band: bandOf(offers, context),
  };
}

export const percentMore = (more: number, less: number): number => ((more - less) / less) * 100;

/** What several markets ask, USD cents: prices in no doubt, of enough listings, and no outliers. */
function bandOf(offers: readonly ComparisonRow[], rules: ComparisonContext) {
  const counted = offers.filter((offer) => offer.isSound && offer.outlier === undefined && !isFew(offer, rules));
  const asked = counted.flatMap(({ cents }) => cents ?? []);
  return asked.length > 1
    ? { count: asked.length, low: Math.min(...asked), high: Math.max(...asked), median: medianOf(asked) }
    : undefined;
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
) {
  const { cents, flagged, isSound, market, asOf } = offer;
  const outlier = isSound ? outlierFactorOf(cents, median) : undefined;
  const doubt = reason ?? (outlier && 'outlier');
  const charged = age || flagged ? undefined : feesOf(fees, market);
  return {
    ...offer,
    /** The price as a multiple of the median, for an outlier only. */
    outlier,
    stale: age !== undefined,
    doubt: doubt || undefined,
    ageMs: asOf === undefined || age === 'clock' ? undefined : ageMs(asOf, now),
    /** Per cent; absent wherever `doubt` is set. */
    diff: !doubt && cents !== undefined && listingCents !== undefined ? difference(listingCents, cents) : undefined,
    /** What a sale there leaves, at the exit's price. */
    netCents: arrivingCents(market, offer, charged),
    /** What must be paid in to buy at the price, USD cents. */
    costCents: cents === undefined ? undefined : costCents(cents, charged),
    /** The net is missing for want of the market's fee for cashing out. */
    noCashOut: (market !== balanceMarket && charged?.selling && !charged.cashingOut) || undefined,
  };
}

/** Whether a price is above (1), below (−1) or at (0) an average; within one per cent counts as at. */
export function trend(cents: number, average: number): -1 | 0 | 1 {
  const percents = (cents - average) * 100;
  return percents > average ? 1 : percents < -average ? -1 : 0;
}

export type CashRatios = NonNullable<ReturnType<typeof cashRatios>>;
/** What one item makes of Steam balance on another market, and the other way round. */
export type CashRatio = CashRatios['ratios'][number];

/**
 * The cash ratios of an item; `undefined` without a certain Steam price. A market is missing while its price is in doubt
 * or its fees are unknown, and `toBalance` while Steam's fees are.
 */
export function cashRatios(offers: readonly ComparisonRow[]) {
  const steam = offers.find(({ market }) => market === balanceMarket);
  if (!steam?.cents || !steam.isSound) return undefined;
  const { cents: paid, netCents: credit } = steam;
  const ratios = offers.flatMap(({ market, cents, avg7, ageMs, isSound, netCents, costCents }) => {
    if (market === balanceMarket || cents === undefined || !isSound) return [];
    // Cash for one unit of Steam balance: bought on Steam, sold and cashed out here. And balance for one unit of cash.
    const toCash = netCents && netCents / paid;
    const toBalance = credit && costCents ? credit / costCents : undefined;
    if (toCash === undefined && toBalance === undefined) return [];
    return [{ market, toCash, toBalance, sells: sellingPrice(cents, avg7), ageMs }];
  });
  if (ratios.length === 0) return undefined;
  return {
    /** Steam's price, at which balance buys, and at which the item is sold there. */
    steam: { cents: paid, sells: sellingPrice(paid, steam.avg7), ageMs: steam.ageMs },
    /** From the best ratio to cash to the worst. */
    ratios: ratios.toSorted((one, other) => (other.toCash ?? 0) - (one.toCash ?? 0)),
  };
}
