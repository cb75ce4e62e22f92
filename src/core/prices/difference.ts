import { hasPhases } from '#core/items/phases.ts';
import type { Doubt } from '#core/prices/offer.ts';
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

export interface DifferenceInput {
  readonly reading: Reading;
  readonly doubt: Doubt | undefined;
  /** Of its time: an old price turns grey whatever else is in doubt. */
  readonly age: 'old' | 'clock' | undefined;
  /** The listing's price in USD cents; `undefined` when it was not read or its currency has no rate. */
  readonly listingCents: number | undefined;
}

/**
 * The gravest reason against a difference; `undefined` when a difference can be shown, and for an item that is not for
 * sale.
 */
export function noDifferenceReason({
  reading,
  doubt,
  age,
  listingCents,
}: DifferenceInput): NoDifferenceReason | undefined {
  if (doubt === 'sample') return 'sample';
  if (age) return age === 'old' ? 'stale' : age;
  if (doubt === 'flagged') return 'inflated';
  if (reading.phase !== undefined || hasPhases(reading.item)) return 'any-phase';
  if (reading.byName && !reading.listing) return 'by-name';
  if (reading.kind === 'bid') return 'bid';
  if (reading.kind === 'none') return undefined;
  if (reading.listing === undefined) return reading.disputed ? 'disputed' : 'no-listing';
  if (listingCents === undefined) return 'no-rate';
  return undefined;
}

/**
 * How far a listing is from a reference, per cent with one decimal: (listing − reference) / reference.
 * Both in USD cents, the reference above 0.
 */
export function difference(listingCents: number, referenceCents: number): number {
  const tenths = Math.round(((listingCents - referenceCents) / referenceCents) * 1000);
  return tenths === 0 ? 0 : tenths / 10;
}
