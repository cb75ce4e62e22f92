import { describe, expect, test } from 'vitest';
import { defaultLimits } from '#relay/limits.ts';
import { backoff } from '#relay/upstream/backoff.ts';
import { createKeyLimits } from '#relay/upstream/key-limits.ts';
import { jsonOf, partner, pollMs, sleep, startTestRelay, until } from '../test-relay.ts';
import { answers, partnerRows, refuses } from '../upstream.ts';

const minute = 60_000;

describe('429 from upstream', () => {
  test('stops all upstream requests until Retry-After has passed', async () => {
    const testRelay = await startTestRelay(answers(partnerRows(5)));
    await testRelay.get(partner);
    testRelay.upstream.does(refuses(429, { 'Retry-After': '1' }));
    await until(
      () => testRelay.get(partner),
      () => testRelay.upstream.seen.length === 2,
    );
    testRelay.upstream.does(answers({ updated_at: '2026-11-20T10:00:00.000Z', items: { a: { coins: 1 } } }));
    const other = await testRelay.get('/api/csgoroll-prices');
    expect(other.status).toBe(503);
    expect(other.headers['retry-after']).toBe('1');
    await until(
      () => testRelay.get('/api/csgoroll-prices'),
      ({ status }) => status === 200,
    );
    const [, refused, next] = testRelay.upstream.seen;
    expect((next?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(995);
  });

  const now = Date.parse('2026-11-20T10:00:00Z');
  test.each([
    ['seconds', 90_000, 90_000],
    ['none', undefined, minute],
    ['a year', 365 * 24 * 60 * minute, 60 * minute],
    ['what has passed', 0, 0],
  ])('pauses for %s at most an hour', (_, retryAfterMs, waits) => {
    const gate = createKeyLimits(defaultLimits);
    const asked = retryAfterMs === undefined ? {} : { retryAfterMs };
    gate.recordOutcome({ kind: 'failed', reason: 'rate-limited', ...asked }, now);
    if (waits > 0) expect(gate.acquire(now + waits - 1)).toMatchObject({ reason: 'rate-limited', remainingMs: 1 });
    expect(gate.acquire(now + waits)).toBeUndefined();
  });

  test.each([
    ['an HTTP date', () => new Date(Date.now() + 30_000).toUTCString(), 25, 31],
    ['a negative number', () => '-5', 5, 8],
    ['a year', () => '31536000', 3590, 3601],
    ['nonsense', () => 'soon', 50, 61],
  ])('is honoured with Retry-After as %s', async (_, value, least, most) => {
    const testRelay = await startTestRelay(
      (request, response) => refuses(429, { 'Retry-After': value() })(request, response),
      {
        env: { RELAY_POLL_SECONDS: '5' },
      },
    );
    const wait = Number((await testRelay.get(partner)).headers['retry-after']);
    expect(wait).toBeGreaterThanOrEqual(least);
    expect(wait).toBeLessThanOrEqual(most);
  });
});

describe('401 from upstream', () => {
  test('becomes 502 for every request, with and without data', async () => {
    const testRelay = await startTestRelay(answers(partnerRows(5)));
    await testRelay.get(partner);
    testRelay.upstream.does(refuses(401));
    const got = await until(
      () => testRelay.get(partner),
      ({ status }) => status !== 200,
    );
    expect(got.status).toBe(502);
    expect(jsonOf(got)).toEqual({ error: "the price API refused the relay's key" });
    expect((await testRelay.get('/api/prices')).status).toBe(502);
    expect(JSON.parse((await testRelay.get('/healthz')).body.toString())).toEqual({
      ready: false,
      upstream: 'unauthorized',
    });
  });

  test('pauses upstream requests until the key is accepted again', async () => {
    const testRelay = await startTestRelay(refuses(401), { limits: { refusedKeyPauseMs: 500 } });
    await testRelay.get(partner);
    testRelay.upstream.does(answers(partnerRows(5)));
    for (let turn = 0; turn < 4; turn++) {
      await sleep(pollMs / 2);
      expect((await testRelay.get(partner)).status).toBe(502);
    }
    expect(testRelay.upstream.seen.length).toBe(1);
    await until(
      () => testRelay.get(partner),
      ({ status }) => status === 200,
    );
  });

  test('pauses for a minute by default', () => {
    const gate = createKeyLimits(defaultLimits);
    gate.recordOutcome({ kind: 'failed', reason: 'unauthorized', status: 401 }, 0);
    expect(gate.acquire(minute - 1)).toMatchObject({ reason: 'unauthorized' });
    expect(gate.acquire(minute)).toBeUndefined();
  });
});

describe('a pause only grows', () => {
  const limited = (retryAfterMs: number) => ({ kind: 'failed', reason: 'rate-limited', retryAfterMs }) as const;

  test('a second 429 with a smaller Retry-After does not shorten it', () => {
    const keyLimits = createKeyLimits(defaultLimits);
    keyLimits.recordOutcome(limited(30 * minute), 0);
    keyLimits.recordOutcome(limited(1000), 10);
    expect(keyLimits.pauseRemainingMs(10)).toBe(30 * minute - 10);
  });

  test('a 401 does not shorten it', () => {
    const keyLimits = createKeyLimits(defaultLimits);
    keyLimits.recordOutcome(limited(30 * minute), 0);
    keyLimits.recordOutcome({ kind: 'failed', reason: 'unauthorized', status: 401 }, 10);
    expect(keyLimits.pauseRemainingMs(10)).toBe(30 * minute - 10);
    expect(keyLimits.isKeyRefused()).toBe(true);
  });

  test('a longer one extends it, and a new one begins when it has passed', () => {
    const keyLimits = createKeyLimits(defaultLimits);
    keyLimits.recordOutcome(limited(1000), 0);
    keyLimits.recordOutcome(limited(5000), 10);
    expect(keyLimits.pauseRemainingMs(10)).toBe(5000);
    keyLimits.recordOutcome(limited(1000), 6000);
    expect(keyLimits.pauseRemainingMs(6000)).toBe(1000);
  });
});

describe('backoff', () => {
  test('grows from one to five poll periods, with jitter', () => {
    const lowest = [1, 2, 3, 4, 5, 50].map((failures) => backoff(failures, 1000, () => 0));
    expect(lowest).toEqual([1000, 2000, 4000, 5000, 5000, 5000]);
    expect(backoff(1, 1000, () => 0.999)).toBeGreaterThan(1400);
  });

  test('separates the requests to a failing upstream', async () => {
    const testRelay = await startTestRelay(refuses(503));
    await until(
      () => testRelay.get(partner),
      () => testRelay.upstream.seen.length >= 4,
    );
    const at = testRelay.upstream.seen.map((request) => request.at);
    expect((at[2] ?? 0) - (at[1] ?? 0)).toBeGreaterThanOrEqual(2 * pollMs - 2);
    expect((at[3] ?? 0) - (at[2] ?? 0)).toBeGreaterThanOrEqual(4 * pollMs - 2);
  });

  test('honours Retry-After of a 503', async () => {
    const testRelay = await startTestRelay(refuses(503, { 'Retry-After': '40' }));
    expect((await testRelay.get(partner)).headers['retry-after']).toBe('40');
  });
});
