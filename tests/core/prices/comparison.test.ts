import { describe, expect, test } from 'vitest';
import { noFees } from '#core/money/fees.ts';
import { type ComparisonContext, compare, medianOf, trend } from '#core/prices/comparison.ts';
import type { MarketId } from '#core/prices/markets.ts';
import type { Offer } from '#core/prices/offer.ts';

const now = 1_800_000_000_000;
const twoPerCent = { buying: { percent: 3, cents: 20 }, selling: { percent: 2, cents: 0 } };
const context: ComparisonContext = {
  reading: { item: 'AK-47 | Redline (Field-Tested)', listing: { cents: 9000, currency: 'USD' } },
  listingCents: 9000,
  now,
  staleAfterMs: 1000,
  minCount: 3,
  fees: { confirmed: false, markets: { csfloat: { ...noFees, ...twoPerCent } } },
};
const asks = (market: MarketId, cents: number | undefined, more: Partial<Offer> = {}): Offer => ({
  market,
  cents,
  asOf: now,
  count: 3,
  ...more,
});
const three = [asks('buff163', 10_000), asks('youpin', 9500), asks('csfloat', 11_000)];
const offerOf = (asked: readonly Offer[], market: MarketId, on: Partial<ComparisonContext> = {}) =>
  compare(asked, { ...context, ...on }).offers.find((offer) => offer.market === market);

describe('a comparison', () => {
  test('is sorted by price, markets without a price last', () => {
    const { offers } = compare([asks('steam', undefined), ...three], context);
    expect(offers.map(({ market }) => market)).toEqual(['youpin', 'buff163', 'csfloat', 'steam']);
  });

  const band = { count: 3, low: 9500, high: 11_000, median: 10_000 };

  test.each<[string, Partial<Offer>]>([
    ['is flagged', { flagged: 'own' }],
    ['has too few listings', { count: 2 }],
    ['has a number of listings that is not told', { count: undefined }],
  ])('a price that %s widens no band', (_, more) => {
    expect(compare([...three, asks('dmarket', 13_000, more)], context).band).toEqual(band);
  });

  test('two flagged prices make no outlier of a sound one, nor of the others', () => {
    const flagged = (market: MarketId, cents: number) => asks(market, cents, { flagged: 'own' });
    const asked = [flagged('buff163', 30_000), flagged('youpin', 31_000), asks('csfloat', 10_000)];
    expect(compare(asked, context).band).toBeUndefined();
    expect(offerOf(asked, 'csfloat')).toMatchObject({ doubt: undefined, outlier: undefined, diff: -10 });
  });

  test.each([
    [14_999, undefined],
    [15_000, 'outlier'],
    [15_001, 'outlier'],
    [6667, undefined],
    [6666, 'outlier'],
  ])('of a median of $100.00, a price of %d cents is %s', (cents, doubt) => {
    const even = [asks('buff163', 10_000), asks('youpin', 10_000), asks('csfloat', 10_000)];
    expect(offerOf([...even, asks('steam', cents)], 'steam')?.doubt).toBe(doubt);
  });

  test('three prices are enough for an outlier', () => {
    const asked = [asks('buff163', 10_000), asks('youpin', 10_000), asks('steam', 15_000)];
    expect(offerOf(asked, 'steam')?.doubt).toBe('outlier');
    expect(offerOf(asked.slice(1), 'steam')?.doubt).toBeUndefined();
  });

  test.each<[string, Partial<Offer>, Partial<ComparisonContext>, string]>([
    ['flagged by the source', { flagged: 'own' }, {}, 'inflated'],
    ['of unknown age', { asOf: undefined }, {}, 'stale'],
  ])('a price %s carries no difference', (_, more, on, doubt) => {
    expect(offerOf([...three, asks('dmarket', 10_000, more)], 'dmarket', on)).toMatchObject({ doubt, diff: undefined });
  });

  test.each([undefined, now + 3_600_000])('a price as of %s has no age', (asOf) => {
    expect(offerOf([asks('dmarket', 10_000, { asOf })], 'dmarket')?.ageMs).toBeUndefined();
  });

  test('net and cost follow fees that the user confirmed', () => {
    const unknown = { netCents: undefined, costCents: undefined };
    expect(offerOf(three, 'csfloat')).toMatchObject(unknown);
    const fees = { ...context.fees, confirmed: true };
    // 110.00 − 2 % = 107.80; 110.00 + 3 % + 0.20 = 113.50.
    expect(offerOf(three, 'csfloat', { fees })).toMatchObject({ netCents: 10_780, costCents: 11_350 });
    // A sale counts on no more than the average: 100.00 − 2 % = 98.00. The cost is what is asked.
    expect(offerOf([asks('csfloat', 11_000, { avg7: 10_000 })], 'csfloat', { fees })).toMatchObject({
      netCents: 9800,
      costCents: 11_350,
    });
    expect(offerOf(three, 'buff163', { fees })).toMatchObject({ ...unknown, noCashOut: undefined });
    const selling = { confirmed: true, markets: { csfloat: { selling: noFees.selling } } };
    expect(offerOf(three, 'csfloat', { fees: selling })).toMatchObject({ ...unknown, noCashOut: true });
    expect(offerOf([asks('csfloat', 11_000, { asOf: now - 2000 })], 'csfloat', { fees })).toMatchObject(unknown);
    expect(offerOf([asks('csfloat', undefined)], 'csfloat', { fees })).toMatchObject(unknown);
    expect(offerOf([asks('csfloat', 11_000, { flagged: 'own' })], 'csfloat', { fees })).toMatchObject(unknown);
  });
});

test.each([
  [[1], 1],
  [[1, 3], 2],
  [[5, 1, 3], 3],
  [[4, 1, 3, 2], 2.5],
])('the median of %j is %d', (values, median) => expect(medianOf(values)).toBe(median));

test.each([
  [102, 100, 1],
  [98, 100, -1],
  [101, 100, 0],
  [99, 100, 0],
] as const)('%d against an average of %d is %d', (cents, average, where) => expect(trend(cents, average)).toBe(where));
