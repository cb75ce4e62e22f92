import { describe, expect, test } from 'vitest';
import { parseSettings } from '#core/settings.ts';

describe('settings', () => {
  test.each([undefined, null, 'x', 7, [], {}])('of %j are the defaults', (stored) => {
    expect(parseSettings(stored)).toEqual(parseSettings({}));
  });

  test('with an invalid field have its default and keep the others', () => {
    const parsed = parseSettings({ currency: { show: 'guess', code: 'GBP' }, coinUsd: -1, theme: 'dark' });
    expect(parsed).toMatchObject({ currency: { show: 'usd', code: 'GBP' }, coinUsd: null, theme: 'dark' });
  });

  test('with an invalid rate keep the others', () => {
    const rates = { EUR: 0.9, GBP: 0, JPY: '150', eur: 1, CHF: Number.POSITIVE_INFINITY, KZT: 500 };
    expect(parseSettings({ rates }).rates).toEqual({ EUR: 0.9, KZT: 500 });
  });

  test('with an invalid value of a coin keep the others', () => {
    const siteCoinUsd = { csgoempire: 0.61, other: 0, third: '1', 'A/B': 1, fourth: Number.NaN };
    expect(parseSettings({ siteCoinUsd }).siteCoinUsd).toEqual({ csgoempire: 0.61 });
    expect(parseSettings({ siteCoinUsd: 0.61 }).siteCoinUsd).toEqual({});
  });

  test('with an invalid added site keep the others, and 200 at most', () => {
    const customSites = { 'a.example': true, 'b.example': 'yes', localhost: true, 'C.example': true, '[::1]': true };
    expect(parseSettings({ customSites }).customSites).toEqual({ 'a.example': true });
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`a${at}.example`, true]));
    expect(Object.keys(parseSettings({ customSites: many }).customSites)).toHaveLength(200);
  });

  test('are parsed to the same again', () => {
    const parsed = parseSettings({ rates: { EUR: 0.9 }, coinUsd: 0.66, overlay: { density: 'compact' } });
    expect(parseSettings(JSON.parse(JSON.stringify(parsed)))).toEqual(parsed);
  });
});
