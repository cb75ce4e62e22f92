import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createAnswerStore } from '#relay/store/answer-store.ts';
import { createStorageThread, type StorageThread } from '#relay/store/storage-thread.ts';
import { tempFolder } from '../../temp-folder.ts';
import { jsonOf, partner, startTestRelay, until } from '../test-relay.ts';
import { answers, hangs, partnerRows, refuses } from '../upstream.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const stored = { bytes: encode('{"a":{}}'), etag: '"one"', lastModified: 1000, confirmedAt: 2000 };

async function openStore() {
  const path = join(await tempFolder(), 'relay.db');
  const problems: string[] = [];
  let last: StorageThread | undefined;
  /** Another process, after the end of the one before: the same file, nothing in memory. */
  const another = async ({ owner = 'https://price.example', maxBytes = 1024 ** 3 } = {}) => {
    await last?.close();
    const storage = createStorageThread({ path, maxBytes }, 60_000);
    last = storage;
    onTestFinished(storage.close);
    const reportProblem = (problem: string, code: string) => void problems.push(`${problem}: ${code}`);
    return createAnswerStore({ storage, reportProblem }, owner);
  };
  return { path, another, problems };
}

describe('the last good answers', () => {
  test('are there for another process', async () => {
    const { another, problems } = await openStore();
    const store = await another();
    await store.save('a', stored);
    await store.save('b', { ...stored, etag: undefined });
    const found = await (await another()).load('a');
    expect({ ...found, bytes: new Uint8Array(found?.bytes ?? []) }).toEqual(stored);
    expect((await (await another()).load('b'))?.etag).toBeUndefined();
    expect(await (await another()).load('c')).toBeUndefined();
    expect(await (await another({ owner: 'https://other.example' })).load('a')).toBeUndefined();
    expect(problems).toEqual([]);
  });

  test('take the times of a confirmation', async () => {
    const { another } = await openStore();
    const store = await another();
    await store.save('a', stored);
    await store.save('a', { ...stored, confirmedAt: 9000, etag: '"two"' });
    expect(await (await another()).load('a')).toMatchObject({ confirmedAt: 9000, etag: '"two"', lastModified: 1000 });
  });

  test('are a bounded number: the oldest go', async () => {
    const { another } = await openStore();
    const store = await another();
    for (let at = 0; at <= 64; at++) await store.save(`source ${at}`, stored);
    const found = await Promise.all([0, 1, 64].map((at) => store.load(`source ${at}`)));
    expect(found.map((answer) => answer !== undefined)).toEqual([false, true, true]);
  });

  test('go to the disk’s thread packed: a guest’s large one holds up no question of others', async () => {
    const asked: number[] = [];
    const ask = async (_: string, { body }: { readonly body: Uint8Array }) => void asked.push(body.length);
    const storage = { ask, isStalled: () => false } as unknown as StorageThread;
    const store = createAnswerStore({ storage, reportProblem: () => undefined }, 'owner');
    await store.save('a', { ...stored, bytes: new Uint8Array(100_000) });
    expect(asked[0]).toBeLessThan(1000);
  });

  test('that are damaged are refused', async () => {
    const { path, another } = await openStore();
    await (await another()).save('a', stored);
    const database = new DatabaseSync(path);
    database.exec(`UPDATE answers SET sha256 = '${'0'.repeat(64)}'`);
    database.close();
    await expect((await another()).load('a')).rejects.toThrow('damaged-answer');
  });

  test('are written that were accepted before the end, and no others', async () => {
    const { another } = await openStore();
    const store = await another();
    void store.save('a', stored);
    const closed = store.close();
    void store.save('b', stored);
    await closed;
    expect(await (await another()).load('a')).toMatchObject({ etag: '"one"' });
    expect(await (await another()).load('b')).toBeUndefined();
  });

  test('a body that could not be written lends its times to no older one', async () => {
    const { another, problems } = await openStore();
    const first = await another();
    await first.save('a', { ...stored, bytes: encode('{"A":100}') });
    const random = Array.from({ length: 50_000 }, (_, at) => (at ** 3 * 7919) % 100_003).join();
    const newer = { ...stored, bytes: encode(`{"A":900,"rest":[${random}]}`), etag: '"two"' };
    const full = await another({ maxBytes: 4096 });
    expect(await full.load('a')).toBeDefined();
    await full.save('a', { ...newer, confirmedAt: 3000 });
    await full.save('a', { ...newer, confirmedAt: 9000 });
    expect(problems).toEqual(Array(2).fill('an answer could not be stored: database or disk is full'));
    const found = await (await another()).load('a');
    expect(new TextDecoder().decode(found?.bytes)).toBe('{"A":100}');
    expect(found).toMatchObject({ etag: '"one"', confirmedAt: 2000 });
    // With room again, the next confirmation stores the body as well.
    const roomy = await another();
    await roomy.save('a', { ...newer, confirmedAt: 10_000 });
    expect(await (await another()).load('a')).toMatchObject({ etag: '"two"', confirmedAt: 10_000 });
  });
});

describe('a restart', () => {
  test('during an outage serves the last good answer, and keeps the poll period and the upstream ETag', async () => {
    const env = { RELAY_POLL_SECONDS: '1' };
    const before = await startTestRelay(answers(partnerRows(30), { headers: { ETag: '"kept"' } }), { env });
    const first = await before.get(partner, { 'Accept-Encoding': 'br' });
    await before.close();
    before.upstream.does(hangs);
    const after = await startTestRelay(hangs, { folder: before.folder, upstream: before.upstream, env });
    const got = await after.get(partner);
    expect([got.status, jsonOf(got)]).toEqual([200, partnerRows(30)]);
    expect(got.headers).toMatchObject({ etag: first.headers.etag, 'last-modified': first.headers['last-modified'] });
    await until(() => after.get(partner)).gives(() => after.upstream.seen.length === 2);
    expect(after.upstream.seen[1]?.headers['if-none-match']).toBe('"kept"');
  });

  /** Serves some rows, ends, and changes the times of what was stored. */
  async function endWith(sql: string) {
    const before = await startTestRelay(answers(partnerRows(30)));
    await before.get(partner);
    await before.close();
    const database = new DatabaseSync(join(before.folder, 'cache', 'relay.db'));
    database.exec(sql);
    database.close();
    before.upstream.does(refuses(503));
    return startTestRelay(hangs, { folder: before.folder, upstream: before.upstream });
  }

  test('takes data that a clock ahead has confirmed for as old as their prices', async () => {
    const after = await endWith(
      'UPDATE answers SET confirmed_at = confirmed_at + 28800000, last_modified = last_modified - 90000',
    );
    expect(Number((await after.get(partner)).headers.age)).toBeGreaterThanOrEqual(90);
  });
});
