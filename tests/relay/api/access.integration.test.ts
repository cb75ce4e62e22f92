import { timingSafeEqual } from 'node:crypto';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createTokenSearch } from '#relay/api/access.ts';
import { defaultLimits } from '#relay/limits.ts';
import { get, jsonOf, partner, startTestRelay } from '../test-relay.ts';
import { answers, key, partnerRows, pricesOfAll, refuses } from '../upstream.ts';

const script = answers(partnerRows(2));
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const [one, two] = ['the-token-of-one', 'the-token-of-two'];
const both = { RELAY_TOKENS: `${one}, ${two}` };

describe('tokens', () => {
  test('those of the list are accepted, and anything else gets 401 without an upstream request', async () => {
    const { get, upstream } = await startTestRelay(script, { env: both });
    const wrong = [
      {},
      ...['another-token', one.slice(0, -1), `${one}2`, '', both.RELAY_TOKENS, key].map(bearer),
      { Authorization: `Basic ${one}` },
    ];
    const history = ['/api/history?item=a', '/api/histories', '/api/changes'];
    for (const headers of wrong) {
      for (const target of [partner, '/api/prices', '/api/csgoroll-prices', '/api/rates', '/metrics', ...history]) {
        const got = await get(target, headers);
        expect([got.status, got.headers['www-authenticate']], JSON.stringify(headers)).toEqual([401, 'Bearer']);
        expect(jsonOf(got)).toEqual({ error: 'a token of this relay is needed' });
      }
    }
    expect(upstream.seen).toEqual([]);
    for (const token of [one, two]) expect((await get(partner, bearer(token))).status).toBe(200);
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

  test('each has its own rate limit', async () => {
    const { get } = await startTestRelay(script, { env: both, limits: { clientPerMinute: 3 } });
    const statuses = [];
    for (const token of [one, one, one, one, two]) {
      statuses.push((await get(partner, bearer(token))).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 200]);
    const over = await get(partner, bearer(one));
    expect(over.headers['retry-after']).toMatch(/^[1-9]\d?$/);
  });
});

test('a token may make 120 requests a minute by default', () => {
  const { requests } = createTokenSearch(['one'], defaultLimits)('one') ?? {};
  const waits = Array.from({ length: 121 }, () => requests?.take(0));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(120);
});

describe('the Host header on loopback', () => {
  test('is answered where it names loopback, else gets 421 without an upstream request', async () => {
    const { get, upstream } = await startTestRelay(script);
    const foreign = [
      'evil.example',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      '192.0.2.1',
      'evil.example:8787',
    ];
    for (const Host of foreign)
      for (const target of [partner, '/healthz', '/metrics', '/nothing'])
        expect((await get(target, { Host })).status, Host).toBe(421);
    expect(upstream.seen).toEqual([]);
    for (const Host of ['127.0.0.1', 'localhost:8787', 'LOCALHOST', '127.8.8.8:1', '[::1]:8787'])
      expect((await get(partner, { Host })).status, Host).toBe(200);
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

test('/healthz is 503 when there are no data', async () => {
  const { get } = await startTestRelay(refuses(503));
  await get(partner);
  const got = await get('/healthz');
  expect(got.status).toBe(503);
  expect(jsonOf(got)).toEqual({
    ready: false,
    upstream: 'unavailable',
    storage: 'ok',
    lists: 0,
    alerts: 'off',
    feeds: [{ source: partner, failure: 'unavailable' }],
  });
});

describe('a proxy on the relay’s machine', () => {
  const ways = [{ 'X-Forwarded-For': '203.0.113.9' }, { Forwarded: 'for=203.0.113.9' }, { Via: '1.1 caddy' }];
  const byProxy = { Host: 'relay.example', 'X-Forwarded-For': '203.0.113.9' };

  test('lets nobody in where the relay asks its own machine for no token, which the log says once', async () => {
    const { get, upstream, logged } = await startTestRelay(script);
    for (const headers of [...ways, byProxy]) {
      for (const target of [partner, '/api/history?item=a', '/metrics'])
        expect((await get(target, headers)).status, JSON.stringify(headers)).toBe(401);
      expect(jsonOf(await get('/healthz', headers))).toEqual({ ready: true });
    }
    expect(upstream.seen).toEqual([]);
    expect((await get('/metrics')).status).toBe(200);
    expect((await logged()).filter((line) => line.includes('forwarded'))).toHaveLength(1);
  });

  test('lets in whoever has a token, by the name that it is reached at', async () => {
    const { get } = await startTestRelay(script, { env: both });
    expect((await get(partner, { ...byProxy, ...bearer(one) })).status).toBe(200);
    expect((await get(partner, byProxy)).status).toBe(401);
    expect((await get(partner, { Host: 'relay.example', ...bearer(one) })).status).toBe(421);
  });

  test('that adds no header is known by HTTP/1.0', async () => {
    const { url } = await startTestRelay(script);
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.end(`GET ${partner} HTTP/1.0\r\nHost: 127.0.0.1:8787\r\nConnection: close\r\n\r\n`);
    const parts: Buffer[] = [];
    for await (const part of socket) parts.push(part);
    expect(Buffer.concat(parts).toString()).toMatch(/^HTTP\/1\.1 401 /);
  });
});

test('each answer that nobody shares counts by the relay’s limits', async () => {
  const own = '/api/prices?fields=count';
  const none = { maxUnsentHistories: 0, maxUnsentAnswers: 0, maxUnsentLists: 0 };
  const { get: ask, url } = await startTestRelay(answers(pricesOfAll), { limits: none });
  const asked = await Promise.all([own, '/api/history?item=a', '/api/histories?prefixes=000'].map((path) => ask(path)));
  const headers = { Origin: `chrome-extension://${'a'.repeat(32)}`, 'Content-Type': 'application/json' };
  const sent = await fetch(`${url}/api/watch-list?device=device-number-one`, { method: 'PUT', headers, body: '{}' });
  expect([...asked, sent].map(({ status }) => status)).toEqual([429, 429, 429, 429]);
  const slow = await startTestRelay(answers(pricesOfAll), { limits: { makingPerMinuteMs: 0 } });
  const twice = [await slow.get(own), await slow.get(own)];
  expect(twice.map(({ status }) => status)).toEqual([200, 429]);
});
