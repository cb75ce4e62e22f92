/** @module-tag full */
import { describe, expect, test } from 'vitest';
import { redisProgram } from './redis-program.ts';
import { startRedis } from './redis-server.ts';
import { exitOf, run } from './relay-process.ts';
import { sharedLimits as limits, startSharedRelays } from './shared-relays.ts';
import { partner, startTestRelay, until } from './test-relay.ts';
import { answers, hangs, inTurn, key, partnerRows, refuses, startUpstream } from './upstream.ts';

describe.skipIf(!redisProgram)('relays that share a store', () => {
  test('keep a pause that one of them remembers, though the store has forgotten it', async () => {
    const redis = await startRedis();
    const upstream = await startUpstream(refuses(429, { 'Retry-After': '600' }));
    const options = { upstream, env: { RELAY_STORE: redis.url }, limits };
    const first = await startTestRelay(hangs, options);
    expect((await first.get(partner)).status).toBe(503);
    await first.close();
    for (const name of redis.keys()) redis.read('DEL', name);
    upstream.does(answers(partnerRows(5)));
    const second = await startTestRelay(hangs, { ...options, folder: first.folder });
    expect((await second.get(partner)).headers['cache-status']).toContain('detail=rate-limited');
    expect(upstream.seen.length).toBe(1);
  });

  test('take no failure from one that is closed while it asks', async () => {
    const redis = await startRedis();
    const { upstream, relays } = await startSharedRelays(redis.url, inTurn(answers(partnerRows(5)), hangs), 0.2);
    const [first] = relays;
    await until(() => first?.get(partner)).gives(() => upstream.seen.length === 2);
    await first?.close();
    const record = redis.keys().find((name) => name.endsWith(`:feed:${partner}`)) ?? '';
    expect(redis.read('GET', record)).not.toContain('"failure"');
  });

  test('leave neither the key nor a token in the store, and take nothing from it that was not signed with the key', async () => {
    const redis = await startRedis();
    const upstream = await startUpstream(answers(partnerRows(5)));
    const env = { RELAY_STORE: redis.url, RELAY_TOKENS: 'a-token-of-mine-1', RELAY_POLL_SECONDS: '30' };
    const first = await startTestRelay(answers(partnerRows(5)), { upstream, env, limits });
    const Authorization = 'Bearer a-token-of-mine-1';
    await first.get(partner, { Authorization });
    await first.get('/api/csgoroll-prices', { Authorization });
    const record = redis.keys().find((name) => name.endsWith(`:feed:${partner}`)) ?? '';
    const held = redis.keys().map((name) => {
      const isSet = redis.read('TYPE', name) === 'zset';
      return name + (isSet ? redis.read('ZRANGE', name, '0', '-1') : redis.read('GET', name));
    });
    expect(held.join()).toContain(':used:');
    for (const secret of [key, 'a-token-of-mine-1']) expect(held.join()).not.toContain(secret);
    redis.read('SET', record, redis.read('GET', record).replace('"lastModified":1', '"lastModified":2'));
    redis.read('DEL', redis.keys().find((name) => name.endsWith(`:lease:${partner}`)) ?? '');
    const second = await startTestRelay(answers(partnerRows(5)), { upstream, env, limits });
    expect((await second.get(partner, { Authorization })).status).toBe(200);
    expect(upstream.seen.filter(({ target }) => target === partner).length).toBe(2);
    // Whichever of them sees it first replaces it.
    const logs = await Promise.all([first, second].map((relay) => relay.logged()));
    expect(logs.flat().join()).toContain('a shared record is foreign');
  });

  test('take an older signed answer for as old as it is, and for none where they know a newer one', async () => {
    const redis = await startRedis();
    const { upstream, relays } = await startSharedRelays(redis.url, answers(partnerRows(5)), 1);
    const all = () => Promise.all(relays.map(({ get }) => get(partner)));
    const [first] = await all();
    const names = redis.keys().filter((name) => /:(?:feed|body):/.test(name));
    for (const name of names) redis.read('COPY', name, `${name}:older`);
    upstream.does(answers(partnerRows(5, 1)));
    await until(all).gives((got) => got.every(({ headers }) => headers.etag !== first?.headers.etag));
    upstream.does(refuses(503));
    // Again and again: a relay that has asked upstream before would write over it.
    const putBack = () => {
      for (const name of names) redis.read('COPY', `${name}:older`, name, 'REPLACE');
      return all();
    };
    const still = await until(putBack).gives((got) => got.every(({ headers }) => Number(headers.age) >= 2));
    for (const { headers } of still) expect(headers.etag).not.toBe(first?.headers.etag);
    const late = await startTestRelay(refuses(503), { upstream, env: { RELAY_STORE: redis.url }, limits });
    // On a busy machine the store may answer too late for the first question.
    const got = await until(() => late.get(partner)).gives(({ status }) => status === 200);
    expect(got.headers.etag).toBe(first?.headers.etag);
    expect(Number(got.headers.age)).toBeGreaterThanOrEqual(2);
    // A relay that has the newer one on its own disk knows it after a restart.
    const [{ folder = '', close } = {}] = relays;
    await close?.();
    const again = await startTestRelay(refuses(503), { upstream, folder, env: { RELAY_STORE: redis.url }, limits });
    const etags: unknown[] = [];
    await until(async () => etags.push((await again.get(partner)).headers.etag)).gives((count) => count > 20);
    expect(new Set(etags)).toEqual(new Set([still[0]?.headers.etag]));
  });

  test.each([
    [
      'a wrong password',
      (url: string) => url.replace('the-password', 'not-the-password'),
      'refuses the user or the password',
    ],
    ['a wrong port', (url: string) => url.replace(/\d+$/, '1'), 'does not answer as a Redis or Valkey server'],
    ['no Redis address', () => 'http://secret-word@host', 'it is no redis or rediss address'],
  ])('stop the start with one line and exit code 1 for %s', async (_, change, words) => {
    const redis = await startRedis();
    const store = change(redis.url);
    const { child, output } = await run({
      PRICE_API_URL: 'http://127.0.0.1:1',
      PRICE_API_KEY: key,
      RELAY_PORT: '0',
      RELAY_STORE: store,
    });
    expect(await exitOf(child)).toBe(1);
    expect(output().trim().split('\n').length).toBe(1);
    expect(output()).toContain(words);
    expect(output()).not.toMatch(/password-of|secret-word/);
  });
});
