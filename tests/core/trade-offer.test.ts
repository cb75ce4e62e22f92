import { describe, expect, test } from 'vitest';
import { type OfferedItem, sumOffer } from '#core/trade-offer.ts';

const item = (name: string, buff163: number | undefined, more: object = {}): OfferedItem => ({
  reading: { item: name },
  quote: { buff163, inflated: false },
  ...more,
});
const ak = item('AK', 1000);
const awp = item('AWP', 2500);
const rows = (give: readonly OfferedItem[], get: readonly OfferedItem[], comparable = true) =>
  sumOffer({ give, get }, ['buff163'], comparable);

describe('a trade offer', () => {
  test('is what is got minus what is given: 25.00 − 2 × 10.00', () =>
    expect(rows([ak, ak], [awp])).toEqual({
      unread: 0,
      rows: [{ market: 'buff163', give: 2000, get: 2500, difference: 500, missing: [] }],
    }));

  test('counts a stack by its size: 3 × 10.00', () =>
    expect(rows([{ ...ak, reading: { item: 'AK', count: 3 } }], [])).toMatchObject({
      rows: [{ give: 3000, get: 0, difference: -3000 }],
    }));

  test.each<[string, OfferedItem]>([
    ['the market has no price of', item('Rare', undefined)],
    ['the table lacks', item('Rare', 1, { quote: null })],
    ['has no price yet', item('Rare', 1, { quote: undefined })],
    ['has a price in doubt', item('Rare', 1, { quote: { buff163: 1, inflated: true } })],
    ['has a phase', item('Rare', 1, { reading: { item: 'Rare', phase: 'Phase 2' } })],
  ])('with an item that %s has two sums and its name, and no difference', (_, odd) => {
    for (const sums of [rows([ak, odd], [awp]), rows([ak], [awp, odd, odd])])
      expect(sums).toEqual({
        unread: 0,
        rows: [{ market: 'buff163', give: 1000, get: 2500, missing: ['Rare'] }],
      });
  });

  test('names a Doppler, whose phases have other prices', () =>
    expect(rows([item('★ Karambit | Doppler (Factory New)', 90_000)], [awp]).rows).toMatchObject([
      { give: 0, missing: ['★ Karambit | Doppler (Factory New)'] },
    ]));

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

describe('a trade offer at its exits', () => {
  const now = 1_800_000_000_000;
  const noFee = { percent: 0, cents: 0 };
  const fees = {
    confirmed: true,
    markets: { csfloat: { buying: noFee, selling: { percent: 2, cents: 0 }, cashingOut: noFee } },
  };
  const rules = { fees, minCount: 3, staleAfterMs: 90 * 60_000, now };
  const sold = (name: string, cents: number, count = 1): OfferedItem => ({
    reading: { item: name, count },
    quote: { buff163: cents, inflated: false, exit: { market: 'csfloat', sells: { cents, of: 'ask' }, asOf: now } },
  });
  const exitOf = (give: readonly OfferedItem[], get: readonly OfferedItem[], comparable = true) =>
    sumOffer({ give, get }, ['buff163'], comparable, rules).exit;

  test('is what the sales of each side leave: 24.50 − 2 × 9.80', () =>
    expect(exitOf([sold('AK', 1000, 2)], [sold('AWP', 2500)])).toEqual({
      give: 1960,
      get: 2450,
      difference: 490,
      missing: [],
    }));

  test('with an item that nobody knows how to sell has its name and no difference', () => {
    for (const quote of [undefined, { buff163: 1, inflated: false }, { ...sold('X', 1).quote, inflated: true }])
      expect(exitOf([sold('AK', 1000)], [{ reading: { item: 'X' }, quote }])).toEqual({
        give: 980,
        get: 0,
        missing: ['X'],
      });
  });

  test('is not there without confirmed fees, and with old prices and samples', () => {
    expect(sumOffer({ give: [sold('AK', 1)], get: [] }, ['buff163'], true).exit).toBeUndefined();
    expect(exitOf([sold('AK', 1000)], [], false)).toBeUndefined();
  });
});
