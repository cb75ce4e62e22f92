import { randomUUID } from 'node:crypto';
import { minuteMs } from '#core/prices/age.ts';
import { remainingMs } from '#protocol/rate-limiter.ts';
import { adoptShared, type FeedState, pauseFor, runRequest, type UpstreamFeedDeps } from '#relay/feeds/feed-request.ts';
import { type KeyLimits, keyEffect, type UpstreamShare } from '#relay/feeds/key-limits.ts';
import { keepMs, type LeaseRequest, type SharedStore, type StoreAnswer } from '#relay/store/shared-store.ts';

/** Longest wait of a relay without data, in ms. */
const maxWaitMs = minuteMs;

/** What may change at any time is asked for again after this time, in ms. */
const soon = (ms: number): number => Math.max(100, Math.min(ms, 1000));

/** A lease is not shorter, whatever the poll period, in ms. */
const minLeaseMs = 1000;

/** Answers to the queries of people are kept in the store for a few poll periods, but not shorter, in ms. */
const minKeepMs = 120_000;

export async function runSharedRequest(
  deps: UpstreamFeedDeps,
  state: FeedState,
  store: SharedStore,
  share: UpstreamShare | undefined,
): Promise<void> {
  const until = deps.monotonicMs() + maxWaitMs;
  for (;;) {
    // The store may not have heard of a pause that this relay was told.
    const pausedMs = deps.keyLimits.pauseRemainingMs();
    const leaseMs = pausedMs > 0 ? 0 : Math.max(minLeaseMs, Math.min(deps.pollMs, deps.retryMs));
    const lease = toLease(deps, state, leaseMs, share);
    const answer = await takeUpShared(deps, state, store, lease);
    const why = store.isAway() ? 'store-away' : answer?.why;
    if (answer && !why) return askUpstream(deps, state, store, lease, answer);
    const isPace = why === 'pace';
    if (why === 'unasked') state.failure = { reason: deps.keyLimits.isKeyRefused() ? 'unauthorized' : 'rate-limited' };
    else if (why && why !== 'busy' && !isPace) state.failure = { reason: why };
    const waitMs = answer?.waitMs ?? 0;
    const soonMs = soon(Math.max(waitMs, pausedMs));
    const mayCome = why === 'busy' || (isPace && !state.failure);
    // The feed's own pace is known exactly.
    if (state.data || !mayCome || deps.monotonicMs() >= until) return pauseFor(deps, state, isPace ? waitMs : soonMs);
    await untilPublished(state, soonMs);
  }
}

const untilPublished = (state: FeedState, ms: number): Promise<void> =>
  new Promise((resolve) => {
    state.wake = resolve;
    setTimeout(resolve, ms);
  });

export function watchShared(
  { limits, signal, keyLimits }: Pick<UpstreamFeedDeps, 'limits' | 'signal' | 'keyLimits'>,
  store: SharedStore,
  onPublished: (source: string) => void,
): void {
  const check = async () => followKey(keyLimits, await store.check());
  void check();
  const timer = setInterval(check, limits.storeCheckMs);
  signal?.addEventListener('abort', () => clearInterval(timer));
  store.onPublished(onPublished, signal);
}

function followKey(keyLimits: KeyLimits, { isRefused, pause }: Partial<StoreAnswer> = {}): void {
  const known = pause && pause.reason !== 'store-away' ? { reason: pause.reason, ms: pause.ms } : undefined;
  keyLimits.follow({ isRefused, pause: known });
}

export async function followShared(deps: UpstreamFeedDeps, state: FeedState, store: SharedStore): Promise<void> {
  const answer = await takeUpShared(deps, state, store, toLease(deps, state, 0));
  if (answer?.why === 'pace' && !store.isAway()) pauseFor(deps, state, answer.waitMs);
}

async function takeUpShared(
  deps: UpstreamFeedDeps,
  state: FeedState,
  store: SharedStore,
  lease: LeaseRequest,
): Promise<StoreAnswer | undefined> {
  const answer = await store.ask(lease);
  followKey(deps.keyLimits, answer);
  if (!answer?.record) return answer;
  const { data, failures, fewerItems, failure } = answer.record;
  Object.assign(state, { failures, fewerItems, failure });
  if (!data || data.confirmedAt <= state.sharedAt) return answer;
  const confirmedAt = deps.now() - Math.max(0, answer.now - data.confirmedAt);
  const load = () => store.loadBody(deps.source, data.version);
  await adoptShared(deps, state, { ...data, etag: data.etag, confirmedAt, date: data.confirmedAt }, load);
  if (state.data?.snapshot.id === data.version) state.sharedAt = data.confirmedAt;
  return answer;
}

function toLease(
  { source, limits, budget, pollMs }: UpstreamFeedDeps,
  { leaseId: id }: FeedState,
  ms: number,
  share?: UpstreamShare,
): LeaseRequest {
  const all = { name: 'all', perMinute: limits.upstreamPerMinute };
  const others = { name: 'others', perMinute: limits.otherUpstreamPerMinute };
  const client = share && { name: share.id, perMinute: share.perMinute };
  const counted = { none: [], extension: [all], other: [all, others, ...(client ? [client] : [])] };
  // The growing waits after failures reach seven and a half poll periods.
  const longestMs = Math.max(limits.maxRetryAfterMs, 8 * pollMs);
  return { id, source, ms, longestMs, limits: counted[budget] };
}

async function askUpstream(
  deps: UpstreamFeedDeps,
  state: FeedState,
  store: SharedStore,
  lease: LeaseRequest,
  { now, record }: StoreAnswer,
): Promise<void> {
  const storeAheadMs = now - deps.now();
  // This lease is used up, also if the store never hears of its end.
  state.leaseId = randomUUID();
  const timer = setInterval(() => void store.ask(lease), lease.ms / 3);
  try {
    const outcome = await runRequest(deps, state);
    const failure = outcome.kind === 'failed' ? { reason: outcome.reason, status: outcome.status } : undefined;
    // A relay that closes has ended the request itself: that is no failure of upstream. The lease ends by itself.
    if (deps.signal?.aborted && failure) return;
    const { data, failures, fewerItems } = state;
    const fresh = failure ? undefined : data;
    const newest = fresh && {
      version: fresh.snapshot.id,
      etag: fresh.etag,
      lastModified: fresh.snapshot.lastModified,
      confirmedAt: fresh.confirmedAt + storeAheadMs,
    };
    state.sharedAt = newest?.confirmedAt ?? state.sharedAt;
    await store.end(lease, {
      pauseMs: remainingMs(state.pause, deps.monotonicMs()),
      record: { failures, fewerItems, failure, data: newest ?? record?.data },
      bytes: newest && newest.version !== record?.data?.version ? fresh.snapshot.bytes : undefined,
      keepMs: deps.budget === 'other' ? Math.max(minKeepMs, 3 * deps.pollMs) : keepMs,
      effect: deps.budget === 'none' ? undefined : keyEffect(outcome, deps.limits),
    });
  } finally {
    clearInterval(timer);
  }
}
