/** @module-tag full */
import { describe, expect, test } from 'vitest';
import { isKept, type Metric, median, type Samples, toRow } from './row.ts';
import { formatTable } from './table.ts';

const metric: Metric = { what: '100 names', unit: 'ms', budget: 15, floor: 'nothing', peer: 'their way' };
const floor = [4, 10, 12];
const rowOf = (samples: Samples, limit: Partial<Metric> = {}) =>
  toRow('worker', 'chrome', { ...metric, ...limit }, samples);

describe('a row', () => {
  test.each([
    [[3], 3],
    [[9, 1, 5], 5],
    [[10, 1, 2, 4], 3],
  ])('of %j has the median %d', (samples, expected) => {
    expect(median(samples)).toBe(expected);
  });

  test('has the quartiles of its samples, whatever their order', () => {
    expect(rowOf({ ours: [100, 0, 25, 75, 50] })).toMatchObject({ low: 25, high: 75, runs: 5 });
  });

  test('has a floor and a peer where they were measured', () => {
    expect(rowOf({ ours: [1], floor, peer: [7] })).toMatchObject({
      floor: { name: 'nothing', low: 7, median: 10, high: 11 },
      peer: { name: 'their way', median: 7 },
    });
    expect(rowOf({ ours: [1] })).toMatchObject({ floor: undefined, peer: undefined });
  });

  test('needs a sample', () => {
    expect(() => rowOf({ ours: [] })).toThrow(RangeError);
  });

  test('needs the floor that its budget is relative to', () => {
    expect(() => rowOf({ ours: [1] }, { against: 'beyond floor' })).toThrow('100 names');
  });

  test.each([
    [{ budget: 15 }, 15, true],
    [{ budget: 15 }, 15.1, false],
    [{ budget: 0.5, atLeast: true }, 0.5, true],
    [{ budget: 0.5, atLeast: true }, 0.4, false],
    [{ budget: 15, against: 'beyond floor' as const }, 25, true],
    [{ budget: 15, against: 'beyond floor' as const }, 25.1, false],
    [{ budget: 4, against: 'times floor' as const }, 40, true],
    [{ budget: 4, against: 'times floor' as const }, 40.1, false],
    [{ budget: 0.5, against: 'times floor' as const, atLeast: true }, 5, true],
    [{ budget: 0.5, against: 'times floor' as const, atLeast: true }, 4.9, false],
  ])('with the budget %j, a floor of 10 and a median of %d: kept is %s', (limit, sample, kept) => {
    expect(isKept(rowOf({ ours: [sample], floor }, limit))).toBe(kept);
  });
});

describe('the table', () => {
  test('has a line for each row, in columns, and NO for a missed budget', () => {
    const rows = [rowOf({ ours: [1234.5] }, { budget: 2000 }), rowOf({ ours: [2.345] }, { what: 'more', budget: 2 })];
    expect(formatTable(rows).split('\n')).toEqual([
      '| part   | browser | what      | median | middle half   | unit | runs | floor | peer’s way | budget  | kept |',
      '|--------|---------|-----------|--------|---------------|------|------|-------|------------|---------|------|',
      '| worker | chrome  | 100 names | 1,235  | 1,235 – 1,235 | ms   | 1    |       |            | ≤ 2,000 | yes  |',
      '| worker | chrome  | more      | 2.35   | 2.35 – 2.35   | ms   | 1    |       |            | ≤ 2     | NO   |',
    ]);
  });

  test.each([
    [{ budget: 15, against: 'beyond floor' as const }, '≤ floor + 15'],
    [{ budget: 4, against: 'times floor' as const }, '≤ 4 × floor'],
    [{ budget: 1 / 15, against: 'times floor' as const }, '≤ 1/15 of the floor'],
    [{ budget: 0.3, against: 'times floor' as const, atLeast: true }, '≥ 0.3 × floor'],
  ])('writes the budget %j as “%s”, beside the floor and the peer', (limit, words) => {
    const [, , line] = formatTable([rowOf({ ours: [1], floor, peer: [70.5] }, limit)]).split('\n');
    expect(line).toContain(`| 10 (nothing) | 70.5 (their way) | ${words} |`);
  });
});
