/** @module-tag full */
import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { defaultLimits } from '#relay/limits.ts';
import { connectRedis } from '#relay/store/redis-connection.ts';
import {
  keepMs,
  openSharedStore,
  type SharedRecord,
  type SharedStore,
  type StoreAnswer,
} from '#relay/store/shared-store.ts';
import { redisProgram } from '../redis-program.ts';
import { type RedisServer, startRedis } from '../redis-server.ts';
import { until } from '../test-relay.ts';

const priceApi = { url: 'https://price.example', key: 'sk_live_never-to-be-seen-0123456789' };
const record: SharedRecord = { failures: 0, fewerItems: 0 };

async function open({ url }: RedisServer, limits = defaultLimits): Promise<SharedStore> {
  const reportProblem = () => undefined;
  const connection = await connectRedis(url, 5000, reportProblem);
  onTestFinished(connection.close);
  return openSharedStore({ connection, limits, reportProblem }, priceApi);
}

const lease = (source: string, ms = 60_000, perMinute = 50) => ({
  id: randomUUID(),
  source,
  ms,
  longestMs: 3_600_000,
  limits: [{ name: 'all', perMinute }],
});

const ended = (pauseMs: number, more: Partial<Parameters<SharedStore['end']>[1]> = {}) => ({
  ...{ pauseMs, record, bytes: undefined, keepMs, effect: undefined },
  ...more,
});

const paused = (reason: 'rate-limited' | 'unauthorized', ms: number) =>
  ended(1, { effect: { isRefused: undefined, pause: { reason, ms } } });

const isGranted = (answer: StoreAnswer | undefined): boolean => answer !== undefined && answer.why === undefined;

const nameOf = (redis: RedisServer, end: string) => redis.keys().find((name) => name.endsWith(end)) ?? '';

describe.skipIf(!redisProgram)('the store of relays with one key', () => {
  test('gives a lease to one of them, until it ends', async () => {
    const redis = await startRedis();
    const [one, other] = [await open(redis), await open(redis)];
    const first = lease('a');
    const granted = await one.ask(first);
    expect([isGranted(granted), granted?.record]).toEqual([true, undefined]);
    expect(await other.ask(lease('a'))).toMatchObject({ why: 'busy' });
    expect(await other.ask(lease('b'))).toSatisfy(isGranted);
    await one.end(first, ended(60_000));
    const { waitMs, ...answer } = (await other.ask(lease('a'))) ?? {};
    expect(answer).toMatchObject({ why: 'pace', record });
    expect(waitMs).toBeGreaterThan(0);
    expect(waitMs).toBeLessThanOrEqual(60_000);
  });

  test('gives it again to a relay that has missed the answer, as one request', async () => {
    const redis = await startRedis();
    const store = await open(redis);
    const first = lease('a', 60_000, 1);
    for (const _ of [1, 2]) expect(await store.ask(first)).toSatisfy(isGranted);
    expect(await store.ask(lease('b', 60_000, 2))).toSatisfy(isGranted);
  });

  test('gives none to a relay that only looks', async () => {
    const redis = await startRedis();
    const store = await open(redis);
    expect(await store.ask(lease('a', 0))).toMatchObject({ why: 'unasked' });
    expect(await store.ask(lease('a'))).toSatisfy(isGranted);
  });

  test('extends a lease for the one that has it alone', async () => {
    const redis = await startRedis();
    const store = await open(redis);
    const first = lease('a');
    await store.ask(first);
    const name = nameOf(redis, ':lease:a');
    redis.read('PEXPIRE', name, '30000');
    expect(await store.ask(lease('a'))).toMatchObject({ why: 'busy' });
    expect(Number(redis.read('PTTL', name))).toBeLessThanOrEqual(30_000);
    await store.ask(first);
    expect(Number(redis.read('PTTL', name))).toBeGreaterThan(30_000);
  });

  test('takes no record from a relay that has lost its lease', async () => {
    const redis = await startRedis();
    const [one, other] = [await open(redis), await open(redis)];
    const lost = lease('a');
    await one.ask(lost);
    redis.read('DEL', nameOf(redis, ':lease:a'));
    const next = lease('a');
    await other.ask(next);
    await one.end(lost, ended(60_000));
    expect(redis.read('GET', nameOf(redis, ':lease:a'))).toBe(next.id);
    expect(redis.keys().filter((name) => name.endsWith(':feed:a'))).toEqual([]);
  });

  test('counts the requests of any minute', async () => {
    const redis = await startRedis();
    const store = await open(redis);
    for (const source of ['a', 'b']) expect(await store.ask(lease(source, 1000, 2))).toSatisfy(isGranted);
    const { why, waitMs } = (await store.ask(lease('c', 1000, 2))) ?? {};
    expect(why).toBe('budget');
    expect(waitMs).toBeGreaterThan(0);
    expect(waitMs).toBeLessThanOrEqual(60_000);
    const counter = redis.keys().find((name) => name.includes(':used:')) ?? '';
    expect(Number(redis.read('PTTL', counter))).toBeGreaterThan(0);
    // The first of them becomes older than a minute.
    const [oldest = ''] = redis.read('ZRANGE', counter, '0', '0').split('\n');
    redis.read('ZINCRBY', counter, '-60000', oldest);
    expect(await store.ask(lease('c', 1000, 2))).toSatisfy(isGranted);
    expect(await store.ask(lease('d', 1000, 2))).toMatchObject({ why: 'budget' });
  });

  test('keeps the longest pause, and tells it to all', async () => {
    const redis = await startRedis();
    const [one, other] = [await open(redis), await open(redis)];
    const [first, second] = [lease('b'), lease('c')];
    for (const asked of [first, second]) await one.ask(asked);
    await one.end(first, paused('rate-limited', 600_000));
    await one.end(second, paused('unauthorized', 60_000));
    const { pause } = (await other.check()) ?? {};
    expect(pause?.reason).toBe('rate-limited');
    expect(pause?.ms).toBeGreaterThan(60_000);
    expect(await other.ask(lease('a'))).toMatchObject({ why: 'rate-limited' });
    expect(await other.ask({ ...lease('rates'), limits: [] })).toSatisfy(isGranted);
  });

  test('lets nobody ask for a minute when it has forgotten the last one', async () => {
    const redis = await startRedis();
    const [one, other] = [await open(redis), await open(redis)];
    await one.check();
    await redis.kill();
    await redis.start();
    // Whoever has never seen the store cannot know.
    const fresh = await open(redis);
    expect((await fresh.check())?.pause).toBeUndefined();
    const answer = await until(one.check).gives((told) => told?.pause !== undefined);
    const pause = answer?.pause;
    expect(pause).toMatchObject({ reason: 'store-away' });
    expect(pause?.ms).toBeLessThanOrEqual(defaultLimits.storeQuietMs);
    await until(other.check).gives((told) => told !== undefined);
    expect(await other.ask(lease('a'))).toMatchObject({ why: 'store-away' });
    expect(await fresh.ask(lease('b'))).toMatchObject({ why: 'store-away' });
  });

  test('takes a body for another one than its record names as none', async () => {
    const redis = await startRedis();
    const store = await open(redis);
    const bytes = new TextEncoder().encode('{"a":1}');
    const version = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('base64');
    const first = lease('a');
    await store.ask(first);
    await store.end(first, ended(1, { bytes }));
    expect(await store.loadBody('a', version)).toEqual(Buffer.from(bytes));
    expect(await store.loadBody('a', 'another one')).toBeUndefined();
    expect(await store.loadBody('b', version)).toBeUndefined();
    redis.read('SET', nameOf(redis, 'body:a'), 'no zstd');
    await expect(store.loadBody('a', version)).rejects.toThrow();
    expect(store.isAway()).toBe(false);
  });

  test('deletes what is not signed, no number or longer than its own longest time', async () => {
    const redis = await startRedis();
    const store = await open(redis);
    const [first, counted] = [lease('a'), lease('c')];
    await store.ask(counted);
    await store.ask(first);
    await store.end(first, paused('rate-limited', 60_000));
    const [pause, used] = [nameOf(redis, ':pause'), redis.keys().find((name) => name.includes(':used:')) ?? ''];
    const prefix = pause.slice(0, -'pause'.length);
    // A pause of the relays' own of a year, then one of an unknown reason.
    redis.read('PEXPIRE', pause, '31536000000');
    expect((await store.check())?.pause).toBeUndefined();
    redis.read('SET', pause, 'rate-limited', 'PX', '60000');
    redis.read('SET', `${prefix}refused`, '1');
    redis.read('SET', `${prefix}lease:b`, 'a stranger');
    redis.read('ZADD', used, '99999999999999', 'a stranger');
    expect(await store.check()).toMatchObject({ isRefused: false });
    expect(await store.ask(lease('b', 60_000, 3))).toSatisfy(isGranted);
    redis.read('SET', `${prefix}epoch`, 'garbage');
    const { pause: quiet } = (await store.check()) ?? {};
    expect(quiet).toMatchObject({ reason: 'store-away' });
    expect(quiet?.ms).toBeLessThanOrEqual(defaultLimits.storeQuietMs);
    expect(store.isAway()).toBe(false);
  });

  test('reads no value that is too long, and is away for nothing else', async () => {
    const redis = await startRedis();
    const store = await open(redis, { ...defaultLimits, maxBodyBytes: 100_000 });
    const first = lease('a');
    await store.ask(first);
    const bytes = new TextEncoder().encode('{"a":1}');
    await store.end(first, ended(60_000, { bytes }));
    const version = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('base64');
    expect(await store.loadBody('a', version)).toEqual(expect.objectContaining({ length: bytes.length }));
    for (const part of [':body:a', ':feed:a']) redis.read('SETRANGE', nameOf(redis, part), '200000', 'x');
    expect(await store.loadBody('a', version)).toBeUndefined();
    expect(await store.ask(lease('a'))).toMatchObject({ why: 'pace', record: undefined });
    expect(store.isAway()).toBe(false);
  });

  test('replaces a value of another type, whoever wrote it', async () => {
    const redis = await startRedis();
    const store = await open(redis);
    const first = lease('a');
    await store.ask(first);
    await store.end(first, { ...paused('rate-limited', 1), bytes: new TextEncoder().encode('{"a":1}') });
    const names = redis.keys();
    for (const part of [':body:a', ':epoch', ':feed:a', ':used:'])
      expect(names).toContainEqual(expect.stringContaining(part));
    for (const name of names) {
      redis.read('DEL', name);
      redis.read('HSET', name, 'a', 'b');
    }
    // The epoch is another one, so the store has forgotten the last minute.
    const fresh = await open(redis);
    const second = lease('a');
    const granted = await fresh.ask(second);
    expect([isGranted(granted), granted?.record]).toEqual([true, undefined]);
    await fresh.end(second, ended(60_000));
    expect(await fresh.ask(lease('a'))).toMatchObject({ why: 'pace', record });
  });
});
