import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  balanceCents,
  costCents,
  type Fee,
  feesOf,
  isMarketFees,
  type MarketFees,
  netCents,
  noFee,
  noFees,
  priceOfCost,
  priceOfNet,
  steamSelling,
} from '#core/money/fees.ts';

const fees = (more: Partial<MarketFees>): MarketFees => ({ ...noFees, ...more });

const steam = fees({ selling: steamSelling });

describe('what arrives', () => {
  test.each<[string, number, Partial<MarketFees>, number]>([
    ['without fees is the price', 11_000, {}, 11_000],
    ['after 2 % of 110.00 is 107.80', 11_000, { selling: { percent: 2, cents: 0 } }, 10_780],
    ['after 2 % and 0.30 is 107.50', 11_000, { selling: { percent: 2, cents: 30 } }, 10_750],
    // 100.00 − 5.00 = 95.00; 95.00 − 1.90 − 1.00 = 92.10.
    [
      'after 5 % for selling and then 2 % and 1.00 for cashing out is 92.10',
      10_000,
      { selling: { percent: 5, cents: 0 }, cashingOut: { percent: 2, cents: 100 } },
      9210,
    ],
    // 7 % of 1.01 are 7.07 cents.
    ['keeps the parts of a cent', 101, { selling: { percent: 7, cents: 0 } }, 93.93],
    // 100 × 7 / 100 is 7.000000000000001 in binary.
    ['counts no error of binary fractions', 100, { selling: { percent: 7, cents: 0 } }, 93],
    // 0.23 less 2.5 %, less 1 %.
    [
      'of a case of 0.23 at BUFF163 is 22.20 cents',
      23,
      { selling: { percent: 2.5, cents: 0 }, cashingOut: { percent: 1, cents: 0 } },
      22.200_75,
    ],
    ['does not depend on the fee for buying', 1000, { buying: { percent: 50, cents: 99 } }, 1000],
  ])('%s', (_, cents, more, net) => expect(netCents(cents, fees(more))).toBe(net));

  test('on Steam is the greatest amount whose buyer pays no more, for each price from 3 cents to $2,000', () => {
    let gets = 0;
    for (let price = 3; price <= 200_000; price++) {
      const paid = (amount: number) =>
        amount + Math.max(1, Math.floor(amount / 20)) + Math.max(1, Math.floor(amount / 10));
      while (paid(gets + 1) <= price) gets++;
      if (netCents(price, steam) !== gets) expect([price, netCents(price, steam)]).toEqual([price, gets]);
    }
  });

  test.each<[string, number, Partial<MarketFees>]>([
    ['a fixed fee takes all', 30, { selling: { percent: 0, cents: 30 } }],
    ['cashing out takes the rest', 100, { cashingOut: { percent: 1, cents: 99 } }],
    ['the least fee takes all', 2, { selling: { percent: 1, cents: 0, least: 2 } }],
    ['there is no price', 0, {}],
    ['the price is no number', Number.NaN, {}],
    ['the price is endless', Number.POSITIVE_INFINITY, {}],
  ])('is unknown when %s', (_, cents, more) => expect(netCents(cents, fees(more))).toBeUndefined());
});

test.each<[string, number, Fee, number]>([
  ['without fees is the price', 1000, noFee, 1000],
  ['with 2.5 % and 0.30 of 10.00 is 10.55', 1000, { percent: 2.5, cents: 30 }, 1055],
  ['keeps the parts of a cent', 101, { percent: 1, cents: 0 }, 102.01],
  ['has the least fee', 10, { percent: 1, cents: 0, least: 5 }, 15],
  ['counts no error of binary fractions', 110, { percent: 10, cents: 0 }, 121],
])('the cost %s', (_, cents, buying, cost) => expect(costCents(cents, fees({ buying }))).toBe(cost));

test('a fee that is not known is not 0', () => {
  const { buying, selling, cashingOut } = noFees;
  expect(netCents(1000, { buying, selling })).toBeUndefined();
  expect(netCents(1000, { buying, cashingOut })).toBeUndefined();
  expect(costCents(1000, { selling, cashingOut })).toBeUndefined();
  expect(balanceCents(1000, { buying, cashingOut })).toBeUndefined();
});

test('fees of a market are known once the user confirmed them', () => {
  const markets = { steam };
  expect(feesOf({ confirmed: true, markets }, 'steam')).toBe(steam);
  expect(feesOf({ confirmed: false, markets }, 'steam')).toBeUndefined();
  expect(feesOf({ confirmed: true, markets }, 'csfloat')).toBeUndefined();
});

describe('fees', () => {
  const of = (selling: unknown) => ({ ...noFees, selling });

  test.each([
    noFees,
    { selling: noFee },
    steam,
    of({ percent: 99.9, cents: 10_000 }),
    of({ percent: 0, cents: 0, least: 3 }),
    of({ ...noFee, added: [5, 10] }),
  ])('%j are fees', (value) => expect(isMarketFees(value)).toBe(true));

  test.each([
    undefined,
    null,
    5,
    [],
    {},
    { selling: undefined },
    { buying: noFee, selling: undefined },
    { ...noFees, paying: noFee },
    of(5),
    of({ percent: 5 }),
    of({ percent: 100, cents: 0 }),
    of({ percent: -1, cents: 0 }),
    of({ percent: Number.NaN, cents: 0 }),
    of({ percent: '5', cents: 0 }),
    of({ percent: 5, cents: 10_001 }),
    of({ percent: 5, cents: -1 }),
    of({ percent: 5, cents: 0, least: -1 }),
    of({ percent: 5, cents: 0, more: 1 }),
    of({ percent: 5, cents: 0, added: [101] }),
    of({ percent: 5, cents: 0, added: 5 }),
    { buying: { percent: 50, cents: 0 }, selling: { percent: 30, cents: 0 }, cashingOut: { percent: 20, cents: 0 } },
  ])('%j are none', (value) => expect(isMarketFees(value)).toBe(false));
});

test('nobody gets more than the price, nobody pays less, and a higher price never leaves less', () => {
  const fee = fc.record({
    percent: fc.double({ min: 0, max: 33, noNaN: true }),
    cents: fc.integer({ min: 0, max: 10_000 }),
    least: fc.integer({ min: 0, max: 5 }),
  });
  const cents = fc.integer({ min: 1, max: 100_000_000 });
  fc.assert(
    fc.property(fc.record({ buying: fee, selling: fee, cashingOut: fee }), cents, (all, price) => {
      const net = netCents(price, all) ?? 0;
      expect(net).toBeLessThanOrEqual(price);
      expect(costCents(price, all)).toBeGreaterThanOrEqual(price);
      expect(netCents(price + 1, all) ?? 0).toBeGreaterThanOrEqual(net);
    }),
  );
});

test('a price is found by its cost and by what it leaves, whatever the fees', () => {
  const fee = fc.record({
    percent: fc.double({ min: 0, max: 40, noNaN: true }),
    cents: fc.integer({ min: 0, max: 100 }),
    least: fc.option(fc.integer({ min: 0, max: 50 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.integer({ min: 500, max: 1e7 }), fee, fee, fee, (cents, buying, selling, cashingOut) => {
      const charged = { buying, selling, cashingOut };
      expect(priceOfCost(costCents(cents, charged) ?? 0, charged)).toBeCloseTo(cents, 3);
      expect(priceOfNet(netCents(cents, charged) ?? 0, charged)).toBeCloseTo(cents, 3);
    }),
  );
  expect(priceOfCost(20, fees({ buying: { percent: 0, cents: 30 } }))).toBeUndefined();
  expect([priceOfCost(100, {}), priceOfNet(100, { selling: noFee }), priceOfNet(100, steam)]).toEqual(
    Array(3).fill(undefined),
  );
});
