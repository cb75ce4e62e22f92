import type { Bytes } from '#protocol/bytes.ts';
import type { FailureReason, failureReasons } from '#relay/feeds/failure-reasons.ts';

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
