import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Bytes } from '#protocol/bytes.ts';
import { negotiateEncoding } from '#relay/api/response.ts';
import { type Compressor, createCompressor, type Encoding, encodings } from '#relay/feeds/compressor.ts';
import { createSnapshotEncoder, type Snapshot, snapshotFactory, usesBeforeBestEffort } from '#relay/feeds/snapshot.ts';
import { partner, startTestRelay, until, untilCollected } from '../test-relay.ts';
import { answers, partnerRows } from '../upstream.ts';

const nodeCompressor = createCompressor();

const decoders: Record<string, (body: Buffer) => Buffer> = {
  br: zlib.brotliDecompressSync,
  gzip: zlib.gunzipSync,
  zstd: zlib.zstdDecompressSync,
  identity: (body) => body,
};

test('compression at the best level takes its body in pieces, and stops when the relay closes', async () => {
  const pieces: number[] = [];
  const closing = new AbortController();
  const body = new Uint8Array(2 ** 23);
  const bytes = Object.assign(new Uint8Array(body), {
    subarray(start = 0, end = body.length) {
      pieces.push(end - start);
      setImmediate(() => closing.abort());
      return body.subarray(start, end);
    },
  });
  await expect(createCompressor(closing.signal).compress(bytes, 'br', 'best')).rejects.toThrow('abort');
  expect(pieces[0]).toBeLessThan(2 ** 20);
  expect(pieces.length).toBeLessThan(100);
});

test('every content coding decodes to the same bytes', async () => {
  const text = JSON.stringify(partnerRows(300));
  const { get } = await startTestRelay(answers(text));
  for (const [coding, decode] of Object.entries(decoders)) {
    const got = await get(partner, { 'Accept-Encoding': coding });
    expect(got.status).toBe(200);
    expect(got.headers['content-encoding'] ?? 'identity').toBe(coding);
    expect(Number(got.headers['content-length'])).toBe(got.body.length);
    expect(decode(got.body).toString()).toBe(text);
    expect(got.headers.vary).toBe('Accept-Encoding, Available-Dictionary, Origin, Sec-Fetch-Site');
  }
});

describe('content negotiation', () => {
  const negotiate = (header: string | null) => negotiateEncoding(header, encodings);
  test.each([
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['x-gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['zstd', 'zstd'],
    ['deflate', 'identity'],
    ['br;q=0.5, gzip;q=0.9', 'gzip'],
    ['br ; q=0.5 , zstd ; q=0.7', 'zstd'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0', 'identity'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br;q=0, *', 'zstd'],
    ['gzip;q=0.4, *;q=0.8', 'br'],
    ['identity', 'identity'],
    ['identity;q=0', undefined],
    ['identity;q=0, gzip;q=0.1', 'gzip'],
    ['identity;q=0.9, br;q=0.2', 'identity'],
    ['identity, *;q=0', 'identity'],
    ['*;q=0, gzip', 'gzip'],
    ['br;q=2, gzip', 'br'],
    ['br;q=x, gzip', 'br'],
    [', ,', 'identity'],
    ['br.foo', 'identity'],
    ['br+foo;q=0, gzip', 'gzip'],
    ['"br"', 'identity'],
    ['*;q=0.9, br;q=0.1, zstd;q=0.1, gzip;q=0.1', 'identity'],
  ])('chooses for "%s" %s', (header, encoding) => {
    expect(negotiate(header).encoding).toBe(encoding);
  });

  test.each([
    ['br, zstd, dcz', true],
    ['br, dcb', false],
    ['dcz;q=0, br', false],
    ['*', false],
    ['br;q=0.9, dcz;q=0.1', false],
  ])('with "%s" accepts dcz: %s', (header, dcz) => {
    expect(negotiate(header).dcz).toBe(dcz);
  });
});

/** Records each compression and delays the best levels until `release`. */
function recordingCompressor(): { compressor: Compressor; made: string[]; release: () => void } {
  const made: string[] = [];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const compressor: Compressor = {
    ...nodeCompressor,
    async compress(bytes, encoding, effort) {
      made.push(`${encoding} ${effort}`);
      if (effort === 'best') await held;
      return nodeCompressor.compress(bytes, encoding, effort);
    },
  };
  return { compressor, made, release };
}

/** Prices without a pattern, so that a better level is smaller. */
const content = (seed: number) => {
  const rows = Array.from({ length: 2000 }, (_, at) => [
    `Item ${at}`,
    { price_buff: ((at + seed) ** 3 * 7919) % 100_003 },
  ]);
  return { bytes: new TextEncoder().encode(JSON.stringify(Object.fromEntries(rows))), lastModified: seed };
};

/** Uses a body so often that its best level is made, and returns what the first use got. */
async function takeOften(
  take: ReturnType<typeof createSnapshotEncoder>,
  snapshot: Snapshot,
  encoding: Encoding,
): Promise<Bytes> {
  const first = await take(snapshot, encoding);
  for (let use = 1; use < usesBeforeBestEffort; use++) expect(await take(snapshot, encoding)).toBe(first);
  return first;
}

describe('an encoded body', () => {
  test('is made once, however many requests need it', async () => {
    const { compressor, made } = recordingCompressor();
    const snapshot = await snapshotFactory(compressor, 4)(content(0), undefined);
    const take = createSnapshotEncoder(compressor);
    await Promise.all(Array.from({ length: 20 }, () => take(snapshot, 'br')));
    await take(snapshot, 'gzip');
    expect(made.filter((what) => what.endsWith('fast'))).toEqual(['br fast', 'gzip fast']);
  });

  test('is served at the fast level while the best level is made', async () => {
    const { compressor, made, release } = recordingCompressor();
    const snapshot = await snapshotFactory(compressor, 4)(content(0), undefined);
    const take = createSnapshotEncoder(compressor);
    const fast = await takeOften(take, snapshot, 'br');
    expect(await take(snapshot, 'br')).toBe(fast);
    release();
    const best = await until(async () => await take(snapshot, 'br')).gives((form) => form.length < fast.length);
    expect(made.filter((what) => what === 'br best')).toEqual(['br best']);
    expect(zlib.brotliDecompressSync(best).equals(snapshot.bytes)).toBe(true);
  });

  test('that few clients read gets no best level', async () => {
    const { compressor, made, release } = recordingCompressor();
    const snapshot = await snapshotFactory(compressor, 4)(content(0), undefined);
    const take = createSnapshotEncoder(compressor);
    for (let use = 1; use < usesBeforeBestEffort; use++) await take(snapshot, 'br');
    release();
    await promisify(setImmediate)();
    expect(made).toEqual(['br fast']);
  });

  test('of the previous snapshot is ready when the next snapshot is', async () => {
    const { compressor, made } = recordingCompressor();
    const publish = snapshotFactory(compressor, 4);
    const take = createSnapshotEncoder(compressor);
    const first = await publish(content(0), undefined);
    await take(first, 'zstd');
    const next = await publish(content(1), first);
    expect(made).toEqual(['zstd fast', 'zstd fast']);
    await take(next, 'zstd');
    expect(made).toEqual(['zstd fast', 'zstd fast']);
  });

  test('of a replaced snapshot is not improved', async () => {
    const { compressor, made, release } = recordingCompressor();
    const publish = snapshotFactory(compressor, 4);
    const take = createSnapshotEncoder(compressor);
    const [first, other] = [await publish(content(0), undefined), await publish(content(5), undefined)];
    await takeOften(take, other, 'gzip');
    await takeOften(take, first, 'br');
    await publish(content(1), first);
    release();
    await until(() => take(other, 'gzip')).gives(() => made.includes('gzip best'));
    await promisify(setImmediate)();
    expect(made).not.toContain('br best');
  });

  test('that waits for its best level is not held for that alone', async () => {
    const { compressor, release } = recordingCompressor();
    const take = createSnapshotEncoder(compressor);
    const use = async (seed: number) => {
      const snapshot = await snapshotFactory(compressor, 4)(content(seed), undefined);
      await takeOften(take, snapshot, 'br');
      return new WeakRef(snapshot);
    };
    await use(0);
    const waiting = await use(1);
    await untilCollected(waiting);
    release();
    expect(await take(await snapshotFactory(compressor, 4)(content(0), undefined), 'br')).toBeDefined();
  });
});
