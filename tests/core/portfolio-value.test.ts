import { describe, expect, test } from 'vitest';
import { noFees } from '#core/fees.ts';
import { type Holding, maxHoldings, parsePortfolio, toStoredPortfolio } from '#core/portfolio.ts';
import { type ValueContext, valuePortfolio } from '#core/portfolio-value.ts';
import type { Quote } from '#core/quote.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const redline = 'AK-47 | Redline (Field-Tested)';
const vulcan = 'AK-47 | Vulcan (Minimal Wear)';
const doppler = '★ Karambit | Doppler (Factory New)';
const quotes: Readonly<Record<string, Quote>> = {
  [redline]: { buff163: 4000, inflated: false },
  [vulcan]: { youpin: 9000, inflated: false },
  [doppler]: { buff163: 90_000, inflated: false },
};
const context: ValueContext = {
  market: 'buff163',
  fees: { ...noFees, selling: { percent: 2.5, cents: 0 } },
  asOf: now - 60_000,
  now,
  staleAfterMs: 90 * 60_000,
  sample: false,
  quoteOf: (name) => quotes[name],
};
const held = (name: string, count: number, paidCents: number | null): Holding => ({ name, count, paidCents });

describe('the value of a portfolio', () => {
  test('is price × count, net of fees for each item, less what was paid', () => {
    // 3 × 40.00 = 120.00; 40.00 − 2.5 % = 39.00, three times 117.00; paid 3 × 30.00 = 90.00: +27.00.
    const { holdings, ...sums } = valuePortfolio([held(redline, 3, 3000)], context);
    expect(holdings[0]).toMatchObject({ cents: 4000, value: 12_000, net: 11_700, profit: 2700 });
    expect(sums).toEqual({
      items: 3,
      value: { cents: 12_000, items: 3 },
      net: { cents: 11_700, items: 3 },
      profit: { cents: 2700, items: 3 },
      leftOut: [],
    });
  });

  test('names items without a price and counts them out', () => {
    const items = [held(redline, 1, 5000), held(vulcan, 2, 1000), held('Nonsense', 4, 1)];
    const { items: all, value, profit, leftOut } = valuePortfolio(items, context);
    expect(all).toBe(7);
    expect(value).toEqual({ cents: 4000, items: 1 });
    // 39.00 − 50.00.
    expect(profit).toEqual({ cents: -1100, items: 1 });
    expect(leftOut).toEqual([vulcan, 'Nonsense']);
  });

  test('has no profit where the price paid is unknown', () => {
    const { net, profit } = valuePortfolio([held(redline, 1, null), held(redline, 1, 0)], context);
    expect(net).toEqual({ cents: 7800, items: 2 });
    expect(profit).toEqual({ cents: 3900, items: 1 });
  });

  test('counts what the fees consume whole as nothing that arrives, and as a loss', () => {
    const fees = { ...noFees, selling: { percent: 0, cents: 5000 } };
    const { holdings, net, profit } = valuePortfolio([held(redline, 2, 3000)], { ...context, fees });
    expect(holdings[0]).toMatchObject({ net: 0, profit: -6000 });
    expect(net).toEqual({ cents: 0, items: 2 });
    expect(profit).toEqual({ cents: -6000, items: 2 });
  });

  test('has neither net nor profit while fees are unknown', () => {
    const value = valuePortfolio([held(redline, 1, 1)], { ...context, fees: undefined });
    expect(value).toMatchObject({ value: { items: 1 }, net: { items: 0 }, profit: { items: 0 } });
  });

  test.each<[string, string, Partial<ValueContext>]>([
    ['stale', redline, { asOf: now - 91 * 60_000 }],
    ['sample', redline, { sample: true }],
    ['missing', redline, { asOf: null }],
    ['inflated', redline, { quoteOf: () => ({ buff163: 4000, inflated: true }) }],
    ['any-phase', doppler, {}],
    ['missing', vulcan, {}],
  ])('counts out a price in doubt: %s', (doubt, name, change) => {
    const { holdings, value, leftOut } = valuePortfolio([held(name, 1, 1)], { ...context, ...change });
    expect(holdings[0]).toEqual({ name, count: 1, paidCents: 1, doubt });
    expect(value).toEqual({ cents: 0, items: 0 });
    expect(leftOut).toEqual([name]);
  });
});

describe('a stored portfolio', () => {
  test('is read as it was written, also with the same item twice', () => {
    const items = [held(redline, 1, 100), held(redline, 2, null)];
    expect(parsePortfolio(JSON.parse(JSON.stringify(toStoredPortfolio(items))))).toEqual(items);
  });

  test.each([undefined, null, 7, [], {}, { version: 2, items: [] }, { version: 1, items: 'x' }])(
    '%j is empty',
    (stored) => expect(parsePortfolio(stored)).toEqual([]),
  );

  test('drops damaged entries and those beyond the limit', () => {
    const damaged = [7, null, held('<b>', 1, 1), held(redline, 0, 1), held(redline, 1.5, 1), held(redline, 1, -1)];
    expect(parsePortfolio({ version: 1, items: [...damaged, held(redline, 1, 1)] })).toHaveLength(1);
    const many = Array.from({ length: maxHoldings + 5 }, () => held(redline, 1, 1));
    expect(parsePortfolio({ version: 1, items: many })).toHaveLength(maxHoldings);
  });
});
