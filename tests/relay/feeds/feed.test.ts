import { describe, expect, test, vi } from 'vitest';
import type { FeedsDeps } from '#relay/feeds/feeds.ts';
import { NoDataError } from '#relay/feeds/outcome.ts';
import { defaultLimits } from '#relay/limits.ts';
import { StorageError } from '#relay/store/storage-thread.ts';
import { stillDeps, stillNow } from '../still-deps.ts';
import { partnerRows } from '../upstream.ts';
import { feedsOf } from './feed-with-clock.ts';

const minute = 60_000;
const fresh = (seed = 0, headers = {}) => Response.json(partnerRows(5, seed), { headers });
const failing = () => new Response(null, { status: 503 });

/** A disk whose answers come as the test says, each once. */
const diskOf = (...loads: readonly (() => Promise<unknown>)[]): Partial<FeedsDeps> => {
  const rest = [...loads];
  const load = async () => rest.shift()?.();
  return {
    store: { load, save: async () => undefined, isStalled: () => false } as unknown as FeedsDeps['store'],
    limits: { ...defaultLimits, diskTimeoutMs: 1 },
  };
};
const stored = {
  bytes: new TextEncoder().encode(JSON.stringify(partnerRows(5))),
  ...{ etag: undefined, lastModified: 1, confirmedAt: stillNow - 100_000 },
};

describe('a feed', () => {
  test.each([0, -3_600_000, 3_600_000])(
    'refreshes exactly when its data are a poll period old, though the system time steps by %i ms',
    async (stepMs) => {
      const { clock, read, asked } = feedsOf([fresh()]);
      await read();
      clock.skewMs = stepMs;
      clock.ms = minute - 1;
      expect(await read()).toMatchObject({ origin: 'hit', freshUntil: stillNow + minute + Math.min(stepMs, 0) });
      expect(asked()).toBe(1);
      clock.ms += 1;
      await read();
      expect(asked()).toBe(2);
    },
  );

  test('treats a fault of the relay as an upstream failure', async () => {
    const { bodyProcessor } = stillDeps('https://price.example');
    const inspect = () => Promise.reject(new RangeError('a secret'));
    const { read, problems } = feedsOf([fresh()], { bodyProcessor: { ...bodyProcessor, inspect } });
    const error = await read().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(NoDataError);
    expect(error).toMatchObject({ failure: { reason: 'internal' }, retryAfterMs: minute });
    expect(problems).toEqual(['an upstream answer could not be processed: RangeError']);
  });

  test('does not make its data younger when the system time is set back', async () => {
    const { clock, read, settle } = feedsOf([fresh(), failing()]);
    await read();
    clock.ms = 10 * minute;
    clock.skewMs = -8 * 60 * minute;
    const { data } = await read();
    await settle();
    expect(stillNow + clock.ms + clock.skewMs - data.confirmedAt).toBe(10 * minute);
  });

  test('asks a disk that has not answered again, and takes up what it gives late', async () => {
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const stalled = () => Promise.reject(new StorageError('disk-stalled'));
    const { feed, read, problems } = feedsOf(
      [failing()],
      diskOf(stalled, () => late.then(() => stored)),
    );
    for (const _ of [1, 2]) await expect(read()).rejects.toThrow(NoDataError);
    resolve();
    await vi.waitFor(() => expect(feed.data()?.confirmedAt).toBe(stored.confirmedAt));
    expect((await read()).failure?.reason).toBe('unavailable');
    expect(problems).toEqual(['a stored answer could not be read: disk-stalled']);
  });

  test('keeps what upstream gave where the disk answers later', async () => {
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const { read } = feedsOf(
      [fresh()],
      diskOf(() => late.then(() => stored)),
    );
    await read();
    resolve();
    await new Promise(setImmediate);
    expect((await read()).data.confirmedAt).toBe(stillNow);
  });

  test('sends the entity tag of its data: a confirmation changes the age, not the time of the data', async () => {
    const { clock, read, etags, settle } = feedsOf([fresh(0, { ETag: '"one"' }), new Response(null, { status: 304 })]);
    await read();
    clock.ms = minute;
    await read();
    await settle();
    const { data } = await read();
    expect(etags).toEqual([null, '"one"']);
    expect([data.confirmedAt, data.snapshot.lastModified]).toEqual([stillNow + minute, stillNow]);
  });
});
