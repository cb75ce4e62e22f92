import { describe, expect, test } from 'vitest';
import { type DifferenceInput, difference, noDifferenceReason } from '#core/prices/difference.ts';

const fine: DifferenceInput = {
  reading: { item: 'AK-47 | Redline (Field-Tested)', listing: { amount: '31.20', currency: 'USD' } },
  doubt: undefined,
  age: undefined,
  listingCents: 3120,
};
const reading = (change: Partial<DifferenceInput['reading']>) => ({ ...fine, reading: { ...fine.reading, ...change } });

describe('a difference', () => {
  test.each([
    [3120, 3405, -8.4],
    [3405, 3405, 0],
    [3406, 3405, 0],
    [3404, 3405, 0],
    [200, 100, 100],
    [1, 3, -66.7],
  ])('of %d to %d is %d per cent', (listing, reference, expected) => {
    expect(Object.is(difference(listing, reference), expected)).toBe(true);
  });

  test.each<[string, DifferenceInput, string | undefined]>([
    ['an exact item with a price read', fine, undefined],
    ['prices too old', { ...fine, age: 'old' }, 'stale'],
    ['a time ahead of the clock', { ...fine, age: 'clock' }, 'clock'],
    ['flagged prices that are old', { ...fine, age: 'old', doubt: 'flagged' }, 'stale'],
    ['samples, whatever their age', { ...fine, age: 'old', doubt: 'sample' }, 'sample'],
    ['an outlier', { ...fine, doubt: 'flagged' }, 'inflated'],
    ['a known phase', reading({ phase: 'Ruby' }), 'any-phase'],
    ['a Doppler whose phase is not known', reading({ item: '★ Karambit | Doppler (Factory New)' }), 'any-phase'],
    [
      'a Gamma Doppler whose phase is not known',
      reading({ item: 'Glock-18 | Gamma Doppler (Minimal Wear)' }),
      'any-phase',
    ],
    ['a real Emerald', reading({ item: 'CZ75-Auto | Emerald (Factory New)' }), undefined],
    ['an auction', reading({ kind: 'bid' }), 'bid'],
    ['a price that could not be read', { ...reading({ listing: undefined }), listingCents: undefined }, 'no-listing'],
    ['what nobody offers', { ...reading({ kind: 'none', listing: undefined }), listingCents: undefined }, undefined],
    ['old prices of what nobody offers', { ...reading({ kind: 'none' }), age: 'old' }, 'stale'],
    ['a currency without a rate', { ...fine, listingCents: undefined }, 'no-rate'],
  ])('%s', (_, circumstances, expected) => {
    expect(noDifferenceReason(circumstances)).toBe(expected);
  });
});
