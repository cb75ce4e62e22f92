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
