import { randomUUID } from 'node:crypto';
import { ageMs } from '#core/prices/age.ts';
import { priceLimits } from '#core/prices/offer.ts';
import type { Bytes } from '#protocol/bytes.ts';
import { extendPause, type Pause } from '#protocol/rate-limiter.ts';
import { isSuddenLoss } from '#protocol/row-check.ts';
import type { RelayBase } from '#relay/base.ts';
import { errorCode } from '#relay/error-code.ts';
import type { BodySummary } from '#relay/feeds/body-thread.ts';
import type { Budget, KeyLimits } from '#relay/feeds/key-limits.ts';
import {
  badBody,
  type FailureCause,
  type FeedData,
  failed,
  type UpstreamFailure,
  type UpstreamOutcome,
} from '#relay/feeds/outcome.ts';
import type { CreateSnapshot } from '#relay/feeds/snapshot.ts';
import type { AnswerStore } from '#relay/store/answer-store.ts';
import type { StoredAnswer } from '#relay/store/answers.ts';
import type { SharedStore } from '#relay/store/shared-store.ts';

type Base = Pick<RelayBase, 'limits' | 'now' | 'monotonicMs' | 'random' | 'reportProblem'>;

export interface FeedContext extends Base {
  /** Where this relay meets others that use the same key; `undefined` where it has the key for itself. */
  readonly sharedStore?: SharedStore | undefined;
  /** `undefined` for samples, which are not stored. */
  readonly store: Pick<AnswerStore, 'load' | 'save' | 'isStalled'> | undefined;
  readonly createSnapshot: CreateSnapshot;
  /** Aborts the requests in flight when the relay closes. */
  readonly signal: AbortSignal | undefined;
}

export interface UpstreamFeedDeps extends FeedContext {
  readonly source: string;
  readonly pollMs: number;
  readonly retryMs: number;
  readonly request: (etag: string | undefined) => Promise<UpstreamOutcome>;
  readonly inspect: (bytes: Bytes) => Promise<BodySummary | UpstreamFailure>;
  readonly keyLimits: KeyLimits;
  readonly budget: Budget;
  readonly reportOutcome: (outcome: UpstreamOutcome) => void;
  readonly onConfirmed: (data: FeedData) => void;
}

export type FeedState = ReturnType<typeof newFeedState>;

export const newFeedState = () => ({
  data: undefined as FeedData | undefined,
  /** When the data were confirmed, by the monotonic clock. */
  confirmedMs: 0,
  /** The reading of the stored answer; settles with it, or when clients have waited long enough. */
  loading: undefined as Promise<void> | undefined,
  isLoadLate: false,
  /** The one request to upstream that may run; settles with it. */
  inFlight: undefined as Promise<void> | undefined,
  /** No upstream request before its end. */
  pause: { since: 0, until: 0 } as Pause,
  /** When the newest data that relays share were confirmed, by the clock of their store. */
  sharedAt: 0,
  /** Names this relay's next request to upstream among relays that share the key. */
  leaseId: randomUUID() as string,
  /** Ends the wait for another relay's answer. */
  wake: undefined as (() => void) | undefined,
  failures: 0,
  failure: undefined as FailureCause | undefined,
  /** Bodies refused as `fewer-items` since the last success. */
  fewerItems: 0,
});

function setData(deps: UpstreamFeedDeps, state: FeedState, data: FeedData): void {
  state.data = data;
  state.confirmedMs = deps.monotonicMs() - ageMs(data.confirmedAt, deps.now());
}

/** The data. They do not become younger when the system's time is set back. */
export function getData(
  { now, monotonicMs }: UpstreamFeedDeps,
  { data, confirmedMs }: FeedState,
): FeedData | undefined {
  return data && { ...data, confirmedAt: Math.min(data.confirmedAt, now() - (monotonicMs() - confirmedMs)) };
}

export function pauseFor(deps: UpstreamFeedDeps, state: FeedState, ms: number): void {
  const now = deps.monotonicMs();
  state.pause = extendPause(state.pause, { since: now, until: now + ms }, now);
}

/** A disk that is late has not said that there is nothing; after a failure the next client's request asks it again. */
export async function loadStored(deps: UpstreamFeedDeps, state: FeedState): Promise<void> {
  try {
    const stored = await deps.store?.load(deps.source);
    const now = deps.now();
    const known = stored && withKnownAge(stored, now);
    if (!known || state.data || !(await takeUp(deps, state, known))) return;
    pauseFor(deps, state, Math.max(0, Math.min(known.confirmedAt, now) + deps.pollMs - now));
  } catch (error) {
    if (!state.isLoadLate) deps.reportProblem('a stored answer could not be read', errorCode(error));
    state.isLoadLate = true;
    state.loading = undefined;
  }
}

/** An answer of the future was confirmed by a clock that was ahead. It is as old as its prices, or younger. */
const withKnownAge = (stored: StoredAnswer, now: number): StoredAnswer =>
  stored.confirmedAt - now > priceLimits.clockSlackMs
    ? { ...stored, confirmedAt: Math.min(stored.lastModified, now) }
    : stored;

/** Makes a stored answer the feed's data. Returns whether its body fits. */
async function takeUp(deps: UpstreamFeedDeps, state: FeedState, stored: StoredAnswer): Promise<boolean> {
  const { bytes, lastModified, etag } = stored;
  const summary = await deps.inspect(bytes);
  if ('kind' in summary) return false;
  const snapshot = await deps.createSnapshot({ bytes, lastModified }, state.data?.snapshot);
  const confirmedAt = Math.min(stored.confirmedAt, deps.now());
  // Upstream may have answered meanwhile.
  if (state.data && state.data.confirmedAt >= confirmedAt) return false;
  const { itemCount, prices, cuts } = summary;
  setData(deps, state, { snapshot, itemCount, confirmedAt, etag, prices, cuts });
  return true;
}

/** `date` is the confirmation by the store's clock, the second one of a relay that did not ask upstream itself. */
export async function adoptShared(
  deps: UpstreamFeedDeps,
  state: FeedState,
  shared: Omit<StoredAnswer, 'bytes'> & { readonly version: string; readonly date: number },
  load: () => Promise<StoredAnswer['bytes'] | undefined>,
): Promise<void> {
  const before = state.data;
  if (before && before.confirmedAt >= shared.confirmedAt) return;
  try {
    if (before?.snapshot.id === shared.version) {
      setData(deps, state, { ...before, confirmedAt: shared.confirmedAt });
    } else {
      const bytes = await load();
      if (!bytes || !(await takeUp(deps, state, { ...shared, bytes }))) return;
    }
    if (!state.data) return;
    state.data = { ...state.data, upstreamDate: shared.date };
    deps.onConfirmed(state.data);
    storeData(deps, state.data);
  } catch (error) {
    deps.reportProblem('a shared answer could not be taken up', errorCode(error));
  }
}

export async function runRequest(deps: UpstreamFeedDeps, state: FeedState): Promise<UpstreamOutcome> {
  const outcome = await deps.request(state.data?.etag);
  const applied = outcome.kind === 'fresh' ? await applyResponse(deps, state, outcome) : outcome;
  const finalOutcome = 'snapshot' in applied ? outcome : applied;
  deps.keyLimits.recordOutcome(finalOutcome);
  if (finalOutcome.kind === 'failed') recordFailure(deps, state, finalOutcome);
  else recordSuccess(deps, state, finalOutcome, 'snapshot' in applied ? applied : state.data);
  // Whoever ended the request knows.
  if (finalOutcome.kind !== 'failed' || finalOutcome.reason !== 'ended') deps.reportOutcome(finalOutcome);
  return finalOutcome;
}

function recordSuccess(
  deps: UpstreamFeedDeps,
  state: FeedState,
  { date }: Exclude<UpstreamOutcome, UpstreamFailure>,
  data: FeedData | undefined,
): void {
  state.failures = 0;
  state.failure = undefined;
  state.fewerItems = 0;
  pauseFor(deps, state, deps.pollMs);
  if (!data) return;
  const confirmed = { ...data, confirmedAt: deps.now(), upstreamDate: date };
  setData(deps, state, confirmed);
  deps.onConfirmed(confirmed);
  storeData(deps, confirmed);
}

function recordFailure(deps: UpstreamFeedDeps, state: FeedState, failure: UpstreamFailure): void {
  state.failures++;
  if (failure.reason === 'fewer-items') state.fewerItems++;
  state.failure = { reason: failure.reason, status: failure.status };
  const retryAfterMs = Math.min(failure.retryAfterMs ?? 0, deps.limits.maxRetryAfterMs);
  pauseFor(deps, state, Math.max(retryAfterMs, backoff(state.failures, deps.retryMs, deps.random)));
}

const maxGrowth = 5;

/** The wait after the n-th failure in a row, in ms: `baseMs`, doubled up to five times, plus up to half of it at random. */
export function backoff(failures: number, baseMs: number, random: () => number): number {
  const growth = Math.min(2 ** (failures - 1), maxGrowth);
  return baseMs * growth * (1 + random() / 2);
}

type FreshOutcome = Extract<UpstreamOutcome, { kind: 'fresh' }>;

/** No items never replace items, and under half of them only after others like it. Own faults count as upstream's. */
async function applyResponse(
  deps: UpstreamFeedDeps,
  { data: before, fewerItems }: FeedState,
  { bytes, etag, ...fresh }: FreshOutcome,
): Promise<FeedData | UpstreamFailure> {
  try {
    const summary = await deps.inspect(bytes);
    if ('kind' in summary) return summary;
    const { itemCount, updatedAt, prices, cuts } = summary;
    if (itemCount === 0 && before && before.itemCount > 0) return badBody('no-items');
    if (before && isSuddenLoss(itemCount, before.itemCount, fewerItems)) return badBody('fewer-items');
    const now = deps.now();
    const lastModified = Math.min(fresh.lastModified ?? updatedAt ?? now, now);
    const snapshot = await deps.createSnapshot({ bytes, lastModified }, before?.snapshot);
    return { snapshot, itemCount, confirmedAt: now, etag, prices, cuts };
  } catch (error) {
    deps.reportProblem('an upstream answer could not be processed', errorCode(error));
    return failed('internal');
  }
}

function storeData({ store, source }: UpstreamFeedDeps, { snapshot, etag, confirmedAt }: FeedData): void {
  const { bytes, lastModified } = snapshot;
  void store?.save(source, { bytes, lastModified, etag, confirmedAt });
}
