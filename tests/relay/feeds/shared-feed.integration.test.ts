/** @module-tag full */
import { describe, expect, onTestFinished, test } from 'vitest';
import type { FeedsDeps } from '#relay/feeds/feeds.ts';
import { defaultLimits } from '#relay/limits.ts';
import { connectRedis, type RedisConnection } from '#relay/store/redis-connection.ts';
import { openSharedStore, type SharedStore } from '#relay/store/shared-store.ts';
import { redisProgram } from '../redis-program.ts';
import { type RedisServer, startRedis } from '../redis-server.ts';
import { stillDeps } from '../still-deps.ts';
import { until } from '../test-relay.ts';
import { partnerRows } from '../upstream.ts';
import { feedsOf } from './feed-with-clock.ts';

/** The partner feed of a relay that shares a store with others; the test moves its clock. */
async function openFeed(
  { url }: RedisServer,
  responses: readonly Response[],
  more: Partial<FeedsDeps> = {},
  wrap: (store: SharedStore, connection: RedisConnection) => SharedStore = (store) => store,
) {
  const ending = new AbortController();
  const deps = stillDeps('https://price.example', { limits: { ...defaultLimits, storeCheckMs: 20 } });
  const connection = await connectRedis(url, 5000, deps.reportProblem);
  onTestFinished(() => {
    ending.abort();
    connection.close();
  });
  const sharedStore = wrap(openSharedStore({ ...deps, connection }, deps.priceApi), connection);
  return feedsOf(responses, { ...more, limits: deps.limits, signal: ending.signal, sharedStore });
}

const endPace = (redis: RedisServer) => redis.read('DEL', redis.keys().find((name) => name.includes(':lease:')) ?? '');

describe.skipIf(!redisProgram)('a feed of relays that share a store', () => {
  test('does not wait for the end of a pause because its store was slow once', async () => {
    const redis = await startRedis();
    const first = await openFeed(redis, [Response.json(partnerRows(5)), new Response(null, { status: 503 })]);
    await first.feed.read();
    endPace(redis);
    first.clock.ms += 60_000;
    await first.feed.read();
    await until(() => first.feed.failure()).gives((failure) => failure?.reason === 'unavailable');
    let isSlow = true;
    const late = await openFeed(redis, [], {}, (store, connection) => ({
      ...store,
      async loadBody(...asked) {
        if (!isSlow) return store.loadBody(...asked);
        isSlow = false;
        return connection.run(() => Promise.reject(new Error('timeout')));
      },
    }));
    await expect(late.feed.read()).rejects.toMatchObject({ failure: { reason: 'store-away' } });
    await until(() => late.feeds.isSharedStoreAway()).gives((isAway) => isAway === false);
    late.clock.ms += 1000;
    expect((await late.feed.read()).data.itemCount).toBe(5);
  });

  test('takes up what another relay was told', async () => {
    const redis = await startRedis();
    const confirmed: string[] = [];
    const onConfirmed: FeedsDeps['onConfirmed'] = (_, { snapshot }) => confirmed.push(snapshot.id);
    const first = await openFeed(redis, [Response.json(partnerRows(5)), Response.json(partnerRows(5, 1))]);
    const other = await openFeed(redis, [], { onConfirmed });
    await first.feed.read();
    await other.feed.read();
    endPace(redis);
    for (const { clock } of [first, other]) clock.ms += 60_000;
    await first.feed.read();
    const read = async () => {
      other.clock.ms += 1000;
      await other.feed.read();
      return confirmed;
    };
    const ids = await until(read).gives((known) => known.length === 2);
    expect(ids[1]).toBe(first.feed.data()?.snapshot.id);
    expect(other.feed.data()?.snapshot.id).toBe(ids[1]);
  });
});

test('asks upstream no more often than one relay may, whatever the store has forgotten', async () => {
  const free = { now: 0, epoch: '', isRefused: false, waitMs: 0, record: undefined };
  const forgetful = { isAway: () => false, check: async () => free, ask: async () => free, end: async () => undefined };
  const sharedStore = { ...forgetful, loadBody: async () => undefined };
  const { feeds, asked } = feedsOf([new Response(null, { status: 503 })], { sharedStore });
  for (let at = 0; at < 40; at++) {
    await expect(feeds.priceFeed(`/api/csgoroll-prices?${at}`).read()).rejects.toThrow();
  }
  expect(asked()).toBe(defaultLimits.otherUpstreamPerMinute);
});
