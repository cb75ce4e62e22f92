import { describe, expect, test } from 'vitest';
import { defaultLimits } from '#relay/limits.ts';
import { snapshotFactory } from '#relay/snapshot/snapshot.ts';
import { nodeCompressor } from '#relay/snapshot/zlib-compressor.ts';
import { noStore } from '#relay/storage/store.ts';
import { createFeed } from '#relay/upstream/feed.ts';
import { type FeedResult, NoDataError } from '#relay/upstream/feed-result.ts';
import type { FeedParts } from '#relay/upstream/feed-state.ts';
import { createKeyLimits, noKeyLimits } from '#relay/upstream/key-limits.ts';
import type { UpstreamOutcome } from '#relay/upstream/outcome.ts';
import { until } from '../test-relay.ts';

const fresh = (text: string): UpstreamOutcome => ({ kind: 'fresh', bytes: new TextEncoder().encode(text) });

/** A feed with a clock and an upstream of the test's own. */
function makeFeed(request: FeedParts['request'], more: Partial<FeedParts> = {}) {
  const clock = { now: 1_000_000, skewMs: 0 };
  const background: Promise<unknown>[] = [];
  const problems: string[] = [];
  const feed = createFeed({
    source: 'a',
    pollMs: 60_000,
    retryMs: 60_000,
    maxRetryAfterMs: 3_600_000,
    abandonMs: 60_000,
    request,
    inspect: async () => ({ itemCount: 1 }),
    createSnapshot: snapshotFactory(nodeCompressor, 4),
    store: noStore,
    keyLimits: noKeyLimits,
    shared: undefined,
    reportConfirmed: () => undefined,
    now: () => clock.now + clock.skewMs,
    monotonicMs: () => clock.now,
    random: () => 0,
    runInBackground: (work) => background.push(work),
    reportProblem: (problem, code) => problems.push(`${problem}: ${code}`),
    reportOutcome: () => undefined,
    ...more,
  });
  return { feed, clock, problems, settle: () => Promise.allSettled(background) };
}

describe('a feed', () => {
  test('refreshes exactly when its data are a poll period old', async () => {
    let asked = 0;
    const { feed, clock, settle } = makeFeed(async () => fresh(`${asked++}`));
    await feed.read();
    clock.now += 59_999;
    expect(await feed.read()).toMatchObject({ origin: 'hit', freshUntil: 1_060_000 });
    expect(asked).toBe(1);
    clock.now += 1;
    await feed.read();
    await settle();
    expect(asked).toBe(2);
  });

  test('abandons a request that never settles', async () => {
    let asked = 0;
    const { feed, clock } = makeFeed(() => {
      asked++;
      return asked === 1 ? Promise.resolve(fresh('one')) : new Promise(() => undefined);
    });
    await feed.read();
    clock.now += 60_000;
    await feed.read();
    clock.now += 59_999;
    await feed.read();
    expect(asked).toBe(2);
    clock.now += 1;
    await feed.read();
    expect(asked).toBe(3);
  });

  test('without data refuses a client at once when its request was abandoned and the key is paused', async () => {
    const keyLimits = createKeyLimits(defaultLimits);
    const { feed, clock } = makeFeed(() => new Promise(() => undefined), { keyLimits });
    void feed.read();
    await new Promise(setImmediate);
    clock.now += 60_000;
    keyLimits.recordOutcome({ kind: 'failed', reason: 'rate-limited', retryAfterMs: 90_000 }, clock.now);
    const error = await new Promise((resolve) => resolve(feed.read())).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ failure: { reason: 'rate-limited' }, retryAfterMs: 90_000 });
  });

  test.each<UpstreamOutcome>([{ kind: 'unchanged' }, fresh('late'), { kind: 'failed', reason: 'timeout' }])(
    'ignores an abandoned request that settles after its successor: %j',
    async (late) => {
      const slow = Promise.withResolvers<UpstreamOutcome>();
      const outcomes = [Promise.resolve(fresh('one')), slow.promise, Promise.resolve(fresh('three'))];
      const { feed, clock, settle } = makeFeed(() => outcomes.shift() ?? Promise.reject(new Error('no more')));
      await feed.read();
      for (const _ of ['the slow one', 'its successor']) {
        clock.now += 60_000;
        await feed.read();
      }
      const textOf = ({ data }: FeedResult) => new TextDecoder().decode(data.snapshot.bytes);
      const before = await until(
        async () => feed.read(),
        (answer) => textOf(answer) === 'three',
      );
      clock.now += 1000;
      slow.resolve(late);
      await settle();
      expect(await feed.read()).toEqual(before);
      expect(outcomes).toEqual([]);
    },
  );

  test('treats a fault of the relay as an upstream failure', async () => {
    const { feed, problems } = makeFeed(async () => fresh('one'), {
      inspect: () => Promise.reject(new RangeError('a secret')),
    });
    const error = await Promise.resolve(feed.read()).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(NoDataError);
    expect(error).toMatchObject({ failure: { reason: 'internal' }, retryAfterMs: 60_000 });
    expect(problems).toEqual(['an upstream answer could not be processed: RangeError']);
  });

  test.each([-3_600_000, 3_600_000])('keeps its pace when the system time steps by %i ms', async (stepMs) => {
    let asked = 0;
    const { feed, clock } = makeFeed(async () => fresh(`${asked++}`));
    await feed.read();
    clock.skewMs = stepMs;
    clock.now += 59_999;
    await feed.read();
    expect(asked).toBe(1);
    clock.now += 1;
    await feed.read();
    expect(asked).toBe(2);
  });

  test('keeps the longest Retry-After of two requests that overlap', async () => {
    const slow = Promise.withResolvers<UpstreamOutcome>();
    const next = Promise.withResolvers<UpstreamOutcome>();
    const outcomes = [Promise.resolve(fresh('one')), slow.promise, next.promise];
    let asked = 0;
    const { feed, clock, settle } = makeFeed(() => outcomes[asked++] ?? Promise.resolve(fresh('more')));
    await feed.read();
    for (const _ of ['the slow one', 'its successor']) {
      clock.now += 60_000;
      await feed.read();
    }
    slow.resolve({ kind: 'failed', reason: 'status', status: 503, retryAfterMs: 1_800_000 });
    await new Promise(setImmediate);
    next.resolve(fresh('three'));
    await settle();
    clock.now += 1_799_999;
    await feed.read();
    expect(asked).toBe(3);
    clock.now += 1;
    await feed.read();
    expect(asked).toBe(4);
  });

  test('a confirmation changes the age, not the time of the data', async () => {
    let asked = 0;
    const { feed, clock, settle } = makeFeed(async () => (asked++ === 0 ? fresh('one') : { kind: 'unchanged' }));
    await feed.read();
    clock.now += 60_000;
    await feed.read();
    await settle();
    const { data } = await feed.read();
    expect(data.confirmedAt).toBe(1_060_000);
    expect(data.snapshot.lastModified).toBe(1_000_000);
  });

  test('an unchanged body keeps its snapshot and its time', async () => {
    const { feed, clock, settle } = makeFeed(async () => fresh('one'));
    const first = await feed.read();
    clock.now += 60_000;
    await feed.read();
    await settle();
    expect((await feed.read()).data.snapshot).toBe(first.data.snapshot);
  });
});
