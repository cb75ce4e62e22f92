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

test('the published results are those of their page', async () => {
  const results = await readResults(join(root, resultsFile));
  expect(await readFile(join(root, pageFile), 'utf8')).toBe(pageOf(results));
});

describe('publishing', () => {
  const rows = Object.entries(parts).flatMap(([name, part]) =>
    browsersOf(part).flatMap((browser) =>
      metricsIn(part, browser).map(([, metric]) =>
        toRow(name, browser, { ...metric, budget: 61, against: undefined }, { ours: [61], peer: [90] }),
      ),
    ),
  );
  const machine = { cpu: 'a chip', cores: 2, memoryMb: 1, system: 'b', node: 'c', browsers: [{ version: 'd' }] };
  const results: Results = { at: '2026-11-21T10:00:00.000Z', commit: 'abc', machine, parts: [], rows };

  test('writes a line for each metric', () => {
    const page = pageOf(results);
    expect(page).toMatch(/\| 100 prices, worker asleep, ms +\| \*\*61 · 61\*\* +\| +\| 90 · 90 +\| ≤ 61 +\| yes +\|/);
    const metrics = Object.values(parts).flatMap((part) => Object.keys(part.metrics));
    expect(page.split('\n').filter((line) => line.includes('| yes'))).toHaveLength(metrics.length);
    expect(page).toContain('on 2026-11-21, commit abc, a chip, 2 cores');
  });

  test('says what users notice of a budget that is missed', () => {
    const slowIn = (slow: string) =>
      pageOf({ ...results, rows: rows.map((row) => ({ ...row, budget: row.part === slow ? 60 : 61 })) });
    expect(slowIn('history')).toContain(`99th of 100_: ${parts['history']?.missed}\n`);
    expect(() => slowIn('idle-page')).toThrow('idle-page misses a budget');
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
