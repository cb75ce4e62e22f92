import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { jsonOf, key, partner, sleep, until } from './test-relay.ts';
import { answers, hangs, inTurn, partnerRows, refuses, type Script } from './upstream.ts';
import { bundleWorker, startWorker, temporaryFolder } from './workerd.ts';

beforeAll(async () => void (await bundleWorker()), 60_000);

describe('the Worker in workerd', () => {
  test('passes on the body in every coding', async () => {
    const text = JSON.stringify(partnerRows(300));
    const { get, upstream } = await startWorker(answers(text), { bindings: { RELAY_POLL_SECONDS: '30' } });
    const decoders: Record<string, (body: Buffer) => Buffer> = {
      br: brotliDecompressSync,
      gzip: gunzipSync,
      zstd: zstdDecompressSync,
      identity: (body) => body,
    };
    for (const [coding, decode] of Object.entries(decoders)) {
      const got = await get(partner, { 'Accept-Encoding': coding });
      expect(got.headers['content-encoding'] ?? 'identity').toBe(coding);
      expect(decode(got.body).toString()).toBe(text);
      expect(got.headers['use-as-dictionary']).toBeUndefined();
    }
    expect(upstream.seen.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${key}`]);
  });

  test('answers 304, filters by price and refuses like the relay on Node', async () => {
    const body = { updated_at: '2026-11-20T10:00:00.000Z', items: { a: { coins: 1 }, b: { coins: 5 } } };
    const { get } = await startWorker(answers(body));
    const first = await get('/api/csgoroll-prices');
    expect((await get('/api/csgoroll-prices', { 'If-None-Match': first.headers.etag ?? '' })).status).toBe(304);
    expect(jsonOf(await get('/api/csgoroll-prices?min=2'))).toEqual({ ...body, items: { b: { coins: 5 } } });
    expect((await get('/api/prices?markets=merchant')).status).toBe(400);
    for (const target of ['/api/csgoroll%2Dprices?min=2', '/%61pi/csgoroll-prices']) {
      expect((await get(target)).status).toBe(404);
    }
    expect((await get(partner, { Authorization: 'Bearer wrong' })).status).toBe(401);
    expect((await get('/healthz', { Authorization: '' })).status).toBe(200);
    const Origin = 'moz-extension://0f3a1d2c-1111-2222-3333-444455556666';
    expect((await get(partner, { Origin })).headers['access-control-allow-origin']).toBe(Origin);
    expect((await get(partner, { Origin: 'https://csfloat.com' })).status).toBe(403);
    expect((await get(partner, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
  });

  test('sends one upstream request for clients at the same time, and a refresh outlives the response that began it', async () => {
    const slow: Script = (request, response) =>
      void setTimeout(() => answers(partnerRows(9, 1))(request, response), 100);
    const { get, upstream } = await startWorker(inTurn(slow, slow));
    const all = await Promise.all(Array.from({ length: 20 }, () => get(partner)));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
    expect(upstream.seen.length).toBe(1);
    upstream.does((request, response) => void setTimeout(() => answers(partnerRows(9, 10))(request, response), 100));
    await sleep(250);
    await get(partner);
    const next = await until(
      () => get(partner),
      ({ body }) => body.includes('"price_buff":110'),
    );
    expect(next.status).toBe(200);
  });

  test('serves the data in KV when it starts during an outage', async () => {
    const { get, upstream, restart, lines } = await startWorker(answers(partnerRows(20)), {
      folder: await temporaryFolder(),
    });
    const first = await get(partner);
    upstream.does(refuses(503));
    await sleep(300);
    await restart();
    const got = await get(partner);
    expect(got.status).toBe(200);
    expect(got.headers).toMatchObject({ etag: first.headers.etag, 'last-modified': first.headers['last-modified'] });
    const stale = await until(
      () => get(partner),
      ({ headers }) => headers['cache-status']?.includes('503') ?? false,
    );
    expect(stale.status).toBe(200);
    expect(lines.join('')).toContain('"msg":"request"');
    expect(lines.join('')).not.toContain(key);
  });

  test('does not wait for an upstream that hangs', async () => {
    const { get, upstream } = await startWorker(answers(partnerRows(20)));
    await get(partner);
    upstream.does(hangs);
    await sleep(250);
    const got = await Promise.all([get(partner), get(partner)]);
    expect(got.map(({ status }) => status)).toEqual([200, 200]);
  });

  test.each([
    ['no key', { PRICE_API_KEY: '' }, 'PRICE_API_KEY is missing'],
    [
      'a short token',
      { RELAY_TOKENS: 'fifteen-letters' },
      'RELAY_TOKENS is not usable: a token is shorter than 16 characters, and others can reach the relay',
    ],
    ['no tokens', { RELAY_TOKENS: '' }, 'RELAY_TOKENS is missing: anybody can reach a Worker'],
  ])('reports %s', async (_, bindings, error) => {
    const { get } = await startWorker(answers(partnerRows(1)), { bindings });
    const got = await get(partner);
    expect(got.status).toBe(503);
    expect(jsonOf(got)).toEqual({ error });
  });
});
