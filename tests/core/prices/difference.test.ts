import { describe, expect, test } from 'vitest';
import { type ComparedListing, difference, judgeOffer } from '#core/prices/comparison.ts';
import { type DealCriteria, type DealInput, isDeal } from '#core/prices/deals.ts';
import { mergeRows } from '#core/prices/merge-rows.ts';
import type { Offer } from '#core/prices/offer.ts';

const now = 1_800_000_000_000;
const times = { now, staleAfterMs: 60_000 };
const reference: Offer = { market: 'buff163', cents: 3405, asOf: now };
const fine: ComparedListing = {
  reading: { item: 'AK-47 | Redline (Field-Tested)', listing: { cents: 3120, currency: 'USD' } },
  listingCents: 3120,
};
const reading = (change: Partial<ComparedListing['reading']>) => ({ ...fine, reading: { ...fine.reading, ...change } });
const [old, ahead, flagged] = [{ asOf: now - 61_000 }, { asOf: now + 61_000 }, { flagged: 'item' } as const];

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

  const doppler = reading({ item: '★ Karambit | Doppler (Factory New)' });
  test.each<[string, ComparedListing, string | undefined, (Partial<Offer> & { readonly sample?: true })?]>([
    ['an exact item with a price read', fine, undefined],
    ['prices too old', fine, 'stale', old],
    ['a time ahead of the clock', fine, 'clock', ahead],
    ['flagged prices that are old', fine, 'stale', { ...old, ...flagged }],
    ['samples, whatever their age', fine, 'sample', { ...old, sample: true }],
    ['an outlier', fine, 'inflated', flagged],
    ['a known phase', reading({ phase: 'Ruby' }), 'any-phase'],
    ['a Doppler whose phase is not known', doppler, 'any-phase'],
    ['a flagged Doppler, whose warning stays', doppler, 'inflated', flagged],
    [
      'a Gamma Doppler whose phase is not known',
      reading({ item: 'Glock-18 | Gamma Doppler (Minimal Wear)' }),
      'any-phase',
    ],
    ['a real Emerald', reading({ item: 'CZ75-Auto | Emerald (Factory New)' }), undefined],
    ['an auction', reading({ kind: 'bid' }), 'bid'],
    ['a price that could not be read', { ...reading({ listing: undefined }), listingCents: undefined }, 'no-listing'],
    ['what nobody offers', { ...reading({ kind: 'none', listing: undefined }), listingCents: undefined }, undefined],
    ['old prices of what nobody offers', reading({ kind: 'none' }), 'stale', old],
    ['a currency without a rate', { ...fine, listingCents: undefined }, 'no-rate'],
  ])('%s', (_, listing, expected, { sample, ...more } = {}) => {
    expect(judgeOffer({ ...reference, ...more }, listing, { ...times, sample }).reason).toBe(expected);
  });
});

const criteria: DealCriteria = {
  on: true,
  reference: 'youpin',
  percentBelow: 10,
  profitCents: 100,
  profitPercent: 5,
  minCents: 500,
  minLiquidity: 20,
};
const profit = { costCents: 2000, profitCents: 100, percent: 5 };
const input: DealInput = { listingCents: 900, liquidity: 50, referenceCents: 1000, profit: undefined };

test.each<[string, Partial<DealInput>, Partial<DealCriteria>, boolean]>([
  ['as far below the reference as the criteria say', {}, {}, true],
  [
    'that leaves enough after fees, though it is not below the reference',
    { referenceCents: undefined, profit },
    {},
    true,
  ],
  ['that leaves too little money', { profit: { ...profit, profitCents: 99 } }, {}, false],
  ['that leaves 4.976 % of its cost, which is written as 5', { profit: { ...profit, costCents: 2009.6 } }, {}, false],
  ['whose profit is before the site’s fees', { profit: { ...profit, beforeFees: true } }, {}, false],
  ['that leaves nothing, which is enough', { profit: { ...profit, profitCents: 0 } }, { profitCents: 0 }, false],
  ['of which nobody knows what it leaves', { profit: 'unknown' }, {}, false],
  ['switched off', {}, { on: false }, false],
  ['9.96 % below the reference, which is written as 10', { listingCents: 900.4 }, {}, false],
  ['as far above', { referenceCents: 800 }, {}, false],
  ['without an honest difference', { referenceCents: undefined }, {}, false],
  ['too cheap', { listingCents: 499 }, {}, false],
  ['of a price that is not known', { listingCents: undefined }, {}, false],
  ['hard to sell', { liquidity: 19 }, {}, false],
  ['of unknown liquidity', { liquidity: undefined }, {}, false],
  ['of unknown liquidity, which is allowed', { liquidity: undefined }, { minLiquidity: 0 }, true],
])('a listing %s', (_, change, wished, deal) => {
  expect(isDeal({ ...input, ...change }, { ...criteria, ...wished })).toBe(deal);
});

describe('mergeRows', () => {
  const row = { key: 'a', item: 'AK-47', listing: { cents: 100, currency: 'EUR' } };

  test.each([{ cents: 200, currency: 'EUR' }, { cents: 100, currency: 'USD' }, undefined])(
    'drops a contradicted price: %j',
    (listing) => expect(mergeRows([row, { ...row, listing }])).toEqual([{ ...row, listing: undefined }]),
  );

  test('drops a contradicted wear value', () => {
    const worn = { ...row, wearValue: 0.2 };
    expect(mergeRows([worn, worn])).toEqual([worn]);
    expect(mergeRows([worn, { ...worn, wearValue: 0.3 }])).toEqual([{ ...row, wearValue: undefined }]);
    const sold = { ...row, sold: true } as const;
    expect([mergeRows([sold, row]), mergeRows([row, sold])]).toEqual([[sold], [sold]]);
    const own = { ...row, own: true } as const;
    expect([mergeRows([own, row]), mergeRows([row, own])]).toEqual([[own], [own]]);
  });

  test('drops a contradicted item, whatever a third row states', () => {
    expect(mergeRows([row, { ...row, item: 'AWP' }])).toEqual([{ key: 'a' }]);
    expect(mergeRows([row, { ...row, phase: 'Ruby' }])).toEqual([{ key: 'a' }]);
    expect(mergeRows([row, { ...row, item: 'AWP' }, row])).toEqual([{ key: 'a' }]);
    const shared = { ...row, shared: true } as const;
    expect(mergeRows([shared, { ...shared, item: 'AWP' }])).toEqual([{ key: 'a', shared: true }]);
  });
});
