import { describe, expect, test } from 'vitest';
import { isKept, median, toRow } from './row.ts';
import { formatTable } from './table.ts';

const about = { part: 'worker', browser: 'chrome', what: '100 names', unit: 'ms' };

describe('a row', () => {
  test.each([
    [[3], 3],
    [[9, 1, 5], 5],
    [[10, 1, 2, 4], 3],
  ])('of %j has the median %d', (samples, expected) => {
    expect(median(samples)).toBe(expected);
  });

  test('keeps the middle half of its samples, whatever their order', () => {
    const { spread, runs } = toRow(about, [100, 0, 25, 75, 50]);
    expect({ spread, runs }).toEqual({ spread: [25, 75], runs: 5 });
  });

  test('is not made of nothing', () => {
    expect(() => toRow(about, [])).toThrow(RangeError);
  });

  test.each([
    [{ budget: 15 }, 15, true],
    [{ budget: 15 }, 15.1, false],
    [{ budget: 0.5, atLeast: true }, 0.5, true],
    [{ budget: 0.5, atLeast: true }, 0.4, false],
    [{}, 1000, undefined],
  ])('with %j and a median of %d: kept is %s', (limit, sample, kept) => {
    expect(isKept(toRow({ ...about, ...limit }, [sample]))).toBe(kept);
  });
});

describe('the table', () => {
  test('has a line for each row, in columns, and shouts at a budget that is missed', () => {
    const rows = [toRow(about, [1234.5]), toRow({ ...about, what: 'more', budget: 2 }, [2.345])];
    expect(formatTable(rows).split('\n')).toEqual([
      '| part   | browser | what      | median | middle half   | unit | runs | budget | kept |',
      '|--------|---------|-----------|--------|---------------|------|------|--------|------|',
      '| worker | chrome  | 100 names | 1,235  | 1,235 – 1,235 | ms   | 1    |        |      |',
      '| worker | chrome  | more      | 2.35   | 2.35 – 2.35   | ms   | 1    | ≤ 2    | NO   |',
    ]);
  });
});
