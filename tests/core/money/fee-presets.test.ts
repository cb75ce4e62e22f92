import { describe, expect, test } from 'vitest';
import { feePresets, isOldPreset, withPresets } from '#core/money/fee-presets.ts';
import { isMarketFees, noFee, noFees } from '#core/money/fees.ts';
import { arrivingCents } from '#core/prices/exit-value.ts';
import type { MarketId } from '#core/prices/markets.ts';

describe('fees of public sources', () => {
  test.each(feePresets)('$market has valid fees, a source and a date', (preset) => {
    expect(isMarketFees(preset.fees)).toBe(true);
    expect(new URL(preset.source).protocol).toBe('https:');
    expect(new Date(preset.date).toISOString().slice(0, 10)).toBe(preset.date);
  });

  test.each<[MarketId, number, number | undefined]>([
    // A buyer pays 115.00: 100.00 for the seller, 5.00 for Steam and 10.00 for the game.
    ['steam', 11_500, 10_000],
    ['steam', 1150, 1000],
    ['steam', 3, 1],
    // 2.50 of 100.00, then 1 % of 97.50.
    ['buff163', 10_000, 9652.5],
    ['youpin', 10_000, 9900],
    ['whitemarket', 10_000, 9500],
    // No source states what cashing out takes.
    ['csfloat', 10_000, undefined],
    ['gamerpay', 10_000, undefined],
    ['skins', 10_000, undefined],
  ])('%s: of %d cents %d arrive', (id, cents, net) => {
    const preset = feePresets.find(({ market }) => market === id);
    expect(preset && arrivingCents(id, { cents }, preset.fees)).toBe(net);
  });

  test('are old after 180 days', () => {
    const preset = { market: 'steam', fees: noFees, source: 'https://a.example', date: '2026-01-01' } as const;
    const day = 86_400_000;
    expect(isOldPreset(preset, Date.parse('2026-01-01') + 180 * day)).toBe(false);
    expect(isOldPreset(preset, Date.parse('2026-01-01') + 180 * day + 1)).toBe(true);
  });

  test('fill in only what the user left out', () => {
    expect(withPresets({ youpin: noFees }).youpin).toEqual(noFees);
    const cashingOut = { percent: 2.5, cents: 0 };
    const csfloat = { buying: noFee, selling: { percent: 2, cents: 0 }, cashingOut };
    expect(withPresets({ csfloat: { cashingOut } }).csfloat).toEqual(csfloat);
    const most = { cashingOut: { percent: 99, cents: 0 } };
    expect(withPresets({ csfloat: most }).csfloat).toBe(most);
    expect(withPresets({}).steam).toBeDefined();
  });
});
