import { describe, expect, test } from 'vitest';
import { type ConfirmedFees, noFees } from '#core/money/fees.ts';
import { cashRatios, compare } from '#core/prices/comparison.ts';
import type { MarketId } from '#core/prices/markets.ts';
import type { Offer } from '#core/prices/offer.ts';
import type { Reading } from '#core/site.ts';

const now = 1_800_000_000_000;
const twoPerCent = { ...noFees, selling: { percent: 2, cents: 0 }, cashingOut: { percent: 0, cents: 30 } };
const steamFees = { ...noFees, selling: { percent: 1500 / 115, cents: 0, least: 2 } };
const fees: ConfirmedFees = { confirmed: true, markets: { steam: steamFees, csfloat: twoPerCent } };
const reading: Reading = { item: 'AK-47 | Redline (Field-Tested)', listing: { cents: 9000, currency: 'USD' } };

const asks = (market: MarketId, cents: number | undefined, more: Partial<Offer> = {}): Offer => ({
  market,
  cents,
  asOf: now - 60_000,
  ...more,
});

interface Change {
  readonly steam?: Partial<Offer>;
  readonly csfloat?: Partial<Offer>;
  readonly fees?: ConfirmedFees;
  readonly reading?: Reading;
  readonly sample?: boolean;
}

function ratiosOf(change: Change = {}) {
  const inputs = [asks('steam', 11_500, change.steam), asks('csfloat', 8000, change.csfloat)];
  const context = {
    reading: change.reading ?? reading,
    listingCents: 9000,
    now,
    staleAfterMs: 90_000,
    minCount: 0,
    fees: change.fees ?? fees,
  };
  const { offers } = compare(inputs, { ...context, sample: change.sample });
  return cashRatios(offers);
}

describe('cash ratios', () => {
  test('rest on prices and fees that are certain', () => {
    // 115.00 of balance buys the item; 80.00 − 2 % − 0.30 = 78.10 arrive. 80.00 buy it back; 115.00 leave 100.00.
    expect(ratiosOf()).toEqual({
      steam: { cents: 11_500, sells: { cents: 11_500, of: 'ask' }, ageMs: 60_000 },
      ratios: [
        {
          market: 'csfloat',
          toCash: 7810 / 11_500,
          toBalance: 10_000 / 8000,
          sells: { cents: 8000, of: 'ask' },
          ageMs: 60_000,
        },
      ],
    });
  });

  test('keep the parts of a cent: a case for $0.30 of balance, sold at $0.23 less 2.5 % and 1 %, makes 0.740 of each', () => {
    // 22.20075 of 30 cents.
    const markets = {
      csfloat: { ...noFees, selling: { percent: 2.5, cents: 0 }, cashingOut: { percent: 1, cents: 0 } },
    };
    const cheap = ratiosOf({ steam: { cents: 30 }, csfloat: { cents: 23 }, fees: { confirmed: true, markets } });
    expect(cheap?.ratios[0]?.toCash).toBeCloseTo(22.200_75 / 30, 9);
  });

  test('sell at the lower of ask and average, and buy at the ask', () => {
    // 70.00 − 2 % − 0.30 = 68.30.
    const lower = ratiosOf({ csfloat: { avg7: 7000 } });
    expect(lower?.ratios[0]).toMatchObject({
      toCash: 6830 / 11_500,
      toBalance: 1.25,
      sells: { cents: 7000, of: 'avg7' },
    });
    expect(ratiosOf({ csfloat: { avg7: 9000 } })?.ratios[0]).toMatchObject({ toCash: 7810 / 11_500 });
    // Steam's average of 57.50 leaves 50.00 of balance, but its ask of 115.00 is paid.
    expect(ratiosOf({ steam: { avg7: 5750 } })?.ratios[0]).toMatchObject({
      toCash: 7810 / 11_500,
      toBalance: 5000 / 8000,
    });
  });

  test.each<[string, Change]>([
    ['Steam has no price', { steam: { cents: undefined } }],
    ['Steam’s price is nothing', { steam: { cents: 0 } }],
    ['Steam’s price is flagged', { steam: { flagged: 'own' } }],
    ['Steam’s price is old', { steam: { asOf: now - 91_000 } }],
    ['the age of Steam’s price is unknown', { steam: { asOf: undefined } }],
    ['the market has no price', { csfloat: { cents: undefined } }],
    ['the market’s price is flagged', { csfloat: { flagged: 'own' } }],
    ['the market’s price is old', { csfloat: { asOf: now - 91_000 } }],
    ['the prices are samples', { sample: true }],
    ['the item has phases', { reading: { ...reading, phase: 'Ruby' } }],
    ['the fees are not confirmed', { fees: { ...fees, confirmed: false } }],
    ['the market’s fees are unknown', { fees: { confirmed: true, markets: { steam: steamFees } } }],
  ])('are not shown where %s', (_, change) => expect(ratiosOf(change)).toBeUndefined());

  test('to cash are left out where the fees leave nothing', () => {
    const [ratio] = ratiosOf({ steam: { cents: 35 }, csfloat: { cents: 30 } })?.ratios ?? [];
    expect(ratio).toMatchObject({ market: 'csfloat', toCash: undefined });
  });

  test('are sorted from the best to the worst', () => {
    const markets = { ...fees.markets, buff163: noFees };
    const inputs = [asks('steam', 11_500), asks('csfloat', 8000), asks('buff163', 9000)];
    const context = { reading, listingCents: 9000, now, staleAfterMs: 90_000, minCount: 0 };
    const { offers } = compare(inputs, { ...context, fees: { confirmed: true, markets } });
    const ratios = cashRatios(offers)?.ratios;
    expect(ratios?.map(({ market }) => market)).toEqual(['buff163', 'csfloat']);
  });
});
