/** @module-tag full */
import { expect, test } from 'vitest';
import { endpoints, marketDetailsPath } from '#protocol/price-api.ts';
import { parsePriceQuery } from '#relay/api/price-routes.ts';
import type { FeedsDeps } from '#relay/feeds/feeds.ts';
import { defaultLimits } from '#relay/limits.ts';
import { pricesOfAll } from '../upstream.ts';
import { feedsOf } from './feed-with-clock.ts';

const body = JSON.stringify(pricesOfAll);
const query = (search: string) => parsePriceQuery('prices', search, 2048).source;

const makeFeeds = (more: Partial<FeedsDeps> = {}) => feedsOf([new Response(body)], more).feeds;

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
  expect([c, a, b].map((asked) => asked && feeds.priceFeed(asked).data() !== undefined)).toEqual([true, true, false]);
});

test('a guest’s own query is none of the feeds of which the owner is told', async () => {
  const feeds = makeFeeds();
  await feeds.priceFeed(query('?markets=steam')).read();
  expect(feeds.entries().map(([source]) => source)).toEqual([endpoints.partner]);
});

const largeBody = JSON.stringify({ ...JSON.parse(body), filler: 'x'.repeat(100_000) });
const markets = ['steam', 'skins', 'waxpeer', 'dmarket'].map((market) => query(`?markets=${market}&fields=count`));

test('bodies of people’s own queries are kept up to the limit of bytes, and never on the disk', async () => {
  const saved: string[] = [];
  const save = async (source: string) => void saved.push(source);
  const store = { save, isStalled: () => false, load: async () => undefined };
  const limits = { ...defaultLimits, maxSnapshotBytes: 250_000 };
  const feeds = makeFeeds({ limits, store, fetch: async () => new Response(largeBody) });
  for (const market of [...markets, marketDetailsPath('steam')]) await feeds.priceFeed(market).read();
  const isKept = markets.toReversed().map((asked) => feeds.priceFeed(asked).data() !== undefined);
  expect(isKept).toEqual([true, true, false, false]);
  expect(saved).toEqual([marketDetailsPath('steam')]);
});
