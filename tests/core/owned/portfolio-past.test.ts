import { describe, expect, test } from 'vitest';
import { dollar } from '#core/money/rates.ts';
import {
  type ChosenItems,
  chooseCharted,
  type DailyPrices,
  maxPastItems,
  portfolioPast,
  ratesByDay,
} from '#core/owned/portfolio-past.ts';
import type { ValuedHolding } from '#core/owned/valuation.ts';
import { dayMs, isoDay } from '#core/prices/age.ts';

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
  portfolioPast(
    items,
    (name) => pasts[name] ?? [],
    () => dollar,
    { span, now },
  );

describe('the value over time', () => {
  test('has an item with prices on 80 % of the days, and none with fewer', () => {
    const items = chosen({ name: 'A', count: 1 }, { name: 'B', count: 2 }, { name: 'C', count: 2 });
    const past = pastOf(items, { A: daily(9), B: daily(7), C: daily(6) });
    expect(past).toMatchObject({ items: 3, partialDays: 2, leftOut: [{ name: 'C', count: 2, reason: 'few' }] });
    expect(past.at.at(-1)).toBe(today * dayMs);
    expect(past.values.at(-1)).toBe(300);
  });

  test('takes no price from outside the period', () => {
    const past = pastOf(chosen({ name: 'A', count: 1 }), { A: ago({ 31: 100, [-1]: 100 }) });
    expect(past.leftOut).toEqual([{ name: 'A', count: 1, reason: 'none' }]);
    expect(past.values.every((value) => value === null)).toBe(true);
    expect(pastOf(chosen({ name: 'A', count: 1 }), { A: ago({ 31: 100 }) }, 90).items).toBe(1);
  });
});

test('a year in euros goes by each day’s rate or the last within five days, today by the one that is shown', () => {
  const dates = { 341: 0.95, 12: 0.5, 4: 0.8, 1: 0.9 };
  const days = Object.fromEntries(Object.entries(dates).map(([back, EUR]) => [isoDay(today - Number(back)), { EUR }]));
  const shown = { code: 'EUR', perUsd: 0.88, of: 'today' };
  const all = chosen({ name: 'A', count: 2 });
  const { values } = portfolioPast(all, () => daily(365, 1000), ratesByDay(shown, days, now) ?? (() => undefined), {
    span: 365,
    now,
  });
  const worth = [365, 342, 341, 336, 335, 12, 7, 6, 4, 2, 1, 0].map((back) => values[365 - back]);
  // $20.00 by 0.95, 0.5, 0.8, 0.9 and 0.88; none before the first rate and on the sixth day after one.
  expect(worth).toEqual([null, null, 1900, 1900, null, 1000, 1000, null, 1600, 1600, 1800, 1760]);
  // Where the days have none, or the user has set one, all go by today's.
  for (const other of [{ code: 'BRL' }, { of: 'own' }])
    expect(ratesByDay({ ...shown, ...other }, days, now)).toBeUndefined();
});
