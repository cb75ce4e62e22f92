import { describe, expect, test } from 'vitest';
import { type MarketFees, noFee, noFees } from '#core/money/fees.ts';
import {
  bestExit,
  type ExitPrice,
  type ExitRules,
  exitAt,
  exitNow,
  profitOf,
  sellingMarkets,
} from '#core/prices/exit-value.ts';
import type { MarketId } from '#core/prices/markets.ts';
import type { Offer } from '#core/prices/offer.ts';

const now = 1_800_000_000_000;
const minute = 60_000;
const selling = (percent: number, cashingOut = 0): MarketFees => ({
  ...noFees,
  selling: { ...noFee, percent },
  cashingOut: { ...noFee, percent: cashingOut },
});
const rules: ExitRules = {
  fees: {
    confirmed: true,
    markets: {
      ...{ buff163: selling(2.5, 1), csfloat: selling(2), skins: selling(0), steam: selling(15) },
      ...{
        gamerpay: { buying: noFee, selling: noFee },
        dmarket: { buying: noFee },
        waxpeer: { ...noFees, selling: { percent: 0, cents: 1 } },
      },
    },
  },
  minCount: 3,
  staleAfterMs: 90 * minute,
  now,
};
const offer: Offer = { market: 'csfloat', cents: 5900, avg7: 5777, count: 12, asOf: now };

describe('on paper', () => {
  test('the lower of ask and average is sold: 57.77 less 2 % are 56.6146', () => {
    expect(exitAt(offer, rules)).toMatchObject({
      market: 'csfloat',
      sells: { cents: 5777, of: 'avg7' },
      netCents: 5661.46,
    });
  });

  test('an ask below the average is sold: 50.00 less 2 % are 49.00', () => {
    expect(exitAt({ ...offer, cents: 5000 }, rules)).toMatchObject({ sells: { of: 'ask' }, netCents: 4900 });
  });

  test('the example of the guide is right: €0.17 for a dollar of €0.87 leaves +7.6 % at BUFF163', () => {
    const taking = { buff163: selling(2.5, 1), youpin: selling(0, 1) };
    const given = { ...rules, fees: { confirmed: true, markets: taking } };
    const sold = bestExit([
      exitAt({ ...offer, market: 'buff163', cents: 23, avg7: 22 }, given),
      exitAt({ ...offer, market: 'youpin', cents: 21, avg7: 24 }, given),
    ]);
    expect(sold).toMatchObject({ market: 'buff163', netCents: 21.2355 });
    const profit = profitOf(21.2355, 17 / 0.87, { buying: { percent: 1, cents: 0 } });
    expect(profit).toEqual({ costCents: 19.735_632, profitCents: 1.499_868, percent: 7.6 });
  });

  test('of equal exits the first is named, whatever the errors of binary fractions: 10.00 less 7 % and 9.30', () => {
    const same = { ...rules, fees: { confirmed: true, markets: { buff163: selling(7), skins: selling(0) } } };
    const sold = [exitAt({ ...offer, market: 'skins', cents: 930, avg7: undefined }, same)];
    sold.push(exitAt({ ...offer, market: 'buff163', cents: 1000, avg7: undefined }, same));
    expect(bestExit(sold)).toMatchObject({ market: 'skins', netCents: 930 });
    expect(bestExit(sold.toReversed())).toMatchObject({ market: 'buff163', netCents: 930 });
  });

  test('a profit is a share of what is paid: 56.61 for 45.10 are +11.51, +25.5 %', () => {
    expect(profitOf(5661, 4510, noFees)).toEqual({ costCents: 4510, profitCents: 1151, percent: 25.5 });
  });

  test('a profit is before the site’s fees where what it takes of a buyer is not known', () => {
    const before = { costCents: 4510, profitCents: 1151, percent: 25.5, beforeFees: true };
    for (const site of [undefined, { selling: noFee }]) expect(profitOf(5661, 4510, site)).toEqual(before);
  });

  test('a loss has its sign, and a cent its share', () => {
    expect(profitOf(0, 1, noFees)).toEqual({ costCents: 1, profitCents: -1, percent: -100 });
    expect(profitOf(100_000, 100_001, noFees).percent).toBe(0);
  });
});

describe('there is none', () => {
  test.each<[string, Partial<Offer>, Partial<ExitRules>, string]>([
    ['on Steam, whose balance is no cash', { market: 'steam' }, {}, 'no-fees'],
    ['without the market’s fees', { market: 'lisskins' }, {}, 'no-fees'],
    ['before fees are confirmed', {}, { fees: { ...rules.fees, confirmed: false } }, 'no-fees'],
    ['while the market’s data are not loaded', { asOf: undefined }, {}, 'not-loaded'],
    ['without a price, as of coins without a rate', { cents: undefined }, {}, 'no-price'],
    ['for a price of nothing', { cents: 0 }, {}, 'no-price'],
    ['for a price that is no number', { cents: Number.NaN }, {}, 'no-price'],
    ['for a flagged price', { flagged: 'own' }, {}, 'inflated'],
    ['for an old price', { asOf: now - 90 * minute - 1000 }, {}, 'old'],
    ['for too few listings', { count: 2 }, {}, 'thin'],
    ['where nobody tells how many listings there are', { count: undefined }, {}, 'thin'],
    ['without the fee for cashing out', { market: 'gamerpay' }, {}, 'no-cash-out'],
    ['on an old price, whatever is unknown of the fees', { market: 'gamerpay', asOf: 0 }, {}, 'old'],
    ['where only the fee for buying is known', { market: 'dmarket' }, {}, 'no-fees'],
    ['where the fees take all of it', { market: 'waxpeer', cents: 1, avg7: undefined }, {}, 'nothing-left'],
  ])('%s', (_, change, other, reason) => {
    expect(exitAt({ ...offer, ...change }, { ...rules, ...other })).toBe(reason);
  });
});

test('a best market that ages gives way to the next, and not to silence', () => {
  // 60.00 − 2 % are 58.80; Skins.com takes nothing of 58.00.
  const csfloat: ExitPrice = { market: 'csfloat', sells: { cents: 6000, of: 'ask' }, asOf: now - 90 * minute };
  const skins: ExitPrice = { market: 'skins', sells: { cents: 5800, of: 'ask' }, asOf: now };
  expect(exitNow([csfloat, skins], rules)).toMatchObject({ market: 'csfloat', netCents: 5880 });
  expect(exitNow([csfloat, skins], { ...rules, now: now + 1000 })).toMatchObject({ market: 'skins', netCents: 5800 });
  expect(exitNow([csfloat, skins], { ...rules, now: now + 91 * minute })).toBe('old');
});

test('of several markets that leave nothing, the reason is that of the one that came furthest', () => {
  expect(bestExit(['no-price', 'thin', 'old'])).toBe('thin');
  expect(bestExit([])).toBe('no-fees');
});

test('the user sells at the compared markets, or at those of them that are chosen; never on Steam', () => {
  const compared: readonly MarketId[] = ['buff163', 'steam', 'csfloat'];
  expect(sellingMarkets(compared)).toEqual(['buff163', 'csfloat']);
  expect(sellingMarkets(compared, ['csfloat', 'waxpeer', 'steam'])).toEqual(['csfloat']);
});
