import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { claims, rowsFor } from './claims.ts';
import { resultsFile, written } from './publish.ts';
import { readResults } from './results.ts';
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

  test('a claim that was not measured cannot be published', () => {
    const [first] = claims;
    const rows = results.rows.filter(({ what }) => what !== first?.what);
    expect(() => written({ ...results, rows }, readme)).toThrow(first?.what);
  });

  test('the README needs a place for it', () => {
    expect(() => written(results, readme.replace('<!-- /bench -->', ''))).toThrow('no place');
  });

  test.each(['bench', 'growth'])('the picture %s is for light and dark, and runs nothing', (name) => {
    const picture = files[`.github/bench/${name}.svg`] ?? '';
    expect(picture).toContain('prefers-color-scheme: dark');
    expect(picture).not.toMatch(/<script|href=/);
  });
});
