import { expect, test } from 'vitest';
import { parsePriceQuery } from '#relay/http/query.ts';
import { defaultLimits } from '#relay/limits.ts';
import { snapshotFactory } from '#relay/snapshot/snapshot.ts';
import { nodeCompressor } from '#relay/snapshot/zlib-compressor.ts';
import { type BodyProcessor, inlineBodyProcessor } from '#relay/upstream/body.ts';
import { createFeeds, type FeedsParts } from '#relay/upstream/feeds.ts';
import { stillParts } from '../still-parts.ts';

const body = JSON.stringify({
  updated_at: '2026-11-20T10:00:00.000Z',
  markets: [],
  items: { a: { steam: { price: 1 } } },
});
const query = (search: string) => parsePriceQuery('prices', search, 2048);

const makeFeeds = (more: Partial<FeedsParts> = {}) =>
  createFeeds({
    ...stillParts('https://price.example', { fetch: async () => new Response(body) }),
    createSnapshot: snapshotFactory(nodeCompressor, 4),
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

/** A processor whose filters wait for `release`. */
function slowBodyProcessor(): { bodyProcessor: BodyProcessor; release: () => void; waiting: () => number } {
  const waiting: (() => void)[] = [];
  return {
    waiting: () => waiting.length,
    release: () => waiting.shift()?.(),
    bodyProcessor: {
      ...inlineBodyProcessor,
      async filterByPrice(...asked) {
        await new Promise<void>((resolve) => waiting.push(resolve));
        return inlineBodyProcessor.filterByPrice(...asked);
      },
    },
  };
}

test('filters over the concurrency limit get 429, repeated ones share a result', async () => {
  const { bodyProcessor, release, waiting } = slowBodyProcessor();
  const feeds = makeFeeds({ limits: { ...defaultLimits, maxConcurrentFilters: 2 }, bodyProcessor });
  const { snapshot } = (await feeds.priceFeed(query('')).read()).data;
  const filter = (min: number) => feeds.filterByPrice(query(`?min=${min}`), snapshot);
  const running = [filter(1), filter(2), filter(2)];
  expect(() => filter(3)).toThrow(expect.objectContaining({ status: 429, headers: { 'Retry-After': '1' } }));
  expect(waiting()).toBe(2);
  release();
  await running[0];
  const third = filter(3);
  release();
  release();
  await Promise.all([...running, third]);
});
