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

export interface FeedContext extends Pick<RelayBase, 'limits' | 'now' | 'monotonicMs' | 'random' | 'reportProblem'> {
  /** Where this relay meets others that use the same key; `undefined` where it has the key for itself. */
  readonly sharedStore?: SharedStore | undefined;
  /** `undefined` for samples, which are not stored. */
  readonly store: Pick<AnswerStore, 'load' | 'save' | 'isStalled'> | undefined;
  readonly createSnapshot: CreateSnapshot;
  /** Aborts the requests in flight when the relay closes. */
  readonly signal: AbortSignal | undefined;
  readonly reportOutcome: (source: string, outcome: UpstreamOutcome) => void;
  /** Told of data that upstream has just confirmed, to this relay or to another one with the same key. */
  readonly onConfirmed?: ((source: string, data: FeedData) => void) | undefined;
}

export interface UpstreamFeedDeps extends FeedContext {
  readonly source: string;
  readonly pollMs: number;
  readonly retryMs: number;
  readonly request: (etag: string | undefined) => Promise<UpstreamOutcome>;
  readonly inspect: (bytes: Bytes) => Promise<BodySummary | UpstreamFailure>;
  readonly keyLimits: KeyLimits;
  readonly budget: Budget;
}

/** A feed at work: what it rests on, and its state. */
export type RunningFeed = ReturnType<typeof newFeed>;

export const newFeed = (deps: UpstreamFeedDeps) => ({
  ...deps,
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
  failures: 0,
  failure: undefined as FailureCause | undefined,
  /** Bodies refused as `fewer-items` since the last success. */
  fewerItems: 0,
});

function setData(feed: RunningFeed, data: FeedData): FeedData {
  feed.data = data;
  feed.confirmedMs = feed.monotonicMs() - ageMs(data.confirmedAt, feed.now());
  return data;
}

function confirm(feed: RunningFeed, data: FeedData): void {
  const { snapshot, etag, confirmedAt } = setData(feed, data);
  const { bytes, lastModified } = snapshot;
  feed.onConfirmed?.(feed.source, data);
  void feed.store?.save(feed.source, { bytes, lastModified, etag, confirmedAt });
}

/** The data. They do not become younger when the system's time is set back. */
export function getData({ now, monotonicMs, data, confirmedMs }: RunningFeed): FeedData | undefined {
  return data && { ...data, confirmedAt: Math.min(data.confirmedAt, now() - (monotonicMs() - confirmedMs)) };
}

export function pauseFor(feed: RunningFeed, ms: number): void {
  const now = feed.monotonicMs();
  feed.pause = extendPause(feed.pause, { since: now, until: now + ms }, now);
}

/** A disk that is late has not said that there is nothing; after a failure the next client's request asks it again. */
export async function loadStored(feed: RunningFeed): Promise<void> {
  try {
    const stored = await feed.store?.load(feed.source);
    const now = feed.now();
    const known = stored && withKnownAge(stored, now);
    if (!known || feed.data || !(await takeUp(feed, known))) return;
    pauseFor(feed, Math.max(0, Math.min(known.confirmedAt, now) + feed.pollMs - now));
  } catch (error) {
    if (!feed.isLoadLate) feed.reportProblem('a stored answer could not be read', errorCode(error));
    feed.isLoadLate = true;
    feed.loading = undefined;
  }
}

/** An answer of the future was confirmed by a clock that was ahead. It is as old as its prices, or younger. */
const withKnownAge = (stored: StoredAnswer, now: number): StoredAnswer =>
  stored.confirmedAt - now > priceLimits.clockSlackMs
    ? { ...stored, confirmedAt: Math.min(stored.lastModified, now) }
    : stored;

/** Makes a stored answer the feed's data, if its body fits. */
async function takeUp(feed: RunningFeed, stored: StoredAnswer): Promise<FeedData | undefined> {
  const { bytes, lastModified, etag } = stored;
  const summary = await feed.inspect(bytes);
  if ('kind' in summary) return undefined;
  const snapshot = await feed.createSnapshot({ bytes, lastModified }, feed.data?.snapshot);
  const confirmedAt = Math.min(stored.confirmedAt, feed.now());
  // Upstream may have answered meanwhile.
  if (feed.data && feed.data.confirmedAt >= confirmedAt) return undefined;
  const { itemCount, prices, cuts } = summary;
  return setData(feed, { snapshot, itemCount, confirmedAt, etag, prices, cuts });
}

/** `date` is the confirmation by the store's clock, the second one of a relay that did not ask upstream itself. */
export async function adoptShared(
  feed: RunningFeed,
  shared: Omit<StoredAnswer, 'bytes'> & { readonly version: string; readonly date: number },
  load: () => Promise<StoredAnswer['bytes'] | undefined>,
): Promise<void> {
  const before = feed.data;
  if (before && before.confirmedAt >= shared.confirmedAt) return;
  try {
    const isSame = before?.snapshot.id === shared.version;
    const bytes = isSame ? undefined : await load();
    const told = isSame
      ? { ...before, confirmedAt: shared.confirmedAt }
      : bytes && (await takeUp(feed, { ...shared, bytes }));
    if (told) confirm(feed, { ...told, upstreamDate: shared.date });
  } catch (error) {
    feed.reportProblem('a shared answer could not be taken up', errorCode(error));
  }
}

export async function runRequest(feed: RunningFeed): Promise<UpstreamOutcome> {
  const outcome = await feed.request(feed.data?.etag);
  const applied = outcome.kind === 'fresh' ? await applyResponse(feed, outcome) : outcome;
  const finalOutcome = 'snapshot' in applied ? outcome : applied;
  feed.keyLimits.recordOutcome(finalOutcome);
  if (finalOutcome.kind === 'failed') recordFailure(feed, finalOutcome);
  else recordSuccess(feed, finalOutcome.date, 'snapshot' in applied ? applied : feed.data);
  // Whoever ended the request knows.
  if (finalOutcome.kind !== 'failed' || finalOutcome.reason !== 'ended') feed.reportOutcome(feed.source, finalOutcome);
  return finalOutcome;
}

function recordSuccess(feed: RunningFeed, date: number | undefined, data: FeedData | undefined): void {
  feed.failures = 0;
  feed.failure = undefined;
  feed.fewerItems = 0;
  pauseFor(feed, feed.pollMs);
  if (data) confirm(feed, { ...data, confirmedAt: feed.now(), upstreamDate: date });
}

function recordFailure(feed: RunningFeed, failure: UpstreamFailure): void {
  feed.failures++;
  if (failure.reason === 'fewer-items') feed.fewerItems++;
  feed.failure = { reason: failure.reason, status: failure.status };
  const retryAfterMs = Math.min(failure.retryAfterMs ?? 0, feed.limits.maxRetryAfterMs);
  pauseFor(feed, Math.max(retryAfterMs, backoff(feed.failures, feed.retryMs, feed.random)));
}

/** The wait after the n-th failure in a row, in ms: `baseMs`, doubled up to five times, plus up to half of it at random. */
export function backoff(failures: number, baseMs: number, random: () => number): number {
  return baseMs * Math.min(2 ** (failures - 1), 5) * (1 + random() / 2);
}

/** No items never replace items, and under half of them only after others like it. Own faults count as upstream's. */
async function applyResponse(
  feed: RunningFeed,
  { bytes, etag, ...fresh }: Extract<UpstreamOutcome, { kind: 'fresh' }>,
): Promise<FeedData | UpstreamFailure> {
  const { data: before, fewerItems } = feed;
  try {
    const summary = await feed.inspect(bytes);
    if ('kind' in summary) return summary;
    const { itemCount, updatedAt, prices, cuts } = summary;
    if (itemCount === 0 && before && before.itemCount > 0) return badBody('no-items');
    if (before && isSuddenLoss(itemCount, before.itemCount, fewerItems)) return badBody('fewer-items');
    const now = feed.now();
    const lastModified = Math.min(fresh.lastModified ?? updatedAt ?? now, now);
    const snapshot = await feed.createSnapshot({ bytes, lastModified }, before?.snapshot);
    return { snapshot, itemCount, confirmedAt: now, etag, prices, cuts };
  } catch (error) {
    feed.reportProblem('an upstream answer could not be processed', errorCode(error));
    return failed('internal');
  }
}
