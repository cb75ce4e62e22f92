import { randomUUID } from 'node:crypto';
import { ageMs } from '#core/prices/age.ts';
import type { Bytes } from '#protocol/bytes.ts';
import { extendPause, type Pause } from '#protocol/rate-limiter.ts';
import type { BodySummary } from '#relay/feeds/body.ts';
import type { Budget, KeyLimits } from '#relay/feeds/key-limits.ts';
import type { FailureCause, FeedData, UpstreamFailure, UpstreamOutcome } from '#relay/feeds/outcome.ts';
import type { CreateSnapshot } from '#relay/feeds/snapshot.ts';
import type { RelayLimits } from '#relay/limits.ts';
import type { AnswerStore } from '#relay/store/answer-store.ts';
import type { SharedStore } from '#relay/store/shared-store.ts';

export interface FeedContext {
  readonly limits: RelayLimits;
  /** Where this relay meets others that use the same key; `undefined` where it has the key for itself. */
  readonly sharedStore?: SharedStore | undefined;
  /** `undefined` for samples, which are not stored. */
  readonly store: Pick<AnswerStore, 'load' | 'save' | 'isStalled'> | undefined;
  readonly createSnapshot: CreateSnapshot;
  readonly now: () => number;
  /** A monotonic clock in ms, for pauses: a change of the system's time must not lift the pace. */
  readonly monotonicMs: () => number;
  readonly random: () => number;
  /** Faults of the relay itself; `code` never quotes an error's message. */
  readonly reportProblem: (problem: string, code: string) => void;
  /** Aborts the requests in flight when the relay closes. */
  readonly signal: AbortSignal | undefined;
}

export interface UpstreamFeedDeps extends FeedContext {
  /** The name of the data, in the store too. */
  readonly source: string;
  readonly pollMs: number;
  /** The first wait after a failure, in ms. */
  readonly retryMs: number;
  readonly request: (etag: string | undefined) => Promise<UpstreamOutcome>;
  readonly inspect: (bytes: Bytes) => Promise<BodySummary | UpstreamFailure>;
  readonly keyLimits: KeyLimits;
  readonly budget: Budget;
  readonly reportOutcome: (outcome: UpstreamOutcome) => void;
  /** Told of data that upstream has just confirmed, changed or not, to this relay or to another one with the same key. */
  readonly onConfirmed: (data: FeedData) => void;
}

export type FeedState = ReturnType<typeof newFeedState>;

export const newFeedState = () => ({
  data: undefined as FeedData | undefined,
  /** When the data were confirmed, by the monotonic clock. */
  confirmedMs: 0,
  /** The reading of the stored answer; settles with it, or when clients have waited long enough. */
  loading: undefined as Promise<void> | undefined,
  /** Whether a failure of that reading has been reported. */
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

export function setData(deps: UpstreamFeedDeps, state: FeedState, data: FeedData): void {
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

/** Of several pauses, the longest counts. */
export function pauseFor(deps: UpstreamFeedDeps, state: FeedState, ms: number): void {
  const now = deps.monotonicMs();
  state.pause = extendPause(state.pause, { since: now, until: now + ms }, now);
}
