import { describe, expect, test } from 'vitest';
import { noFees } from '#core/money/fees.ts';
import { type OfferContext, type OfferedItem, type OffersByName, sumOffer } from '#core/owned/inventory.ts';
import type { SumRules } from '#core/prices/exit-value.ts';
import type { MarketId } from '#core/prices/markets.ts';
import type { Offer } from '#core/prices/offer.ts';
import { quoted } from '../../quoted.ts';

const now = 1_800_000_000_000;
const item = (name: string, buff163: number | undefined, more: object = {}): OfferedItem => ({
  reading: { item: name },
  quote: quoted({ buff163 }, now),
  ...more,
});
const ak = item('AK', 1000);
const awp = item('AWP', 2500);
const context: OfferContext = {
  markets: ['buff163'],
  offers: new Map(),
  times: { now, staleAfterMs: 90 * 60_000 },
  comparable: true,
};
const rows = (give: readonly OfferedItem[], get: readonly OfferedItem[], comparable = true) =>
  sumOffer({ give, get }, { ...context, comparable });

describe('a trade offer', () => {
  test('is what is got minus what is given: 25.00 − 2 × 10.00', () =>
    expect(rows([ak, ak], [awp])).toEqual({
      unread: 0,
      rows: [{ market: 'buff163', give: 2000, get: 2500, difference: 500, missing: [] }],
    }));

  test.each<[string, OfferedItem]>([
    ['the market has no price of', item('Rare', undefined)],
    ['the table lacks', item('Rare', 1, { quote: null })],
    ['has no price yet', item('Rare', 1, { quote: undefined })],
    ['has a price in doubt', item('Rare', 1, { quote: quoted({ buff163: 1, inflated: true }, now) })],
    ['has a phase', item('Rare', 1, { reading: { item: 'Rare', phase: 'Phase 2' } })],
  ])('with an item that %s has two sums and its name, and no difference', (_, odd) => {
    for (const sums of [rows([ak, odd], [awp]), rows([ak], [awp, odd, odd])])
      expect(sums).toEqual({ unread: 0, rows: [{ market: 'buff163', give: 1000, get: 2500, missing: ['Rare'] }] });
  });

  test.each<[string, OfferedItem]>([
    ['that cannot be read', {}],
    ['that stands for several', { ...ak, reading: { item: 'AK', count: 0 } }],
  ])('with something %s has no difference', (_, odd) => {
    const { unread, rows: sums } = rows([ak], [awp, odd]);
    expect(unread).toBe(1);
    expect(sums).toEqual([{ market: 'buff163', give: 1000, get: 2500, missing: [] }]);
  });

  test('with old or made-up prices has no difference', () =>
    expect(rows([ak], [awp], false).rows).toEqual([{ market: 'buff163', give: 1000, get: 2500, missing: [] }]));
});

describe('a trade offer on markets that are no references', () => {
  const at = (market: MarketId, cents: number | undefined, more: object = {}): Offer => ({
    ...{ market, cents, asOf: now },
    ...more,
  });
  const offers: OffersByName = new Map([
    ['AK', [at('dmarket', 1100, { count: 3 }), at('steam', 1500), at('waxpeer', 900, { asOf: now - 91 * 60_000 })]],
    ['AWP', [at('dmarket', 2400, { count: 3 }), at('steam', 3000, { flagged: 'own' }), at('waxpeer', 2200)]],
  ]);
  const fees = { confirmed: true, markets: { dmarket: { ...noFees, selling: { percent: 10, cents: 0 } } } };
  const rules: SumRules = { ...context.times, fees, minCount: 3, selling: ['dmarket'] };
  const on = (markets: OfferContext['markets'], get = [awp], more: Partial<SumRules> = {}) =>
    sumOffer({ give: [ak, ak], get }, { ...context, markets, offers, rules: { ...rules, ...more } }).rows;

  test('has the sums, what arrives, and the difference of that: (24.00 − 2 × 11.00) less 10 %', () =>
    expect(on(['dmarket', 'buff163'])).toEqual([
      { market: 'dmarket', give: 2200, get: 2400, difference: 180, missing: [], giveNet: 1980, getNet: 2160 },
      { market: 'buff163', give: 2000, get: 2500, missing: [] },
    ]));

  test('has no sum of what arrives where that of an item with a price is not known', () => {
    for (const few of [{ minCount: 4 }, { selling: [] }])
      expect(on(['dmarket'], [awp], few)).toMatchObject([{ give: 2200, giveNet: undefined, getNet: undefined }]);
  });

  test('counts no flagged and no old price, and no market that has told nothing', () =>
    expect(on(['steam', 'waxpeer', 'skins'])).toEqual([
      { market: 'steam', give: 3000, get: 0, missing: ['AWP'] },
      { market: 'waxpeer', give: 0, get: 2200, missing: ['AK'] },
      { market: 'skins', give: 0, get: 0, missing: ['AK', 'AWP'] },
    ]));
});

describe('a trade offer at its exits', () => {
  const noFee = { percent: 0, cents: 0 };
  const fees = {
    confirmed: true,
    markets: { csfloat: { buying: noFee, selling: { percent: 2, cents: 0 }, cashingOut: noFee } },
  };
  const rules: SumRules = { fees, minCount: 3, selling: ['csfloat', 'skins'], ...context.times };
  const sold = (name: string, csfloat: number, count = 1): OfferedItem => ({
    reading: { item: name, count },
    quote: quoted({ csfloat }, now, { count: 3 }),
  });
  const offers: OffersByName = new Map<string, readonly Offer[]>([
    ['AWP', [{ market: 'skins', cents: 2000, count: 3, asOf: now }]],
  ]);
  const exitOf = (give: readonly OfferedItem[], get: readonly OfferedItem[], comparable = true) =>
    sumOffer({ give, get }, { ...context, offers, comparable, rules }).exit;

  test('with an item that nobody knows how to sell has its name and no difference', () => {
    for (const quote of [undefined, quoted({ buff163: 1 }, now)])
      expect(exitOf([sold('AK', 1000)], [{ reading: { item: 'X' }, quote }])).toEqual({
        give: 980,
        get: 0,
        missing: ['X'],
      });
  });
});
