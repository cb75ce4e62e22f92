import { describe, expect, test } from 'vitest';
import { createPublish } from '#relay/snapshot/snapshot.ts';
import { nodeCompressor } from '#relay/snapshot/zlib-compressor.ts';
import { noStore } from '#relay/storage/store.ts';
import { type Answer, createFeed, type FeedParts, Unavailable } from '#relay/upstream/feed.ts';
import type { Outcome } from '#relay/upstream/fetch-upstream.ts';
import { openGate } from '#relay/upstream/key-limits.ts';
import { until } from '../world.ts';

const fresh = (text: string): Outcome => ({ kind: 'fresh', bytes: new TextEncoder().encode(text) });

/** A feed whose time and upstream are in the test's hands. */
function makeFeed(ask: FeedParts['ask'], more: Partial<FeedParts> = {}) {
  const clock = { now: 1_000_000 };
  const background: Promise<unknown>[] = [];
  const problems: string[] = [];
  const feed = createFeed({
    source: 'a',
    pollMs: 60_000,
    retryMs: 60_000,
    maxPauseMs: 3_600_000,
    giveUpMs: 60_000,
    ask,
    inspect: async () => ({ items: 1 }),
    publish: createPublish(nodeCompressor, 4),
    store: noStore,
    gate: openGate,
    now: () => clock.now,
    random: () => 0,
    background: (work) => background.push(work),
    problem: (problem, code) => problems.push(`${problem}: ${code}`),
    report: () => undefined,
    ...more,
  });
  return { feed, clock, problems, settle: () => Promise.allSettled(background) };
}

describe('a feed', () => {
  test('asks again exactly when its data are a poll period old', async () => {
    let asked = 0;
    const { feed, clock, settle } = makeFeed(async () => fresh(`${asked++}`));
    await feed.read();
    clock.now += 59_999;
    expect(await feed.read()).toMatchObject({ how: 'hit', freshUntil: 1_060_000 });
    expect(asked).toBe(1);
    clock.now += 1;
    await feed.read();
    await settle();
    expect(asked).toBe(2);
  });

  test('gives up a request that never settles, so that data do not stand still for ever', async () => {
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

  test.each<Outcome>([{ kind: 'unchanged' }, fresh('late'), { kind: 'failed', reason: 'timeout' }])(
    'a request that was given up changes nothing when it ends after its successor: %j',
    async (late) => {
      const slow = Promise.withResolvers<Outcome>();
      const outcomes = [Promise.resolve(fresh('one')), slow.promise, Promise.resolve(fresh('three'))];
      const { feed, clock, settle } = makeFeed(() => outcomes.shift() ?? Promise.reject(new Error('no more')));
      await feed.read();
      for (const _ of ['the slow one', 'its successor']) {
        clock.now += 60_000;
        await feed.read();
      }
      const textOf = ({ held }: Answer) => new TextDecoder().decode(held.snapshot.bytes);
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

  test('a fault of the relay’s own is a failure like any other', async () => {
    const { feed, problems } = makeFeed(async () => fresh('one'), {
      inspect: () => Promise.reject(new RangeError('a secret')),
    });
    const error = await Promise.resolve(feed.read()).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Unavailable);
    expect(error).toMatchObject({ trouble: { reason: 'internal' }, retryAfterMs: 60_000 });
    expect(problems).toEqual(['an upstream answer could not be processed: RangeError']);
  });

  test('confirmation moves the age, not the time of the data', async () => {
    let asked = 0;
    const { feed, clock, settle } = makeFeed(async () => (asked++ === 0 ? fresh('one') : { kind: 'unchanged' }));
    await feed.read();
    clock.now += 60_000;
    await feed.read();
    await settle();
    const { held } = await feed.read();
    expect(held.confirmedAt).toBe(1_060_000);
    expect(held.snapshot.lastModified).toBe(1_000_000);
  });

  test('the same body again is the same snapshot, with the time of its first sight', async () => {
    const { feed, clock, settle } = makeFeed(async () => fresh('one'));
    const first = await feed.read();
    clock.now += 60_000;
    await feed.read();
    await settle();
    expect((await feed.read()).held.snapshot).toBe(first.held.snapshot);
  });
});
