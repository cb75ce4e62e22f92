import { hasPhases } from '#core/items/phases.ts';
import { ageDoubt, type Doubt, type DoubtRules, doubtOf, type Offer } from '#core/prices/offer.ts';
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

/** A listing that is compared with what markets ask. */
export interface ComparedListing {
  readonly reading: Reading;
  /** USD cents; `undefined` when it was not read or its currency has no rate. */
  readonly listingCents: number | undefined;
}

/** An offer beside a listing. */
export interface JudgedOffer extends Offer {
  /** Of its time: an old price turns grey whatever else is in doubt. */
  readonly age: 'old' | 'clock' | undefined;
  /** The price is in no doubt, whatever the listing is. */
  readonly isSound: boolean;
  /** Why the listing is not compared with it. */
  readonly reason: NoDifferenceReason | undefined;
}

export function judgeOffer(offer: Offer, listing: ComparedListing, { now, staleAfterMs, sample }: DoubtRules) {
  const { reading } = listing;
  const rules = { now, staleAfterMs, sample };
  const doubt = doubtOf(offer, rules);
  const age = ageDoubt(offer.asOf ?? Number.NEGATIVE_INFINITY, rules);
  const phased = reading.phase !== undefined || hasPhases(reading.item);
  const reason = gravestReason(doubt, age) ?? (phased ? 'any-phase' : listingReason(listing));
  return { ...offer, age, isSound: !doubt && !phased, reason } satisfies JudgedOffer;
}

function gravestReason(doubt: Doubt | undefined, age: JudgedOffer['age']): NoDifferenceReason | undefined {
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

/**
 * How far a listing is from a reference, per cent with one decimal: (listing − reference) / reference.
 * Both in USD cents, the reference above 0.
 */
export function difference(listingCents: number, referenceCents: number): number {
  const tenths = Math.round(((listingCents - referenceCents) / referenceCents) * 1000);
  return tenths === 0 ? 0 : tenths / 10;
}
