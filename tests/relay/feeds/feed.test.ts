import { describe, expect, test, vi } from 'vitest';
import { createFeed } from '#relay/feeds/feed.ts';
import type { UpstreamFeedDeps } from '#relay/feeds/feed-request.ts';
import { noKeyLimits } from '#relay/feeds/key-limits.ts';
import { NoDataError, type UpstreamOutcome } from '#relay/feeds/outcome.ts';
import { snapshotFactory } from '#relay/feeds/snapshot.ts';
import { defaultLimits } from '#relay/limits.ts';
import { StorageError } from '#relay/store/storage-thread.ts';

const fresh = (text: string): UpstreamOutcome => ({ kind: 'fresh', bytes: new TextEncoder().encode(text) });

function makeFeed(request: UpstreamFeedDeps['request'], more: Partial<UpstreamFeedDeps> = {}) {
  const clock = { now: 1_000_000, skewMs: 0 };
  const counts = { asked: 0, settled: 0 };
  const problems: string[] = [];
  const feed = createFeed({
    source: 'a',
    pollMs: 60_000,
    retryMs: 60_000,
    limits: defaultLimits,
    signal: undefined,
    async request(etag) {
      counts.asked++;
      return request(etag);
    },
    inspect: async () => ({ itemCount: 1 }),
    createSnapshot: snapshotFactory(4),
    store: undefined,
    keyLimits: noKeyLimits,
    budget: 'none',
    onConfirmed: () => undefined,
    now: () => clock.now + clock.skewMs,
    monotonicMs: () => clock.now,
    random: () => 0,
    reportProblem: (problem, code) => problems.push(`${problem}: ${code}`),
    reportOutcome: () => counts.settled++,
    ...more,
  });
  const settle = async () => {
    await vi.waitFor(() => expect(counts.settled).toBe(counts.asked), { interval: 1 });
    await new Promise(setImmediate);
  };
  return { feed, clock, problems, settle };
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

  test('does not make its data younger when the system time is set back', async () => {
    let outcome: UpstreamOutcome = fresh('one');
    const { feed, clock, settle } = makeFeed(async () => outcome);
    await feed.read();
    outcome = { kind: 'failed', reason: 'unreachable' };
    clock.now += 600_000;
    clock.skewMs = -8 * 3_600_000;
    const { data } = await feed.read();
    await settle();
    expect(clock.now + clock.skewMs - data.confirmedAt).toBe(600_000);
  });

  test('asks a disk that has not answered again, and takes up what it gives late', async () => {
    const stored = { bytes: new TextEncoder().encode('old'), etag: undefined, lastModified: 1, confirmedAt: 900_000 };
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const loads = [() => Promise.reject(new StorageError('disk-stalled')), () => late.then(() => stored)];
    const load = async () => loads.shift()?.();
    const { feed, problems } = makeFeed(async () => ({ kind: 'failed', reason: 'unreachable' }), {
      store: { load, save: async () => undefined, isStalled: () => false },
      limits: { ...defaultLimits, diskTimeoutMs: 1 },
    });
    for (const _ of loads.slice()) await expect(feed.read()).rejects.toThrow(NoDataError);
    resolve();
    await vi.waitFor(() => expect(feed.data()?.confirmedAt).toBe(900_000));
    expect((await feed.read()).failure?.reason).toBe('unreachable');
    expect(problems).toEqual(['a stored answer could not be read: disk-stalled']);
  });

  test('keeps what upstream gave where the disk answers later', async () => {
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const stored = { bytes: new TextEncoder().encode('old'), etag: undefined, lastModified: 1, confirmedAt: 900_000 };
    const { feed } = makeFeed(async () => fresh('new'), {
      store: { load: () => late.then(() => stored), save: async () => undefined, isStalled: () => false },
      limits: { ...defaultLimits, diskTimeoutMs: 1 },
    });
    await feed.read();
    resolve();
    await new Promise(setImmediate);
    expect((await feed.read()).data.confirmedAt).toBe(1_000_000);
  });

  test('sends the entity tag of its data: a confirmation changes the age, not the time of the data', async () => {
    const etags: (string | undefined)[] = [];
    const first: UpstreamOutcome = { kind: 'fresh', bytes: new TextEncoder().encode('one'), etag: '"one"' };
    const { feed, clock, settle } = makeFeed(async (etag) => (etags.push(etag) === 1 ? first : { kind: 'unchanged' }));
    await feed.read();
    clock.now += 60_000;
    await feed.read();
    await settle();
    const { data } = await feed.read();
    expect(etags).toEqual([undefined, '"one"']);
    expect(data.confirmedAt).toBe(1_060_000);
    expect(data.snapshot.lastModified).toBe(1_000_000);
  });
});
