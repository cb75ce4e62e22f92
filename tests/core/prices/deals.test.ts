import { describe, expect, test } from 'vitest';
import { noFee, noFees } from '#core/money/fees.ts';
import { askLimits, payAtMost } from '#core/prices/deals.ts';
import type { Offer } from '#core/prices/offer.ts';
import { parseSettings } from '#core/settings/settings.ts';

const now = 1_800_000_000_000;
const takes = (percent: number) => ({ ...noFees, selling: { ...noFee, percent } });
const fees = {
  confirmed: true,
  markets: {
    buff163: { ...takes(2.5), cashingOut: { percent: 1, cents: 0 } },
    csfloat: takes(2),
    waxpeer: { ...noFees, buying: { percent: 2, cents: 10 } },
    steam: takes(13),
  },
};
const rules = { fees, minCount: 3, staleAfterMs: 90 * 60_000, now };

describe('the most to pay', () => {
  const { deals, exit } = parseSettings({});
  const pay = (site: string, profitPercent = 5, profitCents = 0, exitCents = 1050) =>
    payAtMost(exitCents, { site, fees, deals: { ...deals, profitPercent, profitCents }, exit });

  test.each([
    ['without a buying fee is the cost: 10.50 ÷ 1.05', 'csfloat', 5, { cents: 1000, percent: 5 }],
    ['at no profit is the exit', 'csfloat', 0, { cents: 1050, percent: 0 }],
    // 9.7059 + 2 % + 0.10 = 10.00.
    ['is less by the site’s buying fee', 'waxpeer', 5, { cents: 970.588_235, percent: 5 }],
    ['of an unknown buying fee is before fees', 'skinport', 5, { cents: 1000, percent: 5, beforeFees: true }],
    ['on Steam is the balance of the least ratio: 10.50 ÷ 0.80', 'steam', 5, { cents: 1312.5, ratio: 0.8 }],
  ])('%s', (_, site, percent, limit) => expect(pay(site, percent)).toEqual({ kind: 'pay', ...limit }));

  test.each([
    ['the amount binds: 4.00 − 1.00', 100, 400, { cents: 300, profitCents: 100 }],
    ['the per cent bind: 4.00 ÷ 1.05', 19, 400, { cents: 380.952_381, percent: 5 }],
    ['nothing is left to pay', 400, 400, undefined],
  ])('keeps both rules of a deal: %s', (_, profitCents, exitCents, limit) =>
    expect(pay('csfloat', 5, profitCents, exitCents)).toEqual(limit && { kind: 'pay', ...limit }),
  );
});

describe('what to ask for one’s own', () => {
  const offer = (market: Offer['market'], cents: number, count = 9): Offer => ({
    ...{ market, cents, count, asOf: now },
  });
  const offers = [offer('buff163', 3000), offer('csfloat', 3200), offer('steam', 4000)];

  test.each<[string, Offer['market'], readonly Offer[], readonly string[], boolean?]>([
    ['undercuts nobody who is not known to be another', 'buff163', offers, ['list'], false],
    ['on Steam is no price that balance and cash share', 'steam', offers, ['undercut']],
    ['without a price here is no lowest ask', 'buff163', offers.slice(1), ['list']],
    ['without a sale elsewhere is no other price', 'csfloat', offers.slice(1), ['undercut']],
    ['with too few listings elsewhere neither', 'buff163', [offer('csfloat', 3200, 2)], []],
    ['without fees here neither', 'dmarket', offers, []],
  ])('%s', (_, here, known, kinds, isOthers) => {
    expect(askLimits(here, known, rules, isOthers).map(({ kind }) => kind)).toEqual(kinds);
  });
});
