import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { defaultLimits } from '#relay/limits.ts';
import { connectRedis } from '#relay/store/redis-connection.ts';
import { keepMs, openSharedStore, type SharedRecord, type SharedStore } from '#relay/store/shared-store.ts';
import { redisProgram } from '../redis-program.ts';
import { type RedisServer, startRedis } from '../redis-server.ts';
import { until } from '../test-relay.ts';

const priceApi = { url: 'https://price.example', key: 'sk_live_never-to-be-seen-0123456789' };
const record: SharedRecord = { failures: 0, fewerItems: 0 };

/** A relay's view of a store. */
async function open({ url }: RedisServer): Promise<SharedStore> {
  const connection = await connectRedis(url, 5000);
  onTestFinished(connection.close);
  return openSharedStore({ connection, priceApi, limits: defaultLimits, reportProblem: () => undefined });
}

const lease = (source: string, ms = 60_000, perMinute = 50) => ({
  id: randomUUID(),
  source,
  ms,
  limits: [{ name: 'all', perMinute }],
});

const endOf = (id: string, source: string, pauseMs: number) => ({
  ...{ id, source, pauseMs, record, bytes: undefined, isKeyRefused: undefined, keepMs },
});

const nameOf = (redis: RedisServer, end: string) => redis.keys().find((name) => name.endsWith(end)) ?? '';

describe.skipIf(!redisProgram)('the store of relays with one key', () => {
  test('gives a lease to one of them, until it ends', async () => {
    const redis = await startRedis();
    const [one, other] = [await open(redis), await open(redis)];
    const first = lease('a');
    expect(await one.begin(undefined, first)).toMatchObject({ isGranted: true, record: undefined });
    expect(await other.begin(undefined, lease('a'))).toMatchObject({ isGranted: false, why: 'busy' });
    expect(await other.begin(undefined, lease('b'))).toMatchObject({ isGranted: true });
    await one.end(undefined, endOf(first.id, 'a', 60_000));
    const { waitMs, ...answer } = await other.begin(undefined, lease('a'));
    expect(answer).toMatchObject({ isGranted: false, why: '', record });
    expect(waitMs).toBeGreaterThan(0);
    expect(waitMs).toBeLessThanOrEqual(60_000);
  });

  test('extends a lease for the one that has it alone', async () => {
    const redis = await startRedis();
    const store = await open(redis);
    const first = lease('a');
    await store.begin(undefined, first);
    const name = nameOf(redis, ':lease:a');
    redis.read('PEXPIRE', name, '30000');
    await store.renew(lease('a'));
    expect(Number(redis.read('PTTL', name))).toBeLessThanOrEqual(30_000);
    await store.renew(first);
    expect(Number(redis.read('PTTL', name))).toBeGreaterThan(30_000);
  });

  test('takes no record from a relay that has lost its lease', async () => {
    const redis = await startRedis();
    const [one, other] = [await open(redis), await open(redis)];
    const lost = lease('a');
    await one.begin(undefined, lost);
    redis.read('DEL', nameOf(redis, ':lease:a'));
    const next = lease('a');
    await other.begin(undefined, next);
    await one.end(undefined, endOf(lost.id, 'a', 60_000));
    expect(redis.read('GET', nameOf(redis, ':lease:a'))).toBe(next.id);
    expect(redis.keys().filter((name) => name.endsWith(':feed:a'))).toEqual([]);
  });

  test('counts the requests of any minute', async () => {
    const redis = await startRedis();
    const store = await open(redis);
    for (const source of ['a', 'b']) {
      expect((await store.begin(undefined, lease(source, 1000, 2))).isGranted).toBe(true);
    }
    const { isGranted, why, waitMs } = await store.begin(undefined, lease('c', 1000, 2));
    expect([isGranted, why]).toEqual([false, 'budget']);
    expect(waitMs).toBeGreaterThan(0);
    expect(waitMs).toBeLessThanOrEqual(60_000);
    const counter = nameOf(redis, ':used:all');
    expect(Number(redis.read('PTTL', counter))).toBeGreaterThan(0);
    // The first of them becomes older than a minute.
    const [oldest = ''] = redis.read('ZRANGE', counter, '0', '0').split('\n');
    redis.read('ZINCRBY', counter, '-60000', oldest);
    expect((await store.begin(undefined, lease('c', 1000, 2))).isGranted).toBe(true);
    expect((await store.begin(undefined, lease('d', 1000, 2))).why).toBe('budget');
  });

  test('keeps the longest pause, and tells it to all', async () => {
    const redis = await startRedis();
    const [one, other] = [await open(redis), await open(redis)];
    await one.check({ reason: 'rate-limited', ms: 600_000 });
    await other.check({ reason: 'unauthorized', ms: 60_000 });
    const { pause } = await other.check(undefined);
    expect(pause?.reason).toBe('rate-limited');
    expect(pause?.ms).toBeGreaterThan(60_000);
    expect(await other.begin(undefined, lease('a'))).toMatchObject({ isGranted: false, why: 'rate-limited' });
    const withoutKey = { ...lease('rates'), limits: [] };
    expect(await other.begin(undefined, withoutKey)).toMatchObject({ isGranted: true });
  });

  test('lets nobody ask for a minute when it has forgotten the last one', async () => {
    const redis = await startRedis();
    const [one, other] = [await open(redis), await open(redis)];
    await one.check(undefined);
    await redis.kill();
    await redis.start();
    // Whoever has never seen the store cannot know.
    const fresh = await open(redis);
    expect((await fresh.check(undefined)).pause).toBeUndefined();
    const { pause } = await until(
      () => one.check(undefined).catch(() => ({ pause: undefined })),
      (answer) => answer.pause !== undefined,
    );
    expect(pause).toMatchObject({ reason: 'store-away' });
    expect(pause?.ms).toBeLessThanOrEqual(defaultLimits.storeQuietMs);
    const asked = await until(
      () => other.begin(undefined, lease('a')).catch(() => undefined),
      (answer) => answer !== undefined,
    );
    expect(asked).toMatchObject({ isGranted: false, why: 'store-away' });
    expect((await fresh.begin(undefined, lease('b'))).why).toBe('store-away');
  });

  test('takes a body for another one than its record names as none', async () => {
    const redis = await startRedis();
    const store = await open(redis);
    const bytes = new TextEncoder().encode('{"a":1}');
    const version = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('base64');
    const first = lease('a');
    await store.begin(undefined, first);
    await store.end(undefined, { ...endOf(first.id, 'a', 1), bytes });
    expect(await store.loadBody('a', version)).toEqual(Buffer.from(bytes));
    expect(await store.loadBody('a', 'another one')).toBeUndefined();
    expect(await store.loadBody('b', version)).toBeUndefined();
  });

  test('replaces a value of another type, whoever wrote it', async () => {
    const redis = await startRedis();
    const store = await open(redis);
    const first = lease('a');
    await store.begin(undefined, first);
    await store.end(undefined, { ...endOf(first.id, 'a', 1), bytes: new TextEncoder().encode('{"a":1}') });
    await store.check({ reason: 'rate-limited', ms: 1 });
    const names = redis.keys();
    expect(names.map((name) => name.split(':').slice(2).join(':')).sort()).toEqual(
      expect.arrayContaining(['body:a', 'epoch', 'feed:a', 'used:all']),
    );
    for (const name of names) {
      redis.read('DEL', name);
      redis.read('HSET', name, 'a', 'b');
    }
    // The epoch is another one, so the store has forgotten the last minute.
    const fresh = await open(redis);
    const second = lease('a');
    expect(await fresh.begin(undefined, second)).toMatchObject({ isGranted: true, record: undefined });
    await fresh.end(undefined, endOf(second.id, 'a', 60_000));
    expect(await fresh.begin(undefined, lease('a'))).toMatchObject({ isGranted: false, record });
  });
});
