/** @module-tag full */
import { expect, test } from 'vitest';
import { parsePriceQuery } from '#relay/api/price-routes.ts';
import { inspectBody } from '#relay/feeds/body-thread.ts';
import { createFeeds, type FeedsDeps } from '#relay/feeds/feeds.ts';
import { snapshotFactory } from '#relay/feeds/snapshot.ts';
import { defaultLimits } from '#relay/limits.ts';
import { stillDeps } from '../still-deps.ts';
import { untilCollected } from '../test-relay.ts';
import { pricesOfAll } from '../upstream.ts';

const body = JSON.stringify(pricesOfAll);
const query = (search: string) => parsePriceQuery('prices', search, 2048);

const makeFeeds = (more: Partial<FeedsDeps> = {}) =>
  createFeeds({
    ...stillDeps('https://price.example', { fetch: async () => new Response(body) }),
    createSnapshot: snapshotFactory(4),
    ...more,
  });

test('a dropped feed does not return when its request settles', async () => {
  const slow = Promise.withResolvers<Response>();
  const answers = [slow.promise];
  const feeds = makeFeeds({
    limits: { ...defaultLimits, maxFeeds: 1 },
    fetch: () => answers.shift() ?? Promise.resolve(new Response(body)),
  });
  const first = feeds.priceFeed(query(''));
  const asked = first.read();
  await feeds.priceFeed(query('?markets=steam')).read();
  const second = feeds.priceFeed(query(''));
  slow.resolve(new Response(body));
  await asked;
  expect(feeds.priceFeed(query(''))).toBe(second);
});

test('the least recently used feed is dropped', async () => {
  const feeds = makeFeeds({ limits: { ...defaultLimits, maxFeeds: 2 } });
  const [a, b, c] = ['steam', 'skins', 'waxpeer'].map((market) => query(`?markets=${market}`));
  for (const asked of [a, b, a, c]) if (asked) await feeds.priceFeed(asked).read();
  expect([...feeds.entries()].map(([source]) => source)).toEqual([c?.source, a?.source]);
});

const largeBody = JSON.stringify({ ...JSON.parse(body), filler: 'x'.repeat(100_000) });
const markets = ['steam', 'skins', 'waxpeer', 'dmarket'].map((market) => query(`?markets=${market}&fields=count`));

test.each<[string, Partial<FeedsDeps>]>([
  ['that upstream sent', { fetch: async () => new Response(largeBody) }],
  [
    'that the store kept',
    {
      fetch: async () => Promise.reject(new TypeError('offline')),
      store: {
        save: async () => undefined,
        isStalled: () => false,
        load: async () => ({
          bytes: new TextEncoder().encode(largeBody),
          etag: undefined,
          lastModified: 0,
          confirmedAt: 1_800_000_000_000,
        }),
      },
    },
  ],
])('bodies %s are kept up to the limit of bytes', async (_, more) => {
  const feeds = makeFeeds({ limits: { ...defaultLimits, maxSnapshotBytes: 250_000 }, ...more });
  for (const market of markets) await feeds.priceFeed(market).read();
  expect([...feeds.entries()].map(([source]) => source)).toEqual([markets[3]?.source, markets[2]?.source]);
});

/** Makes snapshots when they are released, once it holds them back. */
function slowSnapshots() {
  const made = snapshotFactory(4);
  const waiting: (() => void)[] = [];
  let isHeld = false;
  return {
    hold: () => {
      isHeld = true;
    },
    waiting: () => waiting.length,
    release: () => waiting.shift()?.(),
    createSnapshot: async (...given: Parameters<typeof made>) => {
      if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
      return made(...given);
    },
  };
}

test('filtered bodies are kept up to the limit of bytes', async () => {
  const { hold, release, waiting, createSnapshot } = slowSnapshots();
  const limits = { ...defaultLimits, maxFilteredBytes: 250_000 };
  const feeds = makeFeeds({ limits, fetch: async () => new Response(largeBody), createSnapshot });
  const { data } = await feeds.priceFeed(query('')).read();
  hold();
  let filtered = 0;
  for (const min of [1, 2, 3, 3, 2, 1]) {
    const asked = feeds.filterByPrice(query(`?min=${min}`), data);
    filtered += waiting();
    release();
    await asked;
  }
  expect(filtered).toBe(4);
});

test('a filtered body does not hold the body that it was made of', async () => {
  const feeds = makeFeeds();
  const filter = async () => {
    const bytes = new TextEncoder().encode(largeBody);
    const snapshot = await snapshotFactory(4)({ bytes, lastModified: 0 }, undefined);
    const { cuts } = inspectBody(bytes, 'prices');
    const data = { snapshot, cuts, itemCount: 1, confirmedAt: 0, etag: undefined };
    await feeds.filterByPrice(query('?min=1'), data);
    return new WeakRef(snapshot);
  };
  await untilCollected(await filter());
  expect(feeds.entries()).toEqual([]);
});

test('filters with the same bounds share a result', async () => {
  const { hold, release, waiting, createSnapshot } = slowSnapshots();
  const feeds = makeFeeds({ createSnapshot });
  const { data } = await feeds.priceFeed(query('')).read();
  hold();
  const filter = (min: number) => feeds.filterByPrice(query(`?min=${min}`), data);
  const running = [filter(1), filter(2), filter(2)];
  expect(waiting()).toBe(2);
  for (const _ of running) release();
  const [first, second, same] = await Promise.all(running);
  expect([same, await filter(1)]).toEqual([second, first]);
});
