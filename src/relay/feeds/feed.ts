import { randomUUID } from 'node:crypto';
import { atMost } from '#core/asks/concurrency.ts';
import { delay } from '#core/asks/timeout.ts';
import { minuteMs } from '#core/prices/age.ts';
import { remainingMs } from '#protocol/rate-limiter.ts';
import {
  adoptShared,
  getData,
  loadStored,
  newFeed,
  pauseFor,
  type RunningFeed,
  runRequest,
  type UpstreamFeedDeps,
} from '#relay/feeds/feed-request.ts';
import { type KeyBlock, type KeyLimits, keyEffect, type UpstreamShare } from '#relay/feeds/key-limits.ts';
import { type FailureCause, type FeedResult, NoDataError } from '#relay/feeds/outcome.ts';
import { keepMs, type LeaseRequest, type SharedStore, type StoreAnswer } from '#relay/store/shared-store.ts';

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
    data: () => getData(feed),
    /** Why the last request brought nothing. */
    failure: () => feed.failure,
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

/** Longest wait of a relay without data, in ms. */
const maxWaitMs = minuteMs;

/** What may change at any time is asked for again after this time, in ms. */
const soon = (ms: number): number => Math.max(100, Math.min(ms, 1000));

/** A lease is not shorter, whatever the poll period, in ms. */
const minLeaseMs = 1000;

/** Answers to the queries of people are kept in the store for a few poll periods, but not shorter, in ms. */
const minKeepMs = 120_000;

async function runSharedRequest(feed: RunningFeed, store: SharedStore, share: UpstreamShare | undefined) {
  const until = feed.monotonicMs() + maxWaitMs;
  for (;;) {
    // The store may not have heard of a pause that this relay was told.
    const pausedMs = feed.keyLimits.pauseRemainingMs();
    const leaseMs = pausedMs > 0 ? 0 : Math.max(minLeaseMs, Math.min(feed.pollMs, feed.retryMs));
    const lease = toLease(feed, leaseMs, share);
    const answer = await takeUpShared(feed, store, lease);
    // Whoever writes to the store may make it forget what was asked: no relay asks more than it may alone.
    const why = store.isAway() ? 'store-away' : (answer?.why ?? feed.keyLimits.acquire(feed.budget, share)?.reason);
    if (answer && !why) return askUpstream(feed, store, lease, answer);
    const isPace = why === 'pace';
    if (why === 'unasked') feed.failure = { reason: feed.keyLimits.isKeyRefused() ? 'unauthorized' : 'rate-limited' };
    else if (why && why !== 'busy' && !isPace) feed.failure = { reason: why };
    const waitMs = answer?.waitMs ?? 0;
    const soonMs = soon(Math.max(waitMs, pausedMs));
    const mayCome = why === 'busy' || (isPace && !feed.failure);
    // The feed's own pace is known exactly.
    if (feed.data || !mayCome || feed.monotonicMs() >= until) return pauseFor(feed, isPace ? waitMs : soonMs);
    await delay(soonMs);
  }
}

export function watchShared(
  { limits, signal, keyLimits }: Pick<UpstreamFeedDeps, 'limits' | 'signal' | 'keyLimits'>,
  store: SharedStore,
): void {
  const check = async () => followKey(keyLimits, await store.check());
  void check();
  const timer = setInterval(check, limits.storeCheckMs);
  signal?.addEventListener('abort', () => clearInterval(timer));
}

function followKey(keyLimits: KeyLimits, { isRefused, pause }: Partial<StoreAnswer> = {}): void {
  const known = pause && pause.reason !== 'store-away' ? { reason: pause.reason, ms: pause.ms } : undefined;
  keyLimits.follow({ isRefused, pause: known });
}

async function takeUpShared(feed: RunningFeed, store: SharedStore, lease: LeaseRequest) {
  const answer = await store.ask(lease);
  followKey(feed.keyLimits, answer);
  if (!answer?.record) return answer;
  const { data, failures, fewerItems, failure } = answer.record;
  Object.assign(feed, { failures, fewerItems, failure });
  if (!data || data.confirmedAt <= feed.sharedAt) return answer;
  const confirmedAt = feed.now() - Math.max(0, answer.now - data.confirmedAt);
  const load = () => store.loadBody(feed.source, data.version);
  await adoptShared(feed, { ...data, etag: data.etag, confirmedAt, date: data.confirmedAt }, load);
  if (feed.data?.snapshot.id === data.version) feed.sharedAt = data.confirmedAt;
  return answer;
}

function toLease(feed: RunningFeed, ms: number, share?: UpstreamShare): LeaseRequest {
  const { source, limits, budget, pollMs, leaseId: id } = feed;
  const all = { name: 'all', perMinute: limits.upstreamPerMinute };
  const others = { name: 'others', perMinute: limits.otherUpstreamPerMinute };
  const client = share && { name: share.id, perMinute: share.perMinute };
  const counted = { none: [], extension: [all], other: [all, others, ...(client ? [client] : [])] };
  // The growing waits after failures reach seven and a half poll periods.
  const longestMs = Math.max(limits.maxRetryAfterMs, 8 * pollMs);
  return { id, source, ms, longestMs, limits: counted[budget] };
}

async function askUpstream(feed: RunningFeed, store: SharedStore, lease: LeaseRequest, { now, record }: StoreAnswer) {
  const storeAheadMs = now - feed.now();
  // This lease is used up, also if the store never hears of its end.
  feed.leaseId = randomUUID();
  const timer = setInterval(() => void store.ask(lease), lease.ms / 3);
  try {
    const outcome = await runRequest(feed);
    const failure = outcome.kind === 'failed' ? { reason: outcome.reason, status: outcome.status } : undefined;
    // A relay that closes has ended the request itself: that is no failure of upstream. The lease ends by itself.
    if (feed.signal?.aborted && failure) return;
    const { data, failures, fewerItems } = feed;
    const fresh = failure ? undefined : data;
    const newest = fresh && {
      version: fresh.snapshot.id,
      etag: fresh.etag,
      lastModified: fresh.snapshot.lastModified,
      confirmedAt: fresh.confirmedAt + storeAheadMs,
    };
    feed.sharedAt = newest?.confirmedAt ?? feed.sharedAt;
    await store.end(lease, {
      pauseMs: remainingMs(feed.pause, feed.monotonicMs()),
      record: { failures, fewerItems, failure, data: newest ?? record?.data },
      bytes: newest && newest.version !== record?.data?.version ? fresh.snapshot.bytes : undefined,
      keepMs: feed.budget === 'other' ? Math.max(minKeepMs, 3 * feed.pollMs) : keepMs,
      effect: feed.budget === 'none' ? undefined : keyEffect(outcome, feed.limits),
    });
  } finally {
    clearInterval(timer);
  }
}
