import { appendFile, link, mkdtemp, open, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createDiskStore, type DiskSnapshotStore } from '#relay/storage/disk-store.ts';
import type { StoredSnapshot } from '#relay/storage/store.ts';
import { jsonOf, partner, pollMs, sleep, startTestRelay, until } from '../test-relay.ts';
import { answers, hangs, partnerRows, refuses } from '../upstream.ts';

const stored: StoredSnapshot = {
  bytes: new TextEncoder().encode(JSON.stringify(partnerRows(20))),
  etag: '"one"',
  lastModified: 1000,
  confirmedAt: 2000,
};

interface StoreFixture {
  readonly folder: string;
  readonly store: DiskSnapshotStore;
  readonly problems: string[];
  readonly another: (owner?: string) => DiskSnapshotStore;
}

async function openStore(max = 10): Promise<StoreFixture> {
  const folder = await mkdtemp(join(tmpdir(), 'store-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const problems: string[] = [];
  const log = (problem: string, code: string) => problems.push(`${problem}: ${code}`);
  const another = (owner = 'https://price.example') =>
    createDiskStore({ folder, owner, keep: [], max, timeoutMs: 60_000, log });
  return { folder, store: another(), problems, another };
}

const filesOf = async (folder: string, ending: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith(ending));

describe('the disk store', () => {
  test('loads an answer that another process saved', async () => {
    const { store, another, problems } = await openStore();
    await store.save('a', stored);
    expect(await another().load('a')).toEqual({ ...stored, bytes: expect.anything() });
    expect(new Uint8Array((await another().load('a'))?.bytes ?? [])).toEqual(stored.bytes);
    expect(await another().load('b')).toBeUndefined();
    expect(problems).toEqual([]);
  });

  test('keeps the answers of price APIs apart', async () => {
    const { store, another } = await openStore();
    await store.save('a', stored);
    expect(await another('https://other.example').load('a')).toBeUndefined();
  });

  test('a confirmation changes the metadata, not the body', async () => {
    const { folder, store, another } = await openStore();
    await store.save('a', stored);
    const before = await filesOf(folder, '.zst');
    await store.confirm('a', { ...stored, confirmedAt: 9000, etag: '"two"' });
    expect(await another().load('a')).toMatchObject({ confirmedAt: 9000, etag: '"two"', lastModified: 1000 });
    expect(await filesOf(folder, '.zst')).toEqual(before);
  });

  test('a new body replaces the old one', async () => {
    const { folder, store, another } = await openStore();
    await store.save('a', stored);
    await store.save('a', { ...stored, bytes: new TextEncoder().encode('{"new":{}}') });
    expect(Buffer.from((await another().load('a'))?.bytes ?? []).toString()).toBe('{"new":{}}');
    expect((await filesOf(folder, '.zst')).length).toBe(1);
  });

  test('after close writes the accepted answers and no others', async () => {
    const { store, another, problems } = await openStore();
    void store.save('a', stored);
    const closed = store.close();
    void store.save('b', stored);
    void store.confirm('a', { ...stored, etag: '"late"' });
    await closed;
    expect(await another().load('a')).toMatchObject({ etag: '"one"' });
    expect(await another().load('b')).toBeUndefined();
    expect(problems).toEqual([]);
  });

  test('leaves no temporary file, and removes those of a dead process', async () => {
    const { folder, store } = await openStore();
    const left = join(folder, `${'a'.repeat(24)}.json.x.tmp`);
    await writeFile(left, 'half');
    await utimes(left, new Date(0), new Date(0));
    await writeFile(join(folder, 'of-somebody-else.tmp'), 'kept');
    await store.save('a', stored);
    expect(await filesOf(folder, '.tmp')).toEqual(['of-somebody-else.tmp']);
  });

  test('a process that dies between body and metadata loses only the newer body', async () => {
    const { folder, store, another } = await openStore();
    await store.save('a', stored);
    const [whole = ''] = await filesOf(folder, '.zst');
    const unnamed = whole.replace(/\.[0-9a-f]{16}\./, `.${'0'.repeat(16)}.`);
    await writeFile(join(folder, unnamed), 'newer');
    await utimes(join(folder, whole), new Date(0), new Date(0));
    await another().save('b', stored);
    expect(await another().load('a')).toMatchObject({ etag: '"one"' });
  });

  test('keeps a bounded number of answers', async () => {
    const { folder, store, another } = await openStore(2);
    for (const [at, source] of ['a', 'b', 'c'].entries()) {
      await store.save(source, { ...stored, bytes: new TextEncoder().encode(`{"n":{"at":${at}}}`) });
      await sleep(5);
    }
    expect((await filesOf(folder, '.json')).length).toBe(2);
    expect(await another().load('a')).toBeUndefined();
    expect(await another().load('c')).toBeDefined();
  });

  const damage = async (folder: string, ending: string, spoil: (path: string) => Promise<unknown>) => {
    for (const name of await filesOf(folder, ending)) await spoil(join(folder, name));
  };

  test.each<[string, string, (path: string) => Promise<unknown>]>([
    ['truncated metadata', '.json', async (path) => writeFile(path, (await readFile(path)).subarray(0, 40))],
    ['metadata that are not JSON', '.json', (path) => writeFile(path, '\0\0\0')],
    [
      'metadata of another version',
      '.json',
      async (path) => writeFile(path, `${await readFile(path)}`.replace('1', '9')),
    ],
    ['empty metadata', '.json', (path) => writeFile(path, '')],
    ['a truncated body', '.zst', async (path) => writeFile(path, (await readFile(path)).subarray(0, 60))],
    ['a body with one wrong byte', '.zst', async (path) => writeFile(path, (await readFile(path)).fill(0, 50, 51))],
    ['a body with trailing bytes', '.zst', (path) => appendFile(path, 'more')],
    ['a missing body', '.zst', (path) => rm(path)],
  ])('%s is ignored with one log line', async (_, ending, spoil) => {
    const { folder, store, another, problems } = await openStore();
    await store.save('a', stored);
    await damage(folder, ending, spoil);
    const found = await another().load('a');
    if (found) expect(new Uint8Array(found.bytes)).toEqual(stored.bytes);
    else expect(problems.length).toBe(1);
  });

  test.each<[string, string, (path: string) => Promise<unknown>]>([
    ['another whole body', '.zst', (path) => writeFile(path, zstdCompressSync('{"foreign":{}}'))],
    [
      'metadata of other data',
      '.json',
      async (path) => writeFile(path, `${await readFile(path)}`.replace('"source":"a"', '"source":"b"')),
    ],
  ])('%s is rejected', async (_, ending, spoil) => {
    const { folder, store, another, problems } = await openStore();
    await store.save('a', stored);
    await damage(folder, ending, spoil);
    expect(await another().load('a')).toBeUndefined();
    expect(problems).toEqual(['a stored answer is torn or foreign and is ignored: Error']);
  });

  test('a file is replaced, so an open reader keeps the old content', async () => {
    const { folder, store } = await openStore();
    await store.save('a', stored);
    const [name = ''] = await filesOf(folder, '.json');
    await link(join(folder, name), join(folder, 'as-it-was'));
    const before = await readFile(join(folder, name), 'utf8');
    await store.confirm('a', { ...stored, confirmedAt: 9000 });
    expect(await readFile(join(folder, 'as-it-was'), 'utf8')).toBe(before);
    expect(await readFile(join(folder, name), 'utf8')).toContain('"confirmedAt":9000');
  });

  test('a save syncs both files and their folder', async () => {
    const { folder, store } = await openStore();
    const probe = await open(folder);
    const sync = vi.spyOn(Object.getPrototypeOf(probe), 'sync');
    await probe.close();
    await store.save('a', stored);
    // The body and the label, and after each its folder, in which it was renamed.
    expect(sync).toHaveBeenCalledTimes(4);
    sync.mockRestore();
  });

  test('a folder that cannot be written costs a log line', async () => {
    const { folder, store, problems } = await openStore();
    await rm(folder, { recursive: true });
    await store.save('a', stored);
    expect(problems).toEqual(['an answer could not be stored: ENOENT']);
  });
});

describe('a restart', () => {
  test('during an outage serves the last good answer', async () => {
    const before = await startTestRelay(answers(partnerRows(30)));
    const first = await before.get(partner, { 'Accept-Encoding': 'br' });
    await before.close();
    before.upstream.does(hangs);
    const after = await startTestRelay(hangs, { folder: before.folder, upstream: before.upstream });
    const got = await after.get(partner);
    expect(got.status).toBe(200);
    expect(jsonOf(got)).toEqual(partnerRows(30));
    expect(got.headers).toMatchObject({ etag: first.headers.etag, 'last-modified': first.headers['last-modified'] });
  });

  test('keeps the poll period and the upstream ETag', async () => {
    const env = { RELAY_POLL_SECONDS: '1' };
    const before = await startTestRelay(answers(partnerRows(30), { headers: { ETag: '"kept"' } }), { env });
    await before.get(partner);
    await before.close();
    const after = await startTestRelay(hangs, { folder: before.folder, upstream: before.upstream, env });
    await after.get(partner);
    expect(after.upstream.seen.length).toBe(1);
    await until(
      () => after.get(partner),
      () => after.upstream.seen.length === 2,
    );
    expect(after.upstream.seen[1]?.headers['if-none-match']).toBe('"kept"');
  });

  test('knows how old the data are', async () => {
    const before = await startTestRelay(answers(partnerRows(30)));
    await before.get(partner);
    await before.close();
    before.upstream.does(refuses(503));
    const [name = ''] = await filesOf(join(before.folder, 'cache'), '.json');
    const path = join(before.folder, 'cache', name);
    const metadata = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(path, JSON.stringify({ ...metadata, confirmedAt: metadata.confirmedAt - 60_000 }));
    const after = await startTestRelay(hangs, { folder: before.folder, upstream: before.upstream });
    expect(Number((await after.get(partner)).headers.age)).toBeGreaterThanOrEqual(60);
  });

  test('with torn files starts without data', async () => {
    const before = await startTestRelay(answers(partnerRows(30)));
    await before.get(partner);
    await before.close();
    const cache = join(before.folder, 'cache');
    for (const name of await readdir(cache)) await writeFile(join(cache, name), 'torn');
    before.upstream.does(refuses(503));
    await sleep(pollMs);
    const after = await startTestRelay(hangs, { folder: before.folder, upstream: before.upstream });
    expect((await after.get(partner)).status).toBe(503);
    const lines = (await after.logged()).filter((line) => line.includes('torn or foreign'));
    expect(lines.length).toBe(1);
  });
});
