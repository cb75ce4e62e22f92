import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { halfHoursPerDay } from '#relay/history/time.ts';
import { createStorageFile, type StorageOptions } from '#relay/store/storage-file.ts';
import { tempFolder } from '../../temp-folder.ts';
import { marketsIn } from '../history/reference.ts';

const first = 20_473 * halfHoursPerDay;
const item = 'AK-47 | Redline (Field-Tested)';
const at = (cents: number) => new Map([['buff163', new Map([[item, cents]])]]);
const query = { item, markets: ['buff163'], days: 30 };

async function tempFile() {
  const folder = await tempFolder();
  return { folder, path: join(folder, 'relay.db') };
}

function open(path: string, options: Partial<StorageOptions> = {}) {
  const file = createStorageFile({ path, ...options }, () => Date.UTC(2026, 0, 20));
  return {
    ...file,
    record: (cents: number, halfHour: number) =>
      file.write(({ history }) => history.record(at(cents), { halfHour, isSteady: true })),
    recent: (halfHour: number) =>
      file.read(({ history }) => marketsIn(history.body(query, halfHour))['buff163']?.recent),
    status: () => file.status(first),
  };
}

async function recordedFile() {
  const file = await tempFile();
  const before = open(file.path);
  await before.record(4000, first);
  before.close();
  return file;
}

test('is there again after a start', async () => {
  const { path } = await recordedFile();
  const after = open(path);
  expect(await after.recent(first)).toEqual([['2026-01-20T00:00:00.000Z', 4000]]);
  expect(await after.status()).toMatchObject({ since: '2026-01-20', items: 1, problem: undefined });
  after.close();
});

test('begins where no folder is yet, as on a new computer, for its user alone', async () => {
  const { folder } = await tempFile();
  const file = open(join(folder, 'share', 'skinlens', 'relay.db'));
  expect((await file.record(4000, first)).markets).toEqual(['buff163']);
  expect((await file.status()).problem).toBeUndefined();
  expect((await stat(join(folder, 'share', 'skinlens'))).mode & 0o777).toBe(0o700);
  file.close();
});

test('that is deleted under a running relay begins anew', async () => {
  const { path } = await tempFile();
  const file = open(path);
  await file.record(4000, first);
  await rm(path);
  await file.record(4100, first + 1);
  file.close();
  expect(await open(path).recent(first + 1)).toEqual([['2026-01-20T00:30:00.000Z', 4100]]);
});

describe('a damaged file', () => {
  test.each([
    ['no database', async () => Buffer.from('<html>not a database</html>'.repeat(200))],
    ['torn', async (path: string) => (await readFile(path)).fill(0x5a, 4096, 16_384)],
    ['cut off', async (path: string) => (await readFile(path)).subarray(0, 5000)],
  ])('is set aside when it is %s, and a new one begins', async (_, damage) => {
    const { folder, path } = await recordedFile();
    await writeFile(path, await damage(path));
    const after = open(path);
    await after.recent(first).catch(() => undefined);
    expect((await after.record(4100, first + 1)).markets).toEqual(['buff163']);
    const files = await readdir(folder);
    expect(files.filter((name) => name.startsWith('relay.db.broken-2026-01-20T'))).toHaveLength(1);
    expect((await after.status()).problem).toMatchObject({ kind: 'set-aside' });
    expect(await after.recent(first + 1)).toEqual([['2026-01-20T00:30:00.000Z', 4100]]);
    after.close();
  });

  test('is told where it cannot be set aside', async () => {
    const { path } = await tempFile();
    await writeFile(path, '<html>not a database</html>'.repeat(200));
    await mkdir(join(`${path}.broken-2026-01-20T00-00-00.000Z`, 'taken'), { recursive: true });
    const file = open(path);
    await expect(file.recent(first)).rejects.toThrow('not a database');
    expect((await file.status()).problem).toMatchObject({ kind: 'unwritable', reason: 'other' });
  });

  test('is not what a lack of memory leaves', async () => {
    const { folder, path } = await tempFile();
    const file = open(path);
    await file.record(4000, first);
    const failing = file.write(() => {
      // As V8 says it when the system gives no memory for a column of prices.
      throw new RangeError('Array buffer allocation failed');
    });
    await expect(failing).rejects.toThrow(RangeError);
    expect((await readdir(folder)).filter((name) => name.includes('broken'))).toEqual([]);
    expect(await file.recent(first)).toHaveLength(1);
    file.close();
  });
});

test('a file of a newer format is left alone, and recording rests', async () => {
  const { folder, path } = await recordedFile();
  const newer = new DatabaseSync(path);
  newer.exec("UPDATE meta SET value = '3' WHERE name = 'format'; ALTER TABLE observations RENAME TO later");
  newer.close();
  const content = await readFile(path);
  const after = open(path);
  await expect(after.record(4100, first + 1)).rejects.toThrow('format 3');
  expect((await after.status()).problem).toEqual({ kind: 'newer' });
  after.close();
  expect(await readFile(path)).toEqual(content);
  expect((await readdir(folder)).filter((name) => name.includes('broken'))).toEqual([]);
});

describe('without room or permission', () => {
  test('recording rests, says so, and goes on when it can', async () => {
    const { folder } = await tempFile();
    await writeFile(join(folder, 'taken'), '');
    const file = open(join(folder, 'taken', 'relay.db'));
    await expect(file.record(4000, first)).rejects.toThrow();
    expect((await file.status()).problem).toMatchObject({ kind: 'unwritable', reason: 'no-permission' });
    await rm(join(folder, 'taken'));
    expect((await file.record(4000, first)).markets).toEqual(['buff163']);
    expect((await file.status()).problem).toBeUndefined();
    file.close();
  });

  test('on a full disk nothing of an observation is kept, and what was recorded is still answered', async () => {
    const { path } = await recordedFile();
    const full = open(path, { maxBytes: 96 * 1024 });
    const many = new Map(Array.from({ length: 20_000 }, (_, n) => [`Item ${n}`, n + 1]));
    const present = { halfHour: first + 1, isSteady: true };
    await expect(full.write(({ history }) => history.record(new Map([['buff163', many]]), present))).rejects.toThrow(
      /full/,
    );
    expect((await full.status()).problem).toMatchObject({ kind: 'unwritable', reason: 'no-room' });
    expect(await full.recent(first + 1)).toEqual([['2026-01-20T00:00:00.000Z', 4000]]);
    await full.record(4200, first + 2);
    expect((await full.status()).problem).toBeUndefined();
    full.close();
  });
});
