import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createHistoryFile } from '#relay/history/history-file.ts';
import { slotsPerDay } from '#relay/history/time.ts';

const firstSlot = 20_473 * slotsPerDay;
const item = 'AK-47 | Redline (Field-Tested)';
const at = (cents: number) => new Map([['buff163', new Map([[item, cents]])]]);
const query = { item, markets: ['buff163'], days: 30 };

async function tempFile(): Promise<{ folder: string; path: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'skinlens-history-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return { folder, path: join(folder, 'history.db') };
}

const open = (path: string) => createHistoryFile(path, () => Date.UTC(2026, 0, 20));

test('is there again after a start', async () => {
  const { path } = await tempFile();
  const first = open(path);
  await first.record(at(4000), firstSlot);
  await first.close();
  const second = open(path);
  expect((await second.read(query, firstSlot))?.['buff163']?.recent).toEqual([['2026-01-20T00:00:00.000Z', 4000]]);
  expect(await second.status()).toMatchObject({ since: '2026-01-20', items: 1, problem: undefined });
  await second.close();
});

test('begins where no folder is yet, as on a new computer, for its user alone', async () => {
  const { folder } = await tempFile();
  const file = open(join(folder, 'share', 'skinlens', 'history.db'));
  expect(await file.record(at(4000), firstSlot)).toEqual(['buff163']);
  expect((await file.status()).problem).toBeUndefined();
  expect((await stat(join(folder, 'share', 'skinlens'))).mode & 0o777).toBe(0o700);
  await file.close();
});

describe('a broken file', () => {
  test.each([
    ['no database', async () => Buffer.from('<html>not a database</html>'.repeat(200))],
    ['torn', async (path: string) => (await readFile(path)).fill(0x5a, 4096, 16_384)],
    ['cut off', async (path: string) => (await readFile(path)).subarray(0, 5000)],
  ])('is set aside when it is %s, and a new history begins', async (_, damage) => {
    const { folder, path } = await tempFile();
    const first = open(path);
    await first.record(at(4000), firstSlot);
    await first.close();
    await writeFile(path, await damage(path));
    const second = open(path);
    await second.read(query, firstSlot).catch(() => undefined);
    expect(await second.record(at(4100), firstSlot + 1)).toEqual(['buff163']);
    const files = await readdir(folder);
    expect(files.filter((name) => name.startsWith('history.db.broken-2026-01-20T'))).toHaveLength(1);
    expect((await second.status()).problem).toMatchObject({ kind: 'set-aside' });
    expect((await second.read(query, firstSlot + 1))?.['buff163']?.recent).toEqual([
      ['2026-01-20T00:30:00.000Z', 4100],
    ]);
    await second.close();
  });
});

test('a lack of memory is no fault of the file', async () => {
  const { folder, path } = await tempFile();
  const file = open(path);
  await file.record(at(4000), firstSlot);
  const prices = new Map([[item, 4100]]);
  prices.keys = () => {
    // As V8 says it when the system gives no memory for a column of prices.
    throw new RangeError('Array buffer allocation failed');
  };
  await expect(file.record(new Map([['buff163', prices]]), firstSlot + 1)).rejects.toThrow(RangeError);
  expect((await readdir(folder)).filter((name) => name.includes('broken'))).toEqual([]);
  expect((await file.read(query, firstSlot))?.['buff163']?.recent).toHaveLength(1);
  await file.close();
});

describe('without room or permission', () => {
  test('recording rests, says so, and goes on when it can', async () => {
    const { folder } = await tempFile();
    await writeFile(join(folder, 'taken'), '');
    const file = open(join(folder, 'taken', 'history.db'));
    await expect(file.record(at(4000), firstSlot)).rejects.toThrow();
    expect((await file.status()).problem).toMatchObject({ kind: 'unwritable' });
    await rm(join(folder, 'taken'));
    expect(await file.record(at(4000), firstSlot)).toEqual(['buff163']);
    expect((await file.status()).problem).toBeUndefined();
    await file.close();
  });

  test('on a full disk nothing of a look is kept, and what was recorded is still answered', async () => {
    const { path } = await tempFile();
    const first = open(path);
    await first.record(at(4000), firstSlot);
    await first.close();
    const full = createHistoryFile(path, () => Date.UTC(2026, 0, 20), 64 * 1024);
    const many = new Map(Array.from({ length: 20_000 }, (_, n) => [`Item ${n}`, n + 1]));
    await expect(full.record(new Map([['buff163', many]]), firstSlot + 1)).rejects.toThrow(/full/);
    expect((await full.status()).problem).toMatchObject({ kind: 'unwritable' });
    const answer = await full.read(query, firstSlot + 1);
    expect(answer?.['buff163']?.recent).toEqual([['2026-01-20T00:00:00.000Z', 4000]]);
    await full.record(at(4200), firstSlot + 2);
    expect((await full.status()).problem).toBeUndefined();
    await full.close();
  });
});
