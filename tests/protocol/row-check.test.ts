import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  areMostlyBad,
  checkItem,
  countRows,
  isMarketEntry,
  isPartnerRow,
  isSuddenLoss,
  type RowVerdict,
  rowChecks,
} from '#protocol/row-check.ts';
import { runs } from '../seed.ts';
import { marketEntry, partnerRow } from './row-schemas.ts';

const value = fc.oneof(
  fc.constantFrom(undefined, null, 0, -1, 1.5, 1e308, Number.NaN, Infinity, '1', true, {}, []),
  fc.integer(),
  fc.double(),
);
const rowOf = (...names: string[]) =>
  fc.oneof(value, fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] }));

describe('the written-out guards accept what the schemas accept', () => {
  test('for a partner row, which has to have a known field', () => {
    const row = rowOf('price_buff', 'price_uu', 'price_csfloat', 'liquidity', 'is_inflated');
    fc.assert(
      fc.property(row, (some) => {
        const parsed = partnerRow.safeParse(some);
        const isKnown = parsed.success && Object.values(parsed.data).some((field) => field !== undefined);
        expect(isPartnerRow(some)).toBe(isKnown);
      }),
      { numRuns: runs(2000) },
    );
  });

  test('for an entry of a market', () => {
    const row = rowOf('price', 'coins', 'avg_30', 'avg_7', 'count', 'is_inflated', 'updated_at', 'link');
    fc.assert(
      fc.property(row, (some) => {
        expect(isMarketEntry(some)).toBe(marketEntry.safeParse(some).success);
      }),
      { numRuns: runs(2000) },
    );
  });
});

describe('an item', () => {
  test.each([
    ['good', { buff163: { price: 5 } }],
    ['good', { csgoroll: { coins: 5.5, count: null }, liquidity: 3 }],
    ['good', { 'new-market': { price: 5 } }],
    ['good', { 'new-market': { pence: '5' }, steam: { price: 5, 'new-field': [] } }],
    ['good', { buff163: { price: 5 }, steam: { price: 5 }, youpin: { price: -5 } }],
    ['empty', {}],
    ['empty', { buff163: null }],
    ['empty', { liquidity: 3 }],
    ['bad', { buff163: { price: '5' } }],
    ['bad', { buff163: { price: 5 }, steam: { price: -5 } }],
    ['bad', { code: 5 }],
    ['bad', 'text'],
    ['bad', null],
    ['bad', []],
  ])('is %s: %j', (verdict, item) => expect(checkItem(item)).toBe(verdict));

  test.each([
    ['good', { buff163: { price: 5 } }],
    ['good', { buff163: { price: 5 }, steam: { price: 7 } }],
    ['empty', { steam: { price: 7 } }],
    ['empty', { buff163: null, 'new-market': { price: 5 } }],
    ['bad', { buff163: { price: -5 }, steam: { price: 7 } }],
  ])('is %s where only buff163 was asked for: %j', (verdict, item) =>
    expect(checkItem(item, ['buff163'])).toBe(verdict),
  );
});

test.each([
  ['good', { coins: 1.5, more: {} }],
  ['bad', { coins: -1 }],
  ['bad', { coins: '1' }],
  ['bad', {}],
])('a row of CSGORoll is %s: %j', (verdict, row) => expect(rowChecks.csgoroll(row)).toBe(verdict));

test('rows are counted by their verdict, each once', () => {
  const verdicts = { a: 'good', b: 'bad', c: 'empty' } as const;
  expect(countRows(verdicts, (verdict) => verdict as RowVerdict)).toEqual({ rows: 3, good: 1, bad: 1 });
});

test('a body may have 5 % bad rows, and needs a good one', () => {
  expect(areMostlyBad({ rows: 100, good: 95, bad: 5 })).toBe(false);
  expect(areMostlyBad({ rows: 100, good: 94, bad: 6 })).toBe(true);
  expect(areMostlyBad({ rows: 3, good: 0, bad: 0 })).toBe(true);
  expect(areMostlyBad({ rows: 0, good: 0, bad: 0 })).toBe(false);
});

test.each([
  [50, 100, 0, false],
  [49, 100, 0, true],
  [49, 100, 1, true],
  [49, 100, 2, false],
  [1, 1, 0, false],
])('%i items after %i, with %i refused before: a sudden loss is %s', (items, before, earlier, isLoss) =>
  expect(isSuddenLoss(items, before, earlier)).toBe(isLoss),
);
