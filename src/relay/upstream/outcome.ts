import type { Bytes } from '#protocol/bytes.ts';

/** Why an upstream request brought no data: a word for logs, metrics and `Cache-Status`. */
export const failureReasons = [
  'unreachable',
  'timeout',
  'broken-body',
  'too-large',
  'malformed',
  'emptied',
  'shrunken',
  'key-in-body',
  'redirect',
  'rate-limited',
  'unauthorized',
  'rejected',
  'status',
  'internal',
] as const;

export type FailureReason = (typeof failureReasons)[number];

export const isFailureReason = (text: string): text is FailureReason =>
  failureReasons.some((reason) => reason === text);

/** The outcome of one upstream request. */
export type UpstreamOutcome =
  | { readonly kind: 'fresh'; readonly bytes: Bytes; readonly etag?: string; readonly lastModified?: number }
  | { readonly kind: 'unchanged' }
  | UpstreamFailure;

export interface UpstreamFailure {
  readonly kind: 'failed';
  readonly reason: FailureReason;
  readonly status?: number;
  /** The wait that `Retry-After` asks for, in ms, unbounded. */
  readonly retryAfterMs?: number;
}

/**
 * Why a feed has no newer data. `budget`: the key's requests of this minute are used up. `store-away`: the store that
 * relays share does not answer, or has forgotten the last minute: nobody who does not know it asks upstream.
 */
export interface FailureCause {
  readonly reason: FailureReason | 'budget' | 'store-away';
  /** The status of the upstream response, if there was one. */
  readonly status?: number | undefined;
}

/** The fields of an outcome that a log may hold. */
export function describeOutcome(outcome: UpstreamOutcome): Record<string, string | number | undefined> {
  if (outcome.kind === 'fresh') return { outcome: 'fresh', bytes: outcome.bytes.length };
  if (outcome.kind === 'unchanged') return { outcome: 'unchanged' };
  return { outcome: outcome.reason, status: outcome.status, retryAfterMs: outcome.retryAfterMs };
}
