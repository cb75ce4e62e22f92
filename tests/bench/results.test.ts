import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Results, readResults, without, writeResults } from './results.ts';
import { toRow } from './row.ts';

const machine = { cpu: 'a', cores: 2, memoryMb: 1, system: 'b', node: 'c', browsers: [{ version: 'd' }] };
const partRun = (part: string) => ({ part, seconds: 1, loadBefore: 2, loadAfter: 3 });
const row = (part: string, sample = 1) =>
  toRow({ part, what: 'it', unit: 'ms', budget: 2, against: 'times floor' }, [sample], { floor: ['least', [1]] });

const results: Results = {
  at: '2026-11-21T10:00:00.000Z',
  commit: 'abc',
  machine,
  parts: [partRun('feed'), partRun('relay')],
  rows: [row('feed', 1 / 3), row('relay: throughput'), row('relay: bytes')],
};

describe('results', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'skinlens-results-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('come back from their file as they were, but for digits that say nothing', async () => {
    const file = join(folder, 'deep', 'results.json');
    await writeResults(file, results);
    const short = { ...row('feed'), median: 0.333333, low: 0.333333, high: 0.333333 };
    expect(await readResults(file)).toEqual({ ...results, rows: [short, ...results.rows.slice(1)] });
    expect(await readFile(file, 'utf8')).toMatch(/\}\n$/);
  });

  test('of another shape are refused', async () => {
    const file = join(folder, 'other.json');
    await writeFile(file, JSON.stringify({ ...results, rows: [{ what: 'nothing' }] }));
    await expect(readResults(file)).rejects.toThrow('median');
  });

  test('lose a part that is measured anew, and its rows', () => {
    const left = without(results, ['relay', 'fee']);
    expect(left.parts.map(({ part }) => part)).toEqual(['feed']);
    expect(left.rows.map(({ part }) => part)).toEqual(['feed']);
  });
});
