import * as zlib from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { marketDetailsPath } from '#protocol/price-api.ts';
import { parsePriceQuery } from '#relay/api/price-routes.ts';
import { negotiateEncoding } from '#relay/api/response.ts';
import { encodings } from '#relay/feeds/compressor.ts';
import { encodeBody, snapshotFactory } from '#relay/feeds/snapshot.ts';
import { partner, startTestRelay } from '../test-relay.ts';
import { answers, partnerRows, pricesOfAll } from '../upstream.ts';
import { feedsOf } from './feed-with-clock.ts';

const decoders: Record<string, (body: Buffer) => Buffer> = {
  br: zlib.brotliDecompressSync,
  gzip: zlib.gunzipSync,
  zstd: zlib.zstdDecompressSync,
  identity: (body) => body,
};

test('every content coding decodes to the same bytes', async () => {
  const text = JSON.stringify(partnerRows(300));
  const { get } = await startTestRelay(answers(text));
  for (const [coding, decode] of Object.entries(decoders)) {
    const got = await get(partner, { 'Accept-Encoding': coding });
    expect(got.status).toBe(200);
    expect(got.headers['content-encoding'] ?? 'identity').toBe(coding);
    expect(Number(got.headers['content-length'])).toBe(got.body.length);
    expect(decode(got.body).toString()).toBe(text);
    expect(got.headers.vary).toBe('Accept-Encoding, Available-Dictionary, Origin, Sec-Fetch-Site, Authorization');
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

const content = (seed: number) => ({
  bytes: new TextEncoder().encode(JSON.stringify(partnerRows(400, seed))),
  lastModified: seed,
});

describe('an encoded body', () => {
  test('is made once, however many requests need it', async () => {
    const snapshot = await snapshotFactory(4)(content(0), undefined);
    const all = await Promise.all(Array.from({ length: 20 }, () => encodeBody(snapshot, 'br')));
    expect(new Set(all).size).toBe(1);
    expect(zlib.brotliDecompressSync(all[0] ?? '').equals(snapshot.bytes)).toBe(true);
    expect([...snapshot.encodedBodies.keys()]).toEqual(['br']);
  });

  test('of the previous snapshot is ready when the next snapshot is', async () => {
    const publish = snapshotFactory(4);
    const first = await publish(content(0), undefined);
    await encodeBody(first, 'zstd');
    const next = await publish(content(1), first);
    expect([...next.encodedBodies.keys()]).toEqual(['zstd']);
    const waiting = new Promise((resolve) => setImmediate(resolve, 'waiting'));
    expect(await Promise.race([next.encodedBodies.get('zstd'), waiting])).toBeInstanceOf(Uint8Array);
  });

  test('of one client’s own query is made when it is asked for: nobody waits for it', async () => {
    let seed = 0;
    const { feeds, clock } = feedsOf([], { fetch: async () => Response.json({ ...pricesOfAll, seed }) });
    const ready: unknown[] = [];
    for (const search of [new URL(marketDetailsPath('steam'), 'http://x').search, '?markets=steam']) {
      const feed = feeds.priceFeed(parsePriceQuery('prices', search, 2048).source);
      const { snapshot } = (await feed.read()).data;
      await encodeBody(snapshot, 'br');
      seed++;
      clock.ms += 60_000;
      await feed.read();
      await expect.poll(() => feed.data()?.snapshot).not.toBe(snapshot);
      ready.push([...(feed.data()?.snapshot.encodedBodies.keys() ?? [])]);
    }
    expect(ready).toEqual([['br'], []]);
  });
});
