/** @module-tag full */
import { type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { marketIds } from '#core/prices/markets.ts';
import type { RunningServer } from '#protocol/node-server.ts';
import { optionalFields, pricesBody } from '#protocol/price-api.ts';
import { startService } from '#service/snapshot.ts';
import { marketEntry, partnerRow } from '../protocol/row-schemas.ts';

vi.setConfig({ testTimeout: 60_000 });

let server: RunningServer;
beforeAll(async () => {
  server = await startService({ SERVICE_API_KEYS: 'one, two', SERVICE_PORT: '0' });
});
afterAll(() => server.close());

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** Sends a request without decoding the response. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET', sent?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const all = { Authorization: 'Bearer one', ...headers };
    // A kept connection may be closed by the service while a test reads a large answer for seconds.
    const call = request(`${server.url}${path}`, { method, headers: all, agent: false }, async (answer) =>
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: await buffer(answer) }),
    );
    call.on('error', reject).end(sent);
  });
}

const jsonOf = ({ bytes }: Answer): unknown => JSON.parse(brotliDecompressSync(bytes).toString('utf8'));

describe('over a socket', () => {
  it.each(['', '?fields=nonsense'])('the bytes do not depend on Accept-Encoding: /api/prices%s', async (query) => {
    const path = `/api/prices${query}${query ? '&' : '?'}markets=csgoroll`;
    const plain = await ask(path);
    for (const accept of ['identity', 'gzip', 'br;q=0, identity', 'zstd']) {
      const answer = await ask(path, { 'Accept-Encoding': accept });
      expect(answer.headers['content-encoding']).toBe('br');
      expect(answer.bytes.equals(plain.bytes)).toBe(true);
    }
    expect(jsonOf(plain)).toBeTypeOf('object');
  });

  it('a full response holds 13 markets with all fields, each as specified', async () => {
    const answer = await ask(`/api/prices?fields=${optionalFields.join(',')}`);
    const { items, markets, updated_at } = pricesBody.parse(jsonOf(answer));
    expect(markets).toEqual(marketIds);
    expect(updated_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Object.keys(items).length).toBeGreaterThan(35_000);
    const entry = z.strictObject(marketEntry.shape);
    const some = Object.values(items).filter((_, at) => at % 20 === 0);
    for (const item of some) {
      const { liquidity, ...entries } = Object(item);
      expect(liquidity).toBeTypeOf('number');
      for (const each of Object.values(entries)) entry.parse(each);
    }
  });

  it('partner prices cover all items', async () => {
    const rows = z
      .record(z.string(), z.strictObject(partnerRow.shape))
      .parse(jsonOf(await ask('/api/get-partner-prices')));
    expect(Object.keys(rows).length).toBeGreaterThan(35_000);
  });

  it('304 has headers and no body', async () => {
    const first = await ask('/api/get-partner-prices');
    const again = await ask('/api/get-partner-prices', { 'If-None-Match': `"x", W/${first.headers.etag}` });
    expect([again.status, again.bytes.byteLength, again.headers.etag]).toEqual([304, 0, first.headers.etag]);
    expect(Number(again.headers['x-ratelimit-remaining'])).toBe(Number(first.headers['x-ratelimit-remaining']) - 1);
  });

  it('HEAD gets 405 without a body, POST gets 405 with one', async () => {
    const head = await ask('/api/prices', {}, 'HEAD');
    expect([head.status, head.headers.allow, head.bytes.byteLength]).toEqual([405, 'GET', 0]);
    const post = await ask('/api/prices', { 'Content-Type': 'application/json' }, 'POST', '{"markets":"steam"}');
    expect([post.status, post.headers.allow, post.headers['content-encoding']]).toEqual([405, 'GET', 'br']);
    expect(jsonOf(post)).toEqual({ error: expect.stringContaining('POST') });
  });

  it.each([
    ['a bad Host', 'GET', '/api/prices', 'not a host'],
    ['a target that is no path', 'OPTIONS', '*', 'localhost'],
  ])('%s gets 400 as brotli JSON', async (_, method, path, Host) => {
    const { hostname, port } = new URL(server.url);
    const answer = await new Promise<Answer>((resolve, reject) => {
      const call = request({ hostname, port, method, path, headers: { Host }, agent: false }, async (response) =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: await buffer(response) }),
      );
      call.on('error', reject).end();
    });
    expect(answer.status).toBe(400);
    expect(answer.headers).toMatchObject({ 'content-encoding': 'br', 'x-ratelimit-remaining': '0' });
    expect(jsonOf(answer)).toEqual({ error: expect.any(String) });
  });

  it('fetch decodes the body', async () => {
    const response = await fetch(`${server.url}/api/csgoroll-prices?min=1&max=1.1`, {
      headers: { Authorization: 'Bearer two' },
    });
    const { items } = Object(await response.json());
    const coins = Object.values<{ coins: number }>(items).map((item) => item.coins);
    expect(coins.length).toBeGreaterThan(0);
    expect(coins.every((each) => each >= 1 && each <= 1.1)).toBe(true);
  });
});
