import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { backoff } from '#relay/feeds/feed-request.ts';
import { createKeyLimits, type KeyUse, openKeyMemory } from '#relay/feeds/key-limits.ts';
import { defaultLimits } from '#relay/limits.ts';
import { createMemoryStorage } from '../store/memory-storage.ts';
import { jsonOf, partner, type RelayTestBed, startTestRelay, type TestRelayOptions, until } from '../test-relay.ts';
import { answers, key, partnerRows, refuses } from '../upstream.ts';
import { feedsOf } from './feed-with-clock.ts';

const minute = 60_000;

describe('429 from upstream', () => {
  test('stops all upstream requests until Retry-After has passed', async () => {
    const refused = new Response(null, { status: 429, headers: { 'Retry-After': '90' } });
    const { clock, feeds, read, readOther, askedAt } = feedsOf([Response.json(partnerRows(5)), refused]);
    await read();
    clock.ms = minute;
    await read();
    await vi.waitFor(() => expect(feeds.keyLimits.pauseRemainingMs()).toBe(90_000));
    for (; clock.ms < minute + 90_000; clock.ms += 10_000) await expect(readOther()).rejects.toThrow('rate-limited');
    await readOther().catch(() => undefined);
    expect(askedAt).toEqual([0, minute, minute + 90_000]);
  });

  const now = Date.parse('2026-11-20T10:00:00Z');
  test.each([
    ['seconds', 90_000, 90_000],
    ['none', undefined, minute],
    ['a year', 365 * 24 * 60 * minute, 60 * minute],
    ['what has passed', 0, 0],
  ])('pauses for %s at most an hour', (_, retryAfterMs, waits) => {
    let ms = now;
    const gate = createKeyLimits(defaultLimits, () => ms);
    const asked = retryAfterMs === undefined ? {} : { retryAfterMs };
    gate.recordOutcome({ kind: 'failed', reason: 'rate-limited', ...asked });
    ms = now + waits - 1;
    if (waits > 0) expect(gate.acquire('extension')).toMatchObject({ reason: 'rate-limited', remainingMs: 1 });
    ms = now + waits;
    expect(gate.acquire('extension')).toBeUndefined();
  });
});

describe('401 from upstream', () => {
  test('becomes 502 for every request, with and without data', async () => {
    const testRelay = await startTestRelay(answers(partnerRows(5)));
    await testRelay.get(partner);
    testRelay.upstream.does(refuses(401));
    const got = await until(() => testRelay.get(partner)).gives(({ status }) => status !== 200);
    expect(got.status).toBe(502);
    expect(jsonOf(got)).toEqual({ error: "the price API refused the relay's key" });
    expect((await testRelay.get('/api/prices')).status).toBe(502);
    expect(JSON.parse((await testRelay.get('/healthz')).body.toString())).toMatchObject({
      ready: false,
      upstream: 'unauthorized',
      pauseSeconds: expect.any(Number),
    });
  });

  test('pauses upstream requests until the key is accepted again', async () => {
    const { clock, read, asked } = feedsOf([new Response(null, { status: 401 }), Response.json(partnerRows(5))], {
      pollMs: 5000,
    });
    for (clock.ms = 0; clock.ms < minute; clock.ms += 10_000) await expect(read()).rejects.toThrow('unauthorized');
    expect(asked()).toBe(1);
    clock.ms = minute;
    expect((await read()).data.itemCount).toBe(5);
  });
});

describe('after a restart', () => {
  const restart = async ({ close, folder, upstream }: RelayTestBed, more: TestRelayOptions = {}) => {
    await close();
    return startTestRelay(answers(partnerRows(5)), { folder, upstream, ...more });
  };
  const csgoroll = '/api/csgoroll-prices';

  test('the pause that upstream asked for goes on', async () => {
    const first = await startTestRelay(refuses(429, { 'Retry-After': '600' }));
    await first.get(partner);
    first.upstream.does(answers(partnerRows(5)));
    const second = await restart(first);
    const got = await second.get(csgoroll);
    expect(got.headers['cache-status']).toContain('rate-limited');
    expect(Number(got.headers['retry-after'])).toBeGreaterThan(60);
    await (await restart(second)).get(partner);
    expect(first.upstream.seen.length).toBe(1);
  });

  test('the requests of the last minute count', async () => {
    const limits = { upstreamPerMinute: 3 };
    const first = await startTestRelay(answers(partnerRows(5)), { limits });
    await first.get(partner);
    await first.get(csgoroll);
    const second = await restart(first, { limits });
    await second.get('/api/prices?fields=count');
    expect((await second.get('/api/prices?fields=avg_7')).status).toBe(429);
    expect(first.upstream.seen.length).toBe(3);
  });

  test('a refused key is not asked for again at once, another one is', async () => {
    const first = await startTestRelay(refuses(401));
    await first.get(partner);
    first.upstream.does(answers(partnerRows(5)));
    const second = await restart(first);
    expect((await second.get(partner)).status).toBe(502);
    expect(first.upstream.seen.length).toBe(1);
    const third = await restart(second, { env: { PRICE_API_KEY: `${key}-new` } });
    expect((await third.get(partner)).status).toBe(200);
  });

  test('no file tells the key', async () => {
    const first = await startTestRelay(refuses(401));
    await first.get(partner);
    await first.close();
    const names = await readdir(join(first.folder, 'cache'));
    expect(names).toContain('relay.db');
    for (const name of names) {
      const content = await readFile(join(first.folder, 'cache', name), 'latin1');
      expect(content.includes('"isRefused":true')).toBe(name === 'relay.db');
      expect(content).not.toContain(key);
    }
  });

  test('a clock that was set back lifts nothing', async () => {
    const storage = createMemoryStorage();
    const priceApi = { url: 'https://price.example', key };
    const open = (now: number) =>
      openKeyMemory({ storage, limits: defaultLimits, now: () => now, reportProblem: () => undefined }, priceApi);
    const usedAt = async (now: number) => {
      const known: KeyUse[] = [];
      await open(now).restore((use) => known.push(use));
      return known;
    };
    const use: KeyUse = { all: 2, others: 1, pause: { reason: 'rate-limited', ms: 5000 }, isRefused: false };
    const memory = open(1_800_000_000_000);
    await memory.restore(() => expect.fail('there is nothing yet'));
    memory.save(() => use);
    await memory.close();
    expect(await usedAt(1_700_000_000_000)).toEqual([use]);
    expect(await usedAt(1_800_000_004_000)).toEqual([{ ...use, pause: { reason: 'rate-limited', ms: 1000 } }]);
    expect(await usedAt(1_800_000_090_000)).toEqual([{ all: 0, others: 0, isRefused: false }]);
  });

  test('nothing is written over what the disk has not told', async () => {
    const storage = createMemoryStorage();
    const priceApi = { url: 'https://price.example', key };
    const asked: string[] = [];
    const ask: typeof storage.ask = (kind, ...args) => {
      asked.push(kind);
      return kind === 'loadDocument' ? Promise.reject(new Error('hangs')) : storage.ask(kind, ...args);
    };
    const base = { storage: { ask }, limits: defaultLimits, now: () => 0, reportProblem: () => undefined };
    const memory = openKeyMemory(base, priceApi);
    for (const _ of [1, 2]) await memory.restore(() => expect.fail('nothing was told'));
    memory.save(() => ({ all: 1, others: 0, isRefused: false }));
    await memory.close();
    expect(asked).toEqual(['loadDocument', 'loadDocument']);
  });
});

describe('the limits of a key', () => {
  const limited = (retryAfterMs: number) => ({ kind: 'failed', reason: 'rate-limited', retryAfterMs }) as const;
  const refused = { kind: 'failed', reason: 'unauthorized', status: 401 } as const;
  const start = () => {
    const clock = { ms: 0 };
    return { clock, keyLimits: createKeyLimits(defaultLimits, () => clock.ms) };
  };

  test.each([
    ['a second 429 with a smaller Retry-After does not shorten it', 30 * minute, limited(1000), 10, 30 * minute - 10],
    ['a 401 does not shorten it', 30 * minute, refused, 10, 30 * minute - 10],
    ['a longer one extends it', 1000, limited(5000), 10, 5000],
    ['a new one begins when it has passed', 1000, limited(1000), 6000, 1000],
  ])('a pause only grows: %s', (_, firstMs, outcome, laterMs, leftMs) => {
    const { clock, keyLimits } = start();
    keyLimits.recordOutcome(limited(firstMs));
    clock.ms = laterMs;
    keyLimits.recordOutcome(outcome);
    expect([keyLimits.pauseRemainingMs(), keyLimits.isKeyRefused()]).toEqual([leftMs, outcome === refused]);
  });

  test('another relay’s pause is no longer than upstream’s may be', () => {
    const { keyLimits } = start();
    keyLimits.follow({ isRefused: undefined, pause: { reason: 'rate-limited', ms: 365 * 24 * 60 * minute } });
    expect(keyLimits.pauseRemainingMs()).toBe(60 * minute);
  });

  test('are 50 requests a minute by default', () => {
    const { keyLimits } = start();
    const blocks = Array.from({ length: 51 }, () => keyLimits.acquire('extension')?.reason);
    expect(blocks).toEqual([...Array(50).fill(undefined), 'budget']);
  });
});

describe('backoff', () => {
  test('has jitter', () => expect(backoff(1, 1000, () => 0.999)).toBeGreaterThan(1400));

  test('separates the requests to a failing upstream by one to five poll periods', async () => {
    const { clock, read, askedAt } = feedsOf([new Response(null, { status: 503 })]);
    for (; clock.ms <= 12 * minute; clock.ms += 10_000) await expect(read()).rejects.toThrow('unavailable');
    expect(askedAt).toEqual([0, 1, 3, 7, 12].map((periods) => periods * minute));
  });

  test('honours Retry-After of a 503', async () => {
    const testRelay = await startTestRelay(refuses(503, { 'Retry-After': '40' }));
    expect((await testRelay.get(partner)).headers['retry-after']).toBe('40');
  });
});
