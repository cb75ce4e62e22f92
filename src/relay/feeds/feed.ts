import { atMost } from '#core/asks/concurrency.ts';
import { remainingMs } from '#protocol/rate-limiter.ts';
import {
  getData,
  loadStored,
  newFeed,
  type RunningFeed,
  runRequest,
  type UpstreamFeedDeps,
} from '#relay/feeds/feed-request.ts';
import type { KeyBlock, UpstreamShare } from '#relay/feeds/key-limits.ts';
import { type FailureCause, type FeedResult, NoDataError } from '#relay/feeds/outcome.ts';
import { followShared, runSharedRequest } from '#relay/feeds/shared-request.ts';

export type Feed = ReturnType<typeof createFeed>;

/** Refreshed at upstream's pace when clients ask; nobody is asked before the first `read`. */
export function createFeed(deps: UpstreamFeedDeps) {
  const feed = newFeed(deps);
  return {
    /** Only a feed without data waits for upstream, others refresh in the background. @throws NoDataError */
    async read(share?: UpstreamShare): Promise<FeedResult> {
      if (!feed.data) feed.loading ??= atMost(loadStored(feed), feed.limits.diskTimeoutMs);
      await Promise.all([feed.loading, feed.keyLimits.restore()]);
      return read(feed, share);
    },
    follow(): void {
      feed.wake?.();
      if (feed.sharedStore && feed.loading && !feed.inFlight) run(feed, followShared(feed, feed.sharedStore));
    },
    data: () => getData(feed),
    /** Why the last request brought nothing, and the time until a client's request may cause the next one to upstream. */
    status: () => {
      const now = feed.monotonicMs();
      const pauseMs = Math.max(remainingMs(feed.pause, now), feed.keyLimits.pauseRemainingMs());
      return { failure: feed.failure, pauseMs };
    },
  };
}

async function read(feed: RunningFeed, share: UpstreamShare | undefined): Promise<FeedResult> {
  const now = feed.monotonicMs();
  const joined = feed.inFlight;
  const isDue = !joined && remainingMs(feed.pause, now) === 0;
  const started = isDue ? startRequest(feed, share) : undefined;
  const block = started && 'reason' in started ? started : undefined;
  const result = toResult(feed, 'hit', block);
  if (result) return result;
  const awaited = joined ?? started;
  if (!awaited || 'reason' in awaited) throw toNoDataError(feed, block);
  await awaited;
  const fetched = toResult(feed, joined ? 'collapsed' : 'miss');
  if (fetched) return fetched;
  throw toNoDataError(feed);
}

/** Nothing while the key is refused, which old prices would hide, or a relay answers, with data perhaps of this one. */
function toResult(feed: RunningFeed, origin: FeedResult['origin'], block?: KeyBlock): FeedResult | undefined {
  const data = getData(feed);
  if (!data || feed.keyLimits.isKeyRefused() || feed.failure?.reason === 'relay') return undefined;
  return { data, origin, freshUntil: data.confirmedAt + feed.pollMs, failure: block ?? feed.failure };
}

function toNoDataError(feed: RunningFeed, block?: KeyBlock): NoDataError {
  const { keyLimits, pause, failure } = feed;
  const cause: FailureCause = block ?? failure ?? { reason: 'unreachable' };
  const waits = [block?.remainingMs ?? 0, keyLimits.pauseRemainingMs(), remainingMs(pause, feed.monotonicMs())];
  return new NoDataError(
    keyLimits.isKeyRefused() ? { reason: 'unauthorized', status: 401 } : cause,
    Math.max(...waits),
  );
}

function startRequest(feed: RunningFeed, share: UpstreamShare | undefined): Promise<void> | KeyBlock {
  // Among relays that share the key, their store decides.
  if (feed.sharedStore) return run(feed, runSharedRequest(feed, feed.sharedStore, share));
  return feed.keyLimits.acquire(feed.budget, share) ?? run(feed, runRequest(feed));
}

function run(feed: RunningFeed, work: Promise<unknown>): Promise<void> {
  feed.inFlight = work
    .then(() => undefined)
    .finally(() => {
      feed.inFlight = undefined;
    });
  return feed.inFlight;
}
