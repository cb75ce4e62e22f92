import { describe, expect, test } from 'vitest';
import { isKept, median, toRow } from './row.ts';
import { formatTable } from './table.ts';

const about = { part: 'worker', browser: 'chrome', what: '100 names', unit: 'ms' };
const floor = ['nothing', [4, 10, 12]] as const;

describe('a row', () => {
  test.each([
    [[3], 3],
    [[9, 1, 5], 5],
    [[10, 1, 2, 4], 3],
  ])('of %j has the median %d', (samples, expected) => {
    expect(median(samples)).toBe(expected);
  });

  test('keeps the middle half of its samples, whatever their order', () => {
    const { low, high, runs } = toRow(about, [100, 0, 25, 75, 50]);
    expect({ low, high, runs }).toEqual({ low: 25, high: 75, runs: 5 });
  });

  test('stands beside its floor and the peer', () => {
    expect(toRow(about, [1], { floor, peer: ['their way', [7]] })).toMatchObject({
      floor: { name: 'nothing', low: 7, median: 10, high: 11 },
      peer: { name: 'their way', median: 7 },
    });
  });

  test('is not made of nothing', () => {
    expect(() => toRow(about, [])).toThrow(RangeError);
  });

  test('has no budget over a floor that was not measured', () => {
    expect(() => toRow({ ...about, budget: 2, against: 'beyond floor' }, [1])).toThrow('100 names');
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
    [{}, 1000, undefined],
  ])('with %j, a floor of 10 and a median of %d: kept is %s', (limit, sample, kept) => {
    expect(isKept(toRow({ ...about, ...limit }, [sample], { floor }))).toBe(kept);
  });
});

describe('the table', () => {
  const lineOf = (row: Parameters<typeof formatTable>[0][number]) => formatTable([row]).split('\n')[2];

  test('has a line for each row, in columns, and shouts at a budget that is missed', () => {
    const rows = [toRow(about, [1234.5]), toRow({ ...about, what: 'more', budget: 2 }, [2.345])];
    expect(formatTable(rows).split('\n')).toEqual([
      '| part   | browser | what      | median | middle half   | unit | runs | floor | peer’s way | budget | kept |',
      '|--------|---------|-----------|--------|---------------|------|------|-------|------------|--------|------|',
      '| worker | chrome  | 100 names | 1,235  | 1,235 – 1,235 | ms   | 1    |       |            |        |      |',
      '| worker | chrome  | more      | 2.35   | 2.35 – 2.35   | ms   | 1    |       |            | ≤ 2    | NO   |',
    ]);
  });

  test.each([
    [{ budget: 15, against: 'beyond floor' as const }, '≤ floor + 15'],
    [{ budget: 4, against: 'times floor' as const }, '≤ 4 × floor'],
    [{ budget: 1 / 15, against: 'times floor' as const }, '≤ 1/15 of the floor'],
    [{ budget: 0.85, against: 'times floor' as const, atLeast: true }, '≥ 0.85 × floor'],
  ])('says what a budget of %j is, beside what it is measured by', (limit, words) => {
    const line = lineOf(toRow({ ...about, ...limit }, [1], { floor, peer: ['their way', [70.5]] }));
    expect(line).toContain(`| 10 (nothing) | 70.5 (their way) | ${words} |`);
  });
});
