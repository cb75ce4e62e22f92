import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { identity } from '#build/identity.ts';
import { get, partner, startTestRelay } from '../test-relay.ts';
import { answers, partnerRows } from '../upstream.ts';

const extension = 'chrome-extension://abcdefghijklmnopabcdefghijklmnop';
const script = answers(partnerRows(2));

const asPage = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'empty' };

const exposed =
  'ETag, Date, Age, Retry-After, Cache-Status, Skinlens-Sample, Skinlens-Name, Skinlens-Fields, Skinlens-Version';

test('nginx lets extensions read the same headers', async () => {
  expect(await readFile('src/relay/nginx-cache.conf', 'utf8')).toContain(`default "${exposed}";`);
});

describe('CORS', () => {
  test('lets extensions read data and errors', async () => {
    const testRelay = await startTestRelay(script);
    const others = ['moz-extension://0f3a1d2c-1111-2222-3333-444455556666', 'safari-web-extension://ABC'];
    for (const Origin of [extension, ...others]) {
      for (const target of [partner, '/api/prices?markets=nonsense', '/healthz']) {
        const { headers } = await testRelay.get(target, { Origin });
        expect(headers['access-control-allow-origin']).toBe(Origin);
        expect(headers.vary).toMatch(/Origin, Sec-Fetch-Site/);
        expect(headers['access-control-expose-headers']).toBe(exposed);
        expect(headers['skinlens-version']).toBe(identity.version);
        expect(headers['skinlens-fields']).toBe('avg_30,avg_7,count,is_inflated,link,updated_at');
      }
    }
  });

  test('refuses web origins, asks upstream nothing, and forbids caches', async () => {
    const { get, upstream } = await startTestRelay(script);
    const web = ['https://csfloat.com', 'http://localhost:3000', 'https://chrome-extension://'];
    const broken = ['null', 'chrome-extension.com', '*', '', 'chrome-extension://'];
    for (const Origin of [...web, ...broken, 'moz-extension://a, https://csfloat.com']) {
      for (const target of [partner, '/api/prices', '/api/rates', '/healthz', '/metrics', '/nothing']) {
        const { status, headers } = await get(target, { Origin });
        expect([status, headers['cache-control']], Origin).toEqual([403, 'no-store']);
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      }
    }
    expect(upstream.seen).toEqual([]);
  });

  test('names no origin where none is sent, whoever asked before', async () => {
    const { get } = await startTestRelay(script);
    const allowed = [];
    for (const headers of [{}, { Origin: extension }, {}]) {
      const got = await get(partner, headers);
      allowed.push(got.headers['access-control-allow-origin']);
      expect(got.headers.vary).toBe('Accept-Encoding, Available-Dictionary, Origin, Sec-Fetch-Site, Authorization');
    }
    expect(allowed).toEqual([undefined, extension, undefined]);
  });

  test('refuses a request that a web page hides the origin of, and asks upstream nothing', async () => {
    const { get, upstream } = await startTestRelay(script);
    for (const site of ['cross-site', 'same-site', 'same-origin', 'anything']) {
      for (const target of [partner, '/api/prices', '/healthz']) {
        const got = await get(target, { ...asPage, 'Sec-Fetch-Site': site });
        expect(got.status).toBe(403);
        expect(got.headers['cache-control']).toBe('no-store');
        expect(got.headers['access-control-allow-origin']).toBeUndefined();
        expect(got.headers.vary).toContain('Sec-Fetch-Site');
      }
    }
    expect(upstream.seen).toEqual([]);
  });

  test('every answer varies by who reads it', async () => {
    const { get: ask, url } = await startTestRelay(script, { env: { RELAY_TOKENS: 'a-token-of-mine-1' } });
    const Authorization = 'Bearer a-token-of-mine-1';
    const asked = ['/healthz', '/metrics', '/api/rates', '/nothing', '/api/prices?min=x'].map((target) =>
      ask(target, { Authorization }),
    );
    const all = [...asked, ask(partner), get(url + partner, {}, 'POST'), ask(partner, { Host: 'evil.example' })];
    for (const { headers } of await Promise.all(all)) expect(headers.vary).toContain('Origin, Sec-Fetch-Site');
  });

  test('answers the preflight requests of extensions', async () => {
    const { url } = await startTestRelay(script, { env: { RELAY_TOKENS: 'a-token-of-mine-1' } });
    const asks = {
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'authorization,if-none-match',
    };
    const got = await get(url + partner, { Origin: extension, ...asks }, 'OPTIONS');
    expect(got.status).toBe(204);
    expect(got.headers['access-control-allow-origin']).toBe(extension);
    expect(got.headers.vary).toBe('Origin, Sec-Fetch-Site');
    expect(got.headers['access-control-allow-methods']).toBe('GET');
    expect(got.headers['access-control-allow-headers']).toBe('Authorization, If-None-Match');
    const web = await get(url + partner, { Origin: 'https://csfloat.com', ...asks }, 'OPTIONS');
    expect(web.status).toBe(403);
    expect(web.headers['access-control-allow-origin']).toBeUndefined();
  });
});
