import type { Bytes } from '#protocol/bytes.ts';
import { extendPause, type Pause, type RateLimiter, remainingMs } from '#protocol/rate-limiter.ts';
import { isSuddenLoss } from '#protocol/row-check.ts';
import { errorCode } from '#relay/error-code.ts';
import type { CreateSnapshot } from '#relay/snapshot/snapshot.ts';
import type { SnapshotStore, StoredSnapshot } from '#relay/storage/store.ts';
import { backoff } from '#relay/upstream/backoff.ts';
import type { BodySummary } from '#relay/upstream/body.ts';
import { type FeedData, type FeedResult, type FeedStatus, NoDataError } from '#relay/upstream/feed-result.ts';
import type { KeyBlock, KeyLimits } from '#relay/upstream/key-limits.ts';
import type { FailureCause, UpstreamFailure, UpstreamOutcome } from '#relay/upstream/outcome.ts';

export interface FeedParts {
  /** The name of the data, in the store too. */
  readonly source: string;
  readonly pollMs: number;
  /** The first wait after a failure, in ms. */
  readonly retryMs: number;
  readonly maxRetryAfterMs: number;
  /** After so many ms an unsettled request is abandoned: on a Worker it may end with the client's request that began it. */
  readonly abandonMs: number;
  /** Sends one upstream request. */
  readonly request: (etag: string | undefined) => Promise<UpstreamOutcome>;
  readonly inspect: (bytes: Bytes) => Promise<BodySummary | UpstreamFailure>;
  readonly createSnapshot: CreateSnapshot;
  readonly store: SnapshotStore;
  readonly keyLimits: KeyLimits;
  readonly now: () => number;
  /** A monotonic clock in ms, for pauses: a change of the system's time must not lift the pace. */
  readonly monotonicMs: () => number;
  readonly random: () => number;
  /** Keeps work alive after the response. */
  readonly runInBackground: (work: Promise<unknown>) => void;
  readonly reportProblem: (problem: string, code: string) => void;
  readonly reportOutcome: (outcome: UpstreamOutcome) => void;
}

interface FeedState {
  data: FeedData | undefined;
  loading: Promise<void> | undefined;
  inFlight: InFlightRequest | undefined;
  /** No upstream request before its end. */
  pause: Pause;
  failures: number;
  failure: FailureCause | undefined;
  /** Bodies refused as `shrunken` since the last success. */
  shrunken: number;
  /** Numbers of the last request that started and the last that settled. */
  lastStarted: number;
  lastSettled: number;
}

interface InFlightRequest {
  readonly settled: Promise<void>;
  /** Until its end other clients join the request; then it counts as abandoned. */
  readonly lifetime: Pause;
}

/** One kind of upstream data, refreshed at upstream's pace when clients ask. */
export interface Feed {
  /**
   * Returns the data at once and refreshes them in the background. Only a feed without data waits for upstream.
   * @param share the client's own limit of requests to upstream
   * @throws NoDataError
   */
  readonly read: (share?: RateLimiter) => FeedResult | Promise<FeedResult>;
  readonly data: () => FeedData | undefined;
  readonly status: () => FeedStatus;
}

/** Starts without data. Neither the store nor upstream is asked before the first `read`. */
export function createFeed(parts: FeedParts): Feed {
  const state: FeedState = {
    data: undefined,
    loading: undefined,
    inFlight: undefined,
    pause: { since: 0, until: 0 },
    failures: 0,
    failure: undefined,
    shrunken: 0,
    lastStarted: 0,
    lastSettled: 0,
  };
  let isLoaded = false;
  const load = async (share: RateLimiter | undefined): Promise<FeedResult> => {
    state.loading ??= loadStored(parts, state);
    await state.loading;
    isLoaded = true;
    return read(parts, state, share);
  };
  return {
    read: (share) => (isLoaded ? read(parts, state, share) : load(share)),
    data: () => state.data,
    status: () => {
      const now = parts.monotonicMs();
      const pauseMs = Math.max(remainingMs(state.pause, now), parts.keyLimits.pauseRemainingMs(now));
      return { failure: state.failure, pauseMs };
    },
  };
}

async function loadStored(parts: FeedParts, state: FeedState): Promise<void> {
  try {
    const stored = await parts.store.load(parts.source);
    const summary = stored && (await parts.inspect(stored.bytes));
    if (!stored || !summary || 'kind' in summary) return;
    const { bytes, lastModified, etag } = stored;
    const snapshot = await parts.createSnapshot({ bytes, lastModified }, undefined);
    const now = parts.now();
    const confirmedAt = Math.min(stored.confirmedAt, now);
    state.data = { snapshot, itemCount: summary.itemCount, confirmedAt, etag };
    const since = parts.monotonicMs();
    state.pause = { since, until: since + Math.max(0, confirmedAt + parts.pollMs - now) };
  } catch (error) {
    parts.reportProblem('a stored answer could not be taken up', errorCode(error));
  }
}

function read(parts: FeedParts, state: FeedState, share: RateLimiter | undefined): FeedResult | Promise<FeedResult> {
  const now = parts.monotonicMs();
  const { inFlight } = state;
  const joins = inFlight !== undefined && remainingMs(inFlight.lifetime, now) > 0;
  const isDue = !joins && remainingMs(state.pause, now) === 0;
  const started = isDue ? startRequest(parts, state, share) : undefined;
  const block = started && 'reason' in started ? started : undefined;
  const result = toResult(parts, state, 'hit', block);
  if (result) return result;
  const awaited = joins ? inFlight : started;
  if (!awaited || 'reason' in awaited) throw toNoDataError(parts, state, block);
  return awaited.settled.then(() => {
    const fetched = toResult(parts, state, joins ? 'collapsed' : 'miss', undefined);
    if (fetched) return fetched;
    throw toNoDataError(parts, state, undefined);
  });
}

/** `undefined` while the key is refused even if there are data: its owner has to know, and old prices would hide it. */
function toResult(
  parts: FeedParts,
  { data, failure }: FeedState,
  origin: FeedResult['origin'],
  block: KeyBlock | undefined,
): FeedResult | undefined {
  if (!data || parts.keyLimits.isKeyRefused()) return undefined;
  return { data, origin, freshUntil: data.confirmedAt + parts.pollMs, failure: block ?? failure };
}

function toNoDataError(parts: FeedParts, { pause, failure }: FeedState, block: KeyBlock | undefined): NoDataError {
  const now = parts.monotonicMs();
  const refused: FailureCause | undefined = parts.keyLimits.isKeyRefused()
    ? { reason: 'unauthorized', status: 401 }
    : undefined;
  const cause = refused ?? block ?? failure ?? { reason: 'unreachable' };
  const waits = [block?.remainingMs ?? 0, parts.keyLimits.pauseRemainingMs(now), remainingMs(pause, now)];
  return new NoDataError(cause, Math.max(...waits));
}

/** Starts the one request that may be in flight, if the key's limits allow it. */
function startRequest(parts: FeedParts, state: FeedState, share: RateLimiter | undefined): InFlightRequest | KeyBlock {
  const now = parts.monotonicMs();
  const block = parts.keyLimits.acquire(now, share);
  if (block) return block;
  const settled = runRequest(parts, state).finally(() => {
    if (state.inFlight === request) state.inFlight = undefined;
  });
  const request: InFlightRequest = { settled, lifetime: { since: now, until: now + parts.abandonMs } };
  state.inFlight = request;
  parts.runInBackground(settled);
  return request;
}

async function runRequest(parts: FeedParts, state: FeedState): Promise<void> {
  const number = ++state.lastStarted;
  const outcome = await parts.request(state.data?.etag);
  const applied = outcome.kind === 'fresh' ? await applyResponse(parts, state, outcome) : outcome;
  const finalOutcome = 'snapshot' in applied ? outcome : applied;
  parts.keyLimits.recordOutcome(finalOutcome, parts.monotonicMs());
  // An abandoned request that settles after its successor changes nothing.
  if (number > state.lastSettled) {
    state.lastSettled = number;
    if (finalOutcome.kind === 'failed') recordFailure(parts, state, finalOutcome);
    else recordSuccess(parts, state, 'snapshot' in applied ? applied : state.data);
  }
  parts.reportOutcome(finalOutcome);
}

function recordSuccess(parts: FeedParts, state: FeedState, data: FeedData | undefined): void {
  const hasChanged = data?.snapshot !== state.data?.snapshot;
  state.failures = 0;
  state.failure = undefined;
  state.shrunken = 0;
  pauseFor(parts, state, parts.pollMs);
  if (!data) return;
  state.data = { ...data, confirmedAt: parts.now() };
  parts.runInBackground(storeData(parts, state.data, hasChanged));
}

function recordFailure(parts: FeedParts, state: FeedState, failure: UpstreamFailure): void {
  state.failures++;
  if (failure.reason === 'shrunken') state.shrunken++;
  state.failure = { reason: failure.reason, status: failure.status };
  const retryAfterMs = Math.min(failure.retryAfterMs ?? 0, parts.maxRetryAfterMs);
  pauseFor(parts, state, Math.max(retryAfterMs, backoff(state.failures, parts.retryMs, parts.random)));
}

/** Of requests that overlap, the longest pause counts. */
function pauseFor(parts: FeedParts, state: FeedState, ms: number): void {
  const now = parts.monotonicMs();
  state.pause = extendPause(state.pause, { since: now, until: now + ms }, now);
}

type FreshOutcome = Extract<UpstreamOutcome, { kind: 'fresh' }>;

/**
 * Turns a fresh body into data. A body without items does not replace one with items, and one with under half of them
 * only after others like it. A fault of the relay itself, such as a lack of memory, counts as an upstream failure: the next
 * request may succeed.
 */
async function applyResponse(
  parts: FeedParts,
  { data: before, shrunken }: FeedState,
  { bytes, etag, ...fresh }: FreshOutcome,
): Promise<FeedData | UpstreamFailure> {
  try {
    const summary = await parts.inspect(bytes);
    if ('kind' in summary) return summary;
    const { itemCount, updatedAt } = summary;
    if (itemCount === 0 && before && before.itemCount > 0) return { kind: 'failed', reason: 'emptied', status: 200 };
    if (before && isSuddenLoss(itemCount, before.itemCount, shrunken))
      return { kind: 'failed', reason: 'shrunken', status: 200 };
    const now = parts.now();
    const lastModified = Math.min(fresh.lastModified ?? updatedAt ?? now, now);
    const snapshot = await parts.createSnapshot({ bytes, lastModified }, before?.snapshot);
    return { snapshot, itemCount, confirmedAt: now, etag };
  } catch (error) {
    parts.reportProblem('an upstream answer could not be processed', errorCode(error));
    return { kind: 'failed', reason: 'internal' };
  }
}

async function storeData({ store, source }: FeedParts, data: FeedData, hasChanged: boolean): Promise<void> {
  const { bytes, lastModified } = data.snapshot;
  const stored: StoredSnapshot = { bytes, lastModified, etag: data.etag, confirmedAt: data.confirmedAt };
  await (hasChanged ? store.save(source, stored) : store.confirm(source, stored));
}
