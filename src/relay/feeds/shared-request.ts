import { randomUUID } from 'node:crypto';
import { delay } from '#core/timeout.ts';
import { remainingMs } from '#protocol/rate-limiter.ts';
import { isFailureReason } from '#relay/feeds/failure-reasons.ts';
import { adoptShared, runRequest } from '#relay/feeds/feed-request.ts';
import { type FeedState, pauseFor, type UpstreamFeedDeps } from '#relay/feeds/feed-state.ts';
import { keyEffect, type UpstreamShare } from '#relay/feeds/key-limits.ts';
import type { FailureCause, UpstreamOutcome } from '#relay/feeds/outcome.ts';
import type { SharedFeed, SharedUpstream } from '#relay/feeds/shared-upstream.ts';
import { keepMs, type LeaseAnswer, type LeaseRequest, type SharedKey } from '#relay/store/shared-store.ts';

/** A relay without data asks so often whether the one that asks upstream has them, in ms. */
const askEveryMs = 100;

/** Longest wait of a relay without data, in ms. */
const maxWaitMs = 60_000;

/** The store is asked again after this time at the earliest, and about something that may change after that at the latest. */
const minPauseMs = 100;
const maxPauseMs = 1000;

/** A lease is not shorter, whatever the poll period, in ms. */
const minLeaseMs = 1000;

/** Answers to the queries of people are kept in the store for a few poll periods, but not shorter, in ms. */
const minKeepMs = 120_000;

/** Takes up what the other relays have. Asks upstream if the store grants it. */
export async function runSharedRequest(
  deps: UpstreamFeedDeps,
  state: FeedState,
  shared: SharedFeed,
  share: UpstreamShare | undefined,
): Promise<void> {
  const { upstream, budget } = shared;
  const until = deps.monotonicMs() + maxWaitMs;
  for (;;) {
    const lease = toLease(deps, shared, share);
    const answer = await upstream.attempt((own) => upstream.store.begin(own, lease));
    if (answer && budget !== 'none') upstream.follow(answer);
    if (answer) await takeUpAnswer(deps, state, upstream, answer);
    if (answer?.isGranted) return askUpstream(deps, state, shared, lease, answer);
    const block = answer ? toBlock(answer.why) : ({ reason: 'store-away' } as const);
    if (block) state.failure = block;
    const isBusy = answer?.why === 'busy';
    const mayCome = !block && (isBusy || !state.failure);
    if (state.data || !mayCome || deps.monotonicMs() >= until) {
      // The feed's own pace is known exactly; anything else may change at any time.
      const waitMs = answer?.waitMs ?? 0;
      pauseFor(deps, state, block || isBusy ? Math.max(minPauseMs, Math.min(waitMs, maxPauseMs)) : waitMs);
      return;
    }
    await delay(askEveryMs);
  }
}

function toLease(
  { source, pollMs, retryMs, limits }: UpstreamFeedDeps,
  { upstream, budget }: SharedFeed,
  share?: UpstreamShare,
) {
  const all = { name: 'all', perMinute: limits.upstreamPerMinute };
  const others = { name: 'others', perMinute: limits.otherUpstreamPerMinute };
  const client = share && { name: upstream.store.hashClient(share.id), perMinute: share.perMinute };
  const counted = { none: [], extension: [all], other: client ? [all, others, client] : [all, others] }[budget];
  return { id: randomUUID(), source, ms: Math.max(minLeaseMs, Math.min(pollMs, retryMs)), limits: counted };
}

async function takeUpAnswer(
  deps: UpstreamFeedDeps,
  state: FeedState,
  { store }: SharedUpstream,
  { record, now }: SharedKey & LeaseAnswer,
): Promise<void> {
  if (!record) return;
  state.failures = record.failures;
  state.fewerItems = record.fewerItems;
  state.failure = record.failure;
  const { data } = record;
  if (!data || data.confirmedAt <= state.sharedAt) return;
  const confirmedAt = deps.now() - Math.max(0, now - data.confirmedAt);
  const load = () => store.loadBody(deps.source, data.version);
  await adoptShared(deps, state, { ...data, etag: data.etag, confirmedAt, date: data.confirmedAt, load });
  if (state.data?.snapshot.id === data.version) state.sharedAt = data.confirmedAt;
}

const toBlock = (why: string): FailureCause | undefined =>
  why === 'budget' || why === 'store-away' || isFailureReason(why) ? { reason: why } : undefined;

/** Asks upstream under a lease that is renewed meanwhile, and records what came of it. */
async function askUpstream(
  deps: UpstreamFeedDeps,
  state: FeedState,
  shared: SharedFeed,
  lease: LeaseRequest,
  answer: SharedKey & LeaseAnswer,
): Promise<void> {
  const { attempt, store } = shared.upstream;
  const startedAt = deps.monotonicMs();
  const timer = setInterval(() => void attempt(() => store.renew(lease)), lease.ms / 3);
  try {
    const outcome = await runRequest(deps, state);
    // A relay that closes has ended the request itself: that is no failure of upstream. The lease ends by itself.
    if (deps.signal?.aborted && outcome.kind === 'failed') return;
    const storeNow = answer.now + deps.monotonicMs() - startedAt;
    const end = toEnd(deps, state, shared, { lease, answer, outcome, storeNow });
    state.sharedAt = end.record.data?.confirmedAt ?? state.sharedAt;
    await attempt((own) => store.end(own, end));
  } finally {
    clearInterval(timer);
  }
}

interface Asked {
  readonly lease: LeaseRequest;
  readonly answer: LeaseAnswer;
  readonly outcome: UpstreamOutcome;
  readonly storeNow: number;
}

function toEnd(
  deps: UpstreamFeedDeps,
  state: FeedState,
  shared: SharedFeed,
  { lease, answer, outcome, storeNow }: Asked,
) {
  const { data, failures, fewerItems, failure } = state;
  const before = answer.record?.data;
  const fresh = outcome.kind === 'failed' ? undefined : data;
  const newest = fresh && {
    version: fresh.snapshot.id,
    etag: fresh.etag,
    lastModified: fresh.snapshot.lastModified,
    confirmedAt: storeNow - Math.max(0, deps.now() - fresh.confirmedAt),
  };
  const known = failure && isFailureReason(failure.reason) ? { ...failure, reason: failure.reason } : undefined;
  return {
    id: lease.id,
    source: deps.source,
    pauseMs: remainingMs(state.pause, deps.monotonicMs()),
    record: { failures, fewerItems, failure: known, data: newest ?? before },
    bytes: newest && newest.version !== before?.version ? fresh.snapshot.bytes : undefined,
    isKeyRefused: shared.budget === 'none' ? undefined : keyEffect(outcome, deps.limits).isRefused,
    keepMs: shared.budget === 'other' ? Math.max(minKeepMs, 3 * deps.pollMs) : keepMs,
  };
}
