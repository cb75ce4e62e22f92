import { parsePriceQuery } from '#relay/api/price-routes.ts';
import { createFeeds } from '#relay/feeds/feeds.ts';
import { snapshotFactory } from '#relay/feeds/snapshot.ts';
import { stillDeps } from '../still-deps.ts';

/** The partner feed of an upstream that gives these responses, the last one again and again; the test moves its clock. */
export function feedOf(responses: readonly Response[], pollMs = 60_000) {
  const clock = { ms: 0 };
  const askedAt: number[] = [];
  const fetch = async () => {
    const response = responses[Math.min(askedAt.length, responses.length - 1)];
    askedAt.push(clock.ms);
    if (!response) throw new TypeError('offline');
    return response.clone();
  };
  const feeds = createFeeds({
    ...stillDeps('https://price.example', { fetch, pollMs, monotonicMs: () => clock.ms }),
    createSnapshot: snapshotFactory(4),
  });
  const feed = feeds.priceFeed(parsePriceQuery('partner', '', 2048));
  const other = feeds.priceFeed(parsePriceQuery('csgoroll', '', 2048));
  return {
    clock,
    askedAt,
    asked: () => askedAt.length,
    pauseMs: () => feed.status().pauseMs,
    read: async () => feed.read(),
    readOther: async () => other.read(),
  };
}
