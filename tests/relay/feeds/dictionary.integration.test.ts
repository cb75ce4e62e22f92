import { createHash } from 'node:crypto';
import { constants, zstdDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Bytes } from '#protocol/bytes.ts';
import { compressDelta } from '#relay/feeds/compressor.ts';
import { encodeBody, encodeDelta, type Snapshot, snapshotFactory } from '#relay/feeds/snapshot.ts';
import { partner, type RawResponse, type RelayTestBed, startTestRelay, until } from '../test-relay.ts';
import { answers, inTurn, partnerRows } from '../upstream.ts';

const browser = 'gzip, deflate, br, zstd, dcb, dcz';
const idOf = (body: Buffer | Bytes): string => createHash('sha256').update(body).digest('base64');
const offer = (body: Buffer, accepts = browser) => ({
  'Accept-Encoding': accepts,
  'Available-Dictionary': `:${idOf(body)}:`,
});

/** Decodes a `dcz` stream as RFC 9842, section 5 describes it. */
function decode(stream: Uint8Array, dictionary: Uint8Array): Buffer {
  const header = Buffer.from(stream.subarray(0, 40));
  expect(header.subarray(0, 8).toString('hex')).toBe('5e2a4d1820000000');
  expect(header.subarray(8).toString('base64')).toBe(createHash('sha256').update(dictionary).digest('base64'));
  return zstdDecompressSync(stream.subarray(40), {
    dictionary: Buffer.from(dictionary),
    params: { [constants.ZSTD_d_windowLogMax]: 23 },
  });
}

async function startWithHistory(
  count: number,
): Promise<{ testRelay: RelayTestBed; bodies: Buffer[]; last: RawResponse }> {
  const snapshots = Array.from({ length: count }, (_, seed) => answers(partnerRows(400, seed)));
  const testRelay = await startTestRelay(inTurn(...snapshots));
  const seen = new Map<string, Buffer>();
  const read = async () => {
    const got = await testRelay.get(partner);
    seen.set(got.headers.etag ?? '', got.body);
    return got;
  };
  const last = await until(read).gives(() => seen.size === count);
  return { testRelay, bodies: [...seen.values()], last };
}

test('the deltas to all earlier snapshots are ready before a new one is told, the newest first', async () => {
  const create = snapshotFactory(4);
  const bytesOf = (seed: number) => new TextEncoder().encode(JSON.stringify(partnerRows(50, seed)));
  let snapshot = await create({ bytes: bytesOf(0), lastModified: 0 }, undefined);
  await encodeBody(snapshot, 'br');
  for (let seed = 1; seed < 4; seed++) {
    snapshot = await create({ bytes: bytesOf(seed), lastModified: seed }, snapshot);
    if (seed < 3) await encodeDelta(snapshot, idOf(bytesOf(seed - 1)));
  }
  expect([...snapshot.deltas.keys()]).toEqual([2, 1, 0].map((seed) => idOf(bytesOf(seed))));
});

describe('a client with an earlier snapshot', () => {
  test('gets a delta that decodes to the same bytes', async () => {
    const { testRelay, bodies, last } = await startWithHistory(2);
    const [before = Buffer.alloc(0)] = bodies;
    const got = await testRelay.get(partner, offer(before));
    expect(got.status).toBe(200);
    expect(got.headers).toMatchObject({ 'content-encoding': 'dcz', etag: last.headers.etag });
    expect(got.headers.vary).toContain('Available-Dictionary');
    expect(decode(got.body, before).equals(last.body)).toBe(true);
    const br = await testRelay.get(partner, { 'Accept-Encoding': 'br' });
    expect(got.body.length).toBeLessThan(br.body.length / 2);
  });

  test('may be up to four snapshots behind', async () => {
    const { testRelay, bodies, last } = await startWithHistory(6);
    const codings = [];
    for (const body of bodies) {
      const got = await testRelay.get(partner, offer(body));
      codings.push(got.headers['content-encoding']);
      if (got.headers['content-encoding'] === 'dcz') expect(decode(got.body, body).equals(last.body)).toBe(true);
    }
    expect(codings).toEqual(['br', 'dcz', 'dcz', 'dcz', 'dcz', 'dcz']);
  });

  test('gets br when it does not accept dcz, or names no dictionary that the relay has', async () => {
    const { testRelay, bodies } = await startWithHistory(2);
    const names = [`:${idOf(Buffer.from('other'))}:`, '', ':nonsense:'].map((id) => ({ 'Available-Dictionary': id }));
    for (const headers of [{ 'Accept-Encoding': 'br, zstd, dcb' }, ...names]) {
      const got = await testRelay.get(partner, { ...offer(bodies[0] ?? Buffer.alloc(0)), ...headers });
      expect(got.headers['content-encoding'], JSON.stringify(headers)).toBe('br');
    }
  });
});

test.each([
  [partner, partner],
  ['/api/prices?markets=buff163&fields=count,avg_7', '/api/prices?markets=buff163&fields=count,avg_7'],
  ['/api/prices?markets=buff163%2Cyoupin', '/api/prices?markets=buff163%2Cyoupin'],
  ['/api/prices?x=(a)*:b+c', '/api/prices'],
])('Use-As-Dictionary of %s matches that address alone', async (target, pattern) => {
  const body = target.startsWith(partner)
    ? partnerRows(2)
    : { updated_at: '2026-11-20T10:00:00.000Z', markets: [], items: {} };
  const { get, url } = await startTestRelay(answers(body));
  const got = await get(target);
  expect(got.headers['use-as-dictionary']).toBe(`match="${pattern}"`);
  expect(new URLPattern(pattern, url).test(new URL(target, url))).toBe(true);
  expect(new URLPattern(pattern, url).test(new URL('/api/rates', url))).toBe(false);
  expect(got.headers['cache-control']).toContain('max-age=86400');
});

async function createSnapshots(bodies: readonly string[]): Promise<Snapshot | undefined> {
  const publish = snapshotFactory(4);
  let snapshot: Snapshot | undefined;
  for (const body of bodies) {
    snapshot = await publish({ bytes: new TextEncoder().encode(body), lastModified: 0 }, snapshot);
  }
  return snapshot;
}

describe('a delta', () => {
  const bodies = [0, 1].map((seed) => JSON.stringify(partnerRows(400, seed)));

  test('is made once and shared', async () => {
    const snapshot = await createSnapshots(bodies);
    if (!snapshot) throw new Error('no snapshot');
    const id = idOf(Buffer.from(bodies[0] ?? ''));
    const all = await Promise.all(Array.from({ length: 10 }, () => encodeDelta(snapshot, id)));
    expect(new Set(all).size).toBe(1);
    expect(all[0]).toBeInstanceOf(Uint8Array);
  });

  test('that cannot be made is missing, not an error', async () => {
    const snapshot = await createSnapshots(bodies);
    if (!snapshot) throw new Error('no snapshot');
    const id = idOf(Buffer.from(bodies[0] ?? ''));
    const archived = Promise.reject(new Error('no memory'));
    expect(await encodeDelta({ ...snapshot, previous: [{ id, archived }] }, id)).toBeUndefined();
  });

  test('is not made if its window exceeds what clients must support', async () => {
    const large = new Uint8Array(9 * 1024 * 1024);
    expect(await compressDelta(large, new Uint8Array(7 * 1024 * 1024))).toBeUndefined();
    expect(await compressDelta(large, new Uint8Array(8 * 1024 * 1024))).toBeInstanceOf(Uint8Array);
  });
});
