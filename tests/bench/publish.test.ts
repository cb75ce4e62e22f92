import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { browsersOf, metricsIn } from './part.ts';
import { parts } from './parts/index.ts';
import { pageFile, pageOf, resultsFile } from './publish.ts';
import { type Results, readResults } from './results.ts';
import { isKept, toRow } from './row.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Budgets that the published run missed, as `browser: what`. */
const missed: readonly string[] = [
  'none: History: one item, 13 markets, a year; 99th of 100',
  // Measured beside other work; to be measured anew on an idle machine.
  'chrome: 40 cards after 3 s: longest task',
  'chrome: 1,000 cards by scrolling: longest task',
  'firefox: 100 cards added → all priced',
];

describe('the published results', async () => {
  const results = await readResults(join(root, resultsFile));

  test('are those of their page', async () => {
    expect(await readFile(join(root, pageFile), 'utf8')).toBe(pageOf(results));
  });

  test('keep every budget that is not known to be missed', () => {
    const rows = results.rows.filter((row) => !isKept(row));
    expect(rows.map(({ browser = 'none', what }) => `${browser}: ${what}`).toSorted()).toEqual(missed.toSorted());
  });
});

describe('publishing', () => {
  const rows = Object.entries(parts).flatMap(([name, part]) =>
    browsersOf(part).flatMap((browser) =>
      metricsIn(part, browser).map(([, metric]) =>
        toRow(name, browser, { ...metric, budget: 60, against: undefined }, { ours: [61], peer: [90] }),
      ),
    ),
  );
  const machine = { cpu: 'a chip', cores: 2, memoryMb: 1, system: 'b', node: 'c', browsers: [{ version: 'd' }] };
  const results: Results = { at: '2026-11-21T10:00:00.000Z', commit: 'abc', machine, parts: [], rows };

  test('writes a line for each metric', () => {
    const page = pageOf(results);
    expect(page).toMatch(/\| 100 prices, worker asleep, ms +\| \*\*61 · 61\*\* +\| +\| 90 · 90 +\| ≤ 60 +\| NO +\|/);
    const metrics = Object.values(parts).flatMap((part) => Object.keys(part.metrics));
    expect(page.split('\n').filter((line) => line.includes('| NO'))).toHaveLength(metrics.length);
    expect(page).toContain('on 2026-11-21, commit abc, a chip, 2 cores');
  });

  test('names the parts that were added on another commit', () => {
    const run = { seconds: 1, loadBefore: 0, loadAfter: 0 };
    const runs = [
      { ...run, part: 'refresh', commit: 'abc' },
      { ...run, part: 'history', commit: 'def' },
    ];
    expect(pageOf({ ...results, parts: runs })).toContain('commit abc (history: def)');
  });

  test('needs every metric measured', () => {
    const some = rows.filter(({ what }) => what !== '100 prices, worker asleep');
    expect(() => pageOf({ ...results, rows: some })).toThrow('100 prices, worker asleep');
  });
});

test.each([
  [{ budget: 15 }, 15, 15.1],
  [{ budget: 15, against: 'beyond floor' as const }, 25, 25.1],
  [{ budget: 4, against: 'times floor' as const }, 40, 40.1],
])('the budget %j with a floor of 10 is kept by a median of %d, and not by %d', (limit, kept, missed) => {
  const metric = { what: 'it', unit: 'ms', floor: 'nothing', ...limit };
  const isKeptBy = (median: number) =>
    isKept(toRow('part', undefined, metric, { ours: [99, median, 0], floor: [4, 10, 12] }));
  expect([isKeptBy(kept), isKeptBy(missed)]).toEqual([true, false]);
});
