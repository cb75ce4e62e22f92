/** @module-tag full */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Results, readResults, without, writeResults } from './results.ts';
import { toRow } from './row.ts';

const partRun = (part: string) => ({ part, seconds: 1, loadBefore: 2, loadAfter: 3 });
const row = (part: string, sample = 1) =>
  toRow(
    part,
    'chrome',
    { what: 'it', unit: 'ms', budget: 2, against: 'times floor', floor: 'least' },
    { ours: [sample], floor: [1] },
  );

const results: Results = {
  at: '2026-11-21T10:00:00.000Z',
  commit: 'abc',
  machine: { cpu: 'a', cores: 2, memoryMb: 1, system: 'b', node: 'c', browsers: [{ version: 'd' }] },
  parts: [partRun('refresh'), partRun('relay-bytes')],
  rows: [row('refresh', 1 / 3), row('relay-bytes')],
};

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skinlens-results-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('results are read as they were written, with six digits', async () => {
  const file = join(folder, 'deep', 'results.json');
  await writeResults(file, results);
  const rounded = { ...row('refresh'), median: 0.333333, low: 0.333333, high: 0.333333 };
  expect(await readResults(file)).toEqual({ ...results, rows: [rounded, ...results.rows.slice(1)] });
  expect(await readFile(file, 'utf8')).toMatch(/\}\n$/);
});

test('results of another shape are refused', async () => {
  const file = join(folder, 'other.json');
  await writeFile(file, JSON.stringify({ ...results, rows: [{ what: 'nothing' }] }));
  await expect(readResults(file)).rejects.toThrow('median');
});

test('a part that is measured again loses its rows', () => {
  const left = without(results, ['relay-bytes', 'ref']);
  expect(left.parts.map(({ part }) => part)).toEqual(['refresh']);
  expect(left.rows.map(({ part }) => part)).toEqual(['refresh']);
});
