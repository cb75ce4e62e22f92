import { describe, expect, test } from 'vitest';
import {
  type ChosenItems,
  chooseCharted,
  type DailyPrices,
  maxPastItems,
  portfolioPast,
} from '#core/owned/portfolio-past.ts';
import type { ValuedHolding } from '#core/owned/portfolio-value.ts';
import { dayMs } from '#core/prices/age.ts';

const now = Date.parse('2026-11-24T10:10:00.000Z');
const today = Math.floor(now / dayMs);
const holding = (name: string, parts: Partial<ValuedHolding> = {}): ValuedHolding => ({
  name,
  count: 1,
  paid: null,
  ...parts,
});

describe('the items of the chart', () => {
  test('are added up by name, the most valuable first', () => {
    const chosen = chooseCharted([
      holding('Cheap', { count: 3, value: 30 }),
      holding('Dear', { value: 500 }),
      holding('Cheap', { count: 2, value: 20 }),
      holding('Unpriced', { doubt: 'missing' }),
    ]);
    expect(chosen.items).toEqual([
      { name: 'Dear', count: 1 },
      { name: 'Cheap', count: 5 },
      { name: 'Unpriced', count: 1 },
    ]);
    expect(chosen.leftOut).toEqual([]);
  });

  test('are without items of any phase and outliers', () => {
    const doppler = '★ Karambit | Doppler (Factory New)';
    const chosen = chooseCharted([holding(doppler, { count: 2 }), holding('Odd', { doubt: 'inflated' })]);
    expect(chosen).toEqual({
      items: [],
      leftOut: [
        { name: doppler, count: 2, reason: 'any-phase' },
        { name: 'Odd', count: 1, reason: 'inflated' },
      ],
    });
  });

  test('keep those whose present price is old', () => {
    expect(chooseCharted([holding('Old', { doubt: 'stale' })]).items).toHaveLength(1);
  });

  test('are at most a hundred, and those that are worth the least are left out', () => {
    const many = Array.from({ length: maxPastItems + 2 }, (_, at) => holding(`Item ${at}`, { value: at + 1 }));
    const { items, leftOut } = chooseCharted(many);
    expect(items).toHaveLength(maxPastItems);
    expect(leftOut).toEqual([
      { name: 'Item 1', count: 1, reason: 'beyond' },
      { name: 'Item 0', count: 1, reason: 'beyond' },
    ]);
  });
});

const chosen = (...items: ChosenItems['items']): ChosenItems => ({ items, leftOut: [] });
/** Prices on the days before today: `{ 1: 500 }` is yesterday. */
const ago = (prices: Record<number, number>): DailyPrices =>
  Object.entries(prices)
    .map(([days, cents]) => [today - Number(days), cents] as const)
    .sort(([one], [other]) => one - other);
const daily = (from: number, cents = 100): DailyPrices =>
  Array.from({ length: from + 1 }, (_, at) => [today - from + at, cents] as const);
const pastOf = (items: ChosenItems, pasts: Record<string, DailyPrices>, span: 30 | 90 | 365 = 30) =>
  portfolioPast(items, (name) => pasts[name] ?? [], { span, now });

describe('the value over time', () => {
  test('is the sum of each day’s prices times their counts', () => {
    const past = pastOf(chosen({ name: 'A', count: 2 }, { name: 'B', count: 3 }), {
      A: ago({ 2: 100, 1: 110, 0: 120 }),
      B: ago({ 2: 10, 1: 20, 0: 30 }),
    });
    // 2 × 1.00 + 3 × 0.10; 2 × 1.10 + 3 × 0.20; 2 × 1.20 + 3 × 0.30.
    expect(past.values.slice(-3)).toEqual([230, 280, 330]);
    expect(past.values.slice(0, -3)).toEqual(Array(28).fill(null));
    expect(past.at.at(-1)).toBe(today * dayMs);
    expect(past).toMatchObject({ items: 5, partialDays: 0, leftOut: [] });
  });

  test('leaves out and names items without a recorded price, and with too few', () => {
    const past = pastOf(chosen({ name: 'A', count: 1 }, { name: 'New', count: 2 }, { name: 'Never', count: 3 }), {
      A: daily(9),
      New: daily(6),
    });
    // 7 of 10 days are under 80 %.
    expect(past.leftOut).toEqual([
      { name: 'New', count: 2, reason: 'few' },
      { name: 'Never', count: 3, reason: 'none' },
    ]);
    expect(past.items).toBe(1);
    expect(past.values.slice(-10)).toEqual(Array(10).fill(100));
  });

  test('keeps an item with prices on 80 % of the days', () => {
    const past = pastOf(chosen({ name: 'A', count: 1 }, { name: 'B', count: 1 }), { A: daily(9), B: daily(7) });
    expect(past).toMatchObject({ items: 2, partialDays: 2, leftOut: [] });
  });

  test('takes no price from outside the period', () => {
    const past = pastOf(chosen({ name: 'A', count: 1 }), { A: ago({ 31: 100, [-1]: 100 }) });
    expect(past.leftOut).toEqual([{ name: 'A', count: 1, reason: 'none' }]);
    expect(past.values.every((value) => value === null)).toBe(true);
    expect(pastOf(chosen({ name: 'A', count: 1 }), { A: ago({ 31: 100 }) }, 90).items).toBe(1);
  });

  test('of nothing is no 0', () => {
    const past = pastOf(chosen(), {});
    expect(past.values.every((value) => value === null)).toBe(true);
    expect(past).toMatchObject({ items: 0, partialDays: 0 });
  });
});
