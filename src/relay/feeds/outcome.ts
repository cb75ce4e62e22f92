import type { Bytes } from '#protocol/bytes.ts';
import type { FailureReason, failureReasons } from '#relay/feeds/failure-reasons.ts';
import type { Snapshot } from '#relay/feeds/snapshot.ts';
import type { ObservedPrices } from '#relay/history/observed-prices.ts';

/** The outcome of one upstream request. `date` is upstream's clock, ms since 1970. */
export type UpstreamOutcome =
  | {
      readonly kind: 'fresh';
      readonly bytes: Bytes;
      readonly etag?: string;
      readonly lastModified?: number;
      readonly date?: number;
    }
  | { readonly kind: 'unchanged'; readonly date?: number }
  | UpstreamFailure;

export interface UpstreamFailure {
  readonly kind: 'failed';
  readonly reason: FailureReason;
  readonly status?: number;
  /** The wait that `Retry-After` asks for, in ms, unbounded. */
  readonly retryAfterMs?: number;
}

export const failed = (reason: FailureReason, rest: Partial<UpstreamFailure> = {}): UpstreamFailure => ({
  kind: 'failed',
  reason,
  ...rest,
});

/** Upstream answered 200 with a body that is not taken. */
export const badBody = (reason: FailureReason): UpstreamFailure => failed(reason, { status: 200 });

/** Why a feed has no newer data. */
export interface FailureCause {
  readonly reason: keyof typeof failureReasons;
  readonly status?: number | undefined;
}

/** The fields of an outcome that a log may hold. */
export function describeOutcome(outcome: UpstreamOutcome): Record<string, string | number | undefined> {
  if (outcome.kind === 'fresh') return { outcome: 'fresh', bytes: outcome.bytes.length };
  if (outcome.kind === 'unchanged') return { outcome: 'unchanged' };
  return { outcome: outcome.reason, status: outcome.status, retryAfterMs: outcome.retryAfterMs };
}

/** The last good data of a feed. */
export interface FeedData {
  readonly snapshot: Snapshot;
  readonly itemCount: number;
  /** When upstream last confirmed the data, ms since 1970. */
  readonly confirmedAt: number;
  /** The upstream entity tag. */
  readonly etag: string | undefined;
  /** What upstream's `Date` said with that confirmation, ms since 1970. */
  readonly upstreamDate?: number | undefined;
  /** The prices that the history and the watch lists read; `undefined` for data that they do not use. */
  readonly prices?: ObservedPrices | undefined;
}

export interface FeedResult {
  readonly data: FeedData;
  /** `hit`: the data were there. `miss`: fetched for this request. `collapsed`: fetched for an earlier request. */
  readonly origin: 'hit' | 'miss' | 'collapsed';
  /** When the data stop being fresh, ms since 1970. */
  readonly freshUntil: number;
  readonly failure: FailureCause | undefined;
}

export class NoDataError extends Error {
  readonly failure: FailureCause;
  readonly retryAfterMs: number;

  constructor(failure: FailureCause, retryAfterMs: number) {
    super(failure.reason);
    this.failure = failure;
    this.retryAfterMs = retryAfterMs;
  }
}
