import { vi } from 'vitest';
import { endpoints } from '#protocol/price-api.ts';
import { createFeeds, type FeedsDeps } from '#relay/feeds/feeds.ts';
import { snapshotFactory } from '#relay/feeds/snapshot.ts';
import { stillDeps, stillNow } from '../still-deps.ts';

/** The feeds of an upstream that gives these responses, the last one again and again; the test moves their clock. */
export function feedsOf(responses: readonly Response[], more: Partial<FeedsDeps> = {}) {
  /** `skewMs`: how far the system time is from where it should be. */
  const clock = { ms: 0, skewMs: 0 };
  const askedAt: number[] = [];
  const etags: (string | null)[] = [];
  const problems: string[] = [];
  let settled = 0;
  const fetch: FeedsDeps['fetch'] = async (_, init) => {
    const response = responses[Math.min(askedAt.length, responses.length - 1)];
    askedAt.push(clock.ms);
    etags.push(new Headers(init?.headers).get('If-None-Match'));
    if (!response) throw new TypeError('offline');
    return response.clone();
  };
  const feeds = createFeeds({
    ...stillDeps('https://price.example', {
      fetch,
      now: () => stillNow + clock.ms + clock.skewMs,
      monotonicMs: () => clock.ms,
      reportProblem: (problem, code) => problems.push(`${problem}: ${code}`),
      reportOutcome: () => settled++,
    }),
    createSnapshot: snapshotFactory(4),
    ...more,
  });
  const feed = feeds.priceFeed(endpoints.partner);
  const other = feeds.priceFeed(endpoints.csgoroll);
  return {
    ...{ clock, feeds, feed, askedAt, etags, problems },
    asked: () => askedAt.length,
    async settle() {
      await vi.waitFor(() => settled === askedAt.length || Promise.reject(new Error('a request runs')), {
        interval: 1,
      });
      await new Promise(setImmediate);
    },
    read: async () => feed.read(),
    readOther: async () => other.read(),
  };
}
