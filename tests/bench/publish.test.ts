import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { claimedRows, grownRows } from './claimed-rows.ts';
import { claims, rowsFor } from './claims.ts';
import { resultsFile, written } from './publish.ts';
import { type Results, readResults } from './results.ts';
import { boundOf, isKept } from './row.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readme = await readFile(join(root, 'README.md'), 'utf8');
/** None before the first run was published. */
const results = existsSync(join(root, resultsFile)) ? await readResults(join(root, resultsFile)) : undefined;

/** Budgets that the published run missed, as `browser: what`; the README says so as well. */
const missed: readonly string[] = [];

test.runIf(!results)('nothing is said of the bench before it was published', () => {
  expect(readme).toMatch(/<!-- bench[^>]* -->\n<!-- \/bench -->/);
});

describe.runIf(results)('what is said of the bench', () => {
  if (!results) return;
  const files = written(results, readme);

  test.each(Object.keys(files))('%s says what was measured, and nothing else', async (path) => {
    expect(await readFile(join(root, path), 'utf8')).toBe(files[path]);
  });

  test.each(claims)('“$says” is a row with a budget', (claim) => {
    for (const row of rowsFor(claim, results.rows)) expect(boundOf(row)).toBeGreaterThan(0);
  });

  test('every budget is kept, or known to be missed', () => {
    const rows = results.rows.filter((row) => isKept(row) === false);
    expect(rows.map(({ browser = 'none', what }) => `${browser}: ${what}`)).toEqual(missed);
  });

  test.each(['bench', 'growth'])('the picture %s is for light and dark, and runs nothing', (name) => {
    const picture = files[`.github/bench/${name}.svg`] ?? '';
    expect(picture).toContain('prefers-color-scheme: dark');
    expect(picture).not.toMatch(/<script|href=/);
  });
});

describe('publishing', () => {
  const machine = { cpu: 'a chip', cores: 2, memoryMb: 1, system: 'b', node: 'c', browsers: [{ version: 'd' }] };
  const rows = [...claimedRows({ budget: 60 }, 61, { peer: ['their way', [90]] }), ...grownRows];
  const made: Results = { at: '2026-11-21T10:00:00.000Z', commit: 'abc', machine, parts: [], rows };
  const before = 'above\n<!-- bench: by hand -->\nold\n<!-- /bench -->\nbelow\n';

  test('puts a line for each claim between the marks, and twice is once', () => {
    const { 'README.md': after = '' } = written(made, before);
    expect(after).toMatch(/^above\n<!-- bench: by hand -->\n[\s\S]*\n<!-- \/bench -->\nbelow\n$/);
    expect(after).toMatch(
      /\| Code that a page loads, at most, ms +\| \*\*61 · 61\*\* +\| +\| 90 · 90 +\| ≤ 60 +\| NO +\|/,
    );
    expect(after.split('\n').filter((line) => line.includes('| NO'))).toHaveLength(claims.length);
    expect(after).toContain('on 2026-11-21, commit abc, a chip, 2 cores');
    expect(after).not.toContain('old');
    expect(written(made, after)['README.md']).toBe(after);
  });

  test('says which parts were added on another commit', () => {
    const part = { seconds: 1, loadBefore: 0, loadAfter: 0 };
    const parts = [
      { ...part, part: 'feed', commit: 'abc' },
      { ...part, part: 'relay', commit: 'def' },
    ];
    expect(written({ ...made, parts }, before)['README.md']).toContain('commit abc (relay: def), a chip');
  });

  test('needs every claim measured', () => {
    const [first] = claims;
    const some = rows.filter(({ what }) => what !== first?.what);
    expect(() => written({ ...made, rows: some }, before)).toThrow(first?.what);
  });

  test('needs a place in the README', () => {
    expect(() => written(made, before.replace('<!-- /bench -->', ''))).toThrow('no place');
  });
});
