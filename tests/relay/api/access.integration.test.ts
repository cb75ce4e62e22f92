import { timingSafeEqual } from 'node:crypto';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createTokenSearch, createWrongTokenLimit } from '#relay/api/check-invite.ts';
import { defaultLimits } from '#relay/limits.ts';
import { get, jsonOf, partner, startTestRelay } from '../test-relay.ts';
import { answers, key, partnerRows, refuses } from '../upstream.ts';

const script = answers(partnerRows(2));

describe('tokens', () => {
  const testRelay = () => startTestRelay(script, { env: { RELAY_TOKENS: 'first-token, second-token' } });

  test.each(['first-token', 'second-token'])('the token %s is accepted', async (token) => {
    expect((await (await testRelay()).get(partner, { Authorization: `Bearer ${token}` })).status).toBe(200);
  });

  test.each([
    ['none', {}],
    ['another', { Authorization: 'Bearer third-token' }],
    ['the beginning of one', { Authorization: 'Bearer first-toke' }],
    ['more than one', { Authorization: 'Bearer first-token2' }],
    ['an empty one', { Authorization: 'Bearer ' }],
    ['another scheme', { Authorization: 'Basic first-token' }],
    ['the list as it stands', { Authorization: 'Bearer first-token, second-token' }],
    ['the key of the price API', { Authorization: `Bearer ${key}` }],
  ])('%s gets 401 without an upstream request', async (_, headers) => {
    const { get, upstream } = await testRelay();
    for (const target of [partner, '/api/prices', '/api/csgoroll-prices', '/api/rates', '/metrics']) {
      const got = await get(target, headers);
      expect(got.status).toBe(401);
      expect(got.headers['www-authenticate']).toBe('Bearer');
      expect(jsonOf(got)).toEqual({ error: 'a token of this relay is needed' });
    }
    expect(upstream.seen).toEqual([]);
  });

  test.each(['first', 'the-second', 'firsu', 'f', 'x'.repeat(99), ''])('all are compared in full with %j', (given) => {
    const lengths: number[] = [];
    const find = createTokenSearch(['first', 'the-second', 'third'], defaultLimits, (one, other) => {
      lengths.push(one.length, other.length);
      return timingSafeEqual(one, other);
    });
    expect(find(given)?.isOwner).toBe(given === 'first' || given === 'the-second' ? true : undefined);
    expect(lengths).toEqual(Array.from({ length: 6 }, () => 32));
  });

  test('are not needed for /healthz', async () => {
    expect((await (await testRelay()).get('/healthz')).status).toBe(200);
  });

  test('each has its own rate limit', async () => {
    const { get } = await startTestRelay(script, {
      env: { RELAY_TOKENS: 'one,two' },
      limits: { clientPerMinute: 3 },
    });
    const statuses = [];
    for (const token of ['one', 'one', 'one', 'one', 'two']) {
      statuses.push((await get(partner, { Authorization: `Bearer ${token}` })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 200]);
    const over = await get(partner, { Authorization: 'Bearer one' });
    expect(over.headers['retry-after']).toMatch(/^[1-9]\d?$/);
  });

  test('wrong ones of an address get 429 after some in a minute, right ones and requests without one do not', async () => {
    const { get } = await startTestRelay(script, {
      env: { RELAY_TOKENS: 'one,two' },
      limits: { wrongTokensPerMinute: 3 },
    });
    const statuses = [];
    for (const token of ['', 'a', 'b', '', 'c', 'd', 'one', 'e', 'two', '']) {
      statuses.push((await get(partner, token === '' ? {} : { Authorization: `Bearer ${token}` })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 200, 429, 200, 401]);
    const over = await get(partner, { Authorization: 'Bearer f' });
    expect(jsonOf(over)).toEqual({ error: 'too many wrong tokens' });
    expect(over.headers['retry-after']).toMatch(/^[1-9]\d?$/);
  });

  test('wrong ones of another address are counted apart, for 1,000 addresses', () => {
    const check = createWrongTokenLimit(1);
    check('192.0.2.1', 0);
    expect(() => check('192.0.2.1', 1)).toThrow('too many wrong tokens');
    expect(() => check('192.0.2.1', 60_000)).not.toThrow();
    for (let host = 0; host < 1000; host++) check(`192.0.3.${host}`, 60_001);
    expect(() => check('192.0.2.1', 60_002)).not.toThrow();
    expect(() => check('192.0.3.999', 60_002)).toThrow('too many wrong tokens');
  });

  test('the default limit is 120 requests a minute', async () => {
    const { get } = await startTestRelay(script, { env: { RELAY_TOKENS: 'one' } });
    const all = Array.from({ length: 121 }, () => get(partner, { Authorization: 'Bearer one' }));
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBe(120);
    expect(statuses.filter((status) => status === 429).length).toBe(1);
  });
});

describe('the Host header on loopback', () => {
  test.each(['127.0.0.1', 'localhost:8787', 'LOCALHOST', '127.8.8.8:1', '[::1]:8787'])(
    '%s is answered',
    async (Host) => {
      expect((await (await startTestRelay(script)).get(partner, { Host })).status).toBe(200);
    },
  );

  test.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '192.0.2.1', 'evil.example:8787'])(
    '%s gets 421',
    async (Host) => {
      const { get, upstream } = await startTestRelay(script);
      for (const target of [partner, '/healthz', '/metrics', '/nothing']) {
        expect((await get(target, { Host })).status).toBe(421);
      }
      expect(upstream.seen).toEqual([]);
    },
  );

  test('is not replaced by the host of the request line', async () => {
    const { url } = await startTestRelay(script);
    const { port } = new URL(url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.end(`GET http://localhost${partner} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`);
    const parts: Buffer[] = [];
    for await (const part of socket) parts.push(part);
    expect(Buffer.concat(parts).toString()).toMatch(/^HTTP\/1\.1 421 /);
  });

  test('is not checked beyond loopback', async () => {
    const testRelay = await startTestRelay(script, {
      env: { RELAY_HOST: '0.0.0.0', RELAY_TOKENS: 'a-token-of-mine-1' },
    });
    const { port } = new URL(testRelay.url);
    const got = await get(`http://127.0.0.1:${port}${partner}`, {
      Host: 'relay.example',
      Authorization: 'Bearer a-token-of-mine-1',
    });
    expect(got.status).toBe(200);
  });
});

describe('/healthz', () => {
  test('is ready before the first upstream request and with data', async () => {
    const { get, upstream } = await startTestRelay(script);
    expect(jsonOf(await get('/healthz'))).toEqual({ ready: true, upstream: 'none' });
    await get(partner);
    expect(jsonOf(await get('/healthz'))).toEqual({ ready: true, upstream: 'ok' });
    expect(upstream.seen.length).toBe(1);
  });

  test('is 503 when there are no data', async () => {
    const { get } = await startTestRelay(refuses(503));
    await get(partner);
    const got = await get('/healthz');
    expect(got.status).toBe(503);
    expect(jsonOf(got)).toEqual({ ready: false, upstream: 'unavailable' });
  });
});
