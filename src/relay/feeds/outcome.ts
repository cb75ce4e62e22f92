import type { Bytes } from '#protocol/bytes.ts';
import type { PageTextKey } from '#relay/admin/texts.ts';
import type { PriceCuts } from '#relay/feeds/price-cuts.ts';
import type { Snapshot } from '#relay/feeds/snapshot.ts';
import type { ObservedPrices } from '#relay/history/observed-prices.ts';

interface Reason {
  /** Of an answer without data; 503 unless named. */
  readonly status?: 400 | 429 | 502;
  /** Follows the name of the upstream in such an answer. */
  readonly words: string;
  readonly text: PageTextKey;
  /** The sentence of the test of a key, where it says something else. */
  readonly test?: PageTextKey;
  /** Whether it says nothing against the key and the address, so that they may be saved. */
  readonly mayPass?: true;
}

/** Why a feed has no newer data. The names stand in the log, the metrics, `/healthz` and `Cache-Status`. */
const reasons = {
  unreachable: { words: 'cannot be reached', text: 'failUnreachable', mayPass: true },
  timeout: { words: 'did not answer in time', text: 'failTimeout', mayPass: true },
  'broken-body': { words: 'broke off or garbled its answer', text: 'failUndecodable' },
  'too-large': { words: 'answered more than the relay takes', text: 'failTooLarge' },
  malformed: { words: 'answered something of another shape', text: 'failNotApi' },
  'no-items': { words: 'answered without any item', text: 'failNoData', mayPass: true },
  'fewer-items': { words: 'answered with less than half of the items', text: 'codeFewerItems' },
  'key-in-body': { words: 'answered something that may not be passed on', text: 'failQuotesKey' },
  /** Its prices may be made up, and are of an age that is unknown. */
  relay: { status: 502, words: 'is a relay', text: 'failRelay' },
  redirect: { words: 'redirects, which the relay refuses', text: 'codeRedirect' },
  'rate-limited': { words: 'asks for a pause', text: 'codeLimit', test: 'failLimit', mayPass: true },
  unauthorized: { status: 502, words: "refused the relay's key", text: 'failRefused' },
  plan: { words: "does not let the relay's key read prices", text: 'failPlan' },
  rejected: { status: 400, words: 'rejects this query', text: 'codeRejected', test: 'failNotApi' },
  unavailable: { words: 'has none at the moment', text: 'failNoData', mayPass: true },
  'server-error': { words: 'has an error of its own', text: 'failServer', mayPass: true },
  status: { words: 'answered with a status that has no meaning here', text: 'failNotApi' },
  /** The relay has closed, or uses another key. */
  ended: { words: 'is no longer asked with this key', text: 'codeOther' },
  internal: { words: "answered what the relay's own fault lost", text: 'codeOther' },
  budget: {
    status: 429,
    words: 'gets too many different queries: try again later',
    text: 'codeBudget',
    test: 'failTests',
  },
  /** The store that relays share does not answer, or has forgotten the last minute: nobody who does not know it asks upstream. */
  'store-away': { words: 'is not asked while the store that relays share is away', text: 'codeStoreAway' },
} as const satisfies Readonly<Record<string, Reason>>;

export type FailureReason = keyof typeof reasons;

/** One table for answers, log, metrics, the test of a key and the status page. */
export const failureReasons: Readonly<Record<FailureReason, Reason>> = reasons;

export const isFailureReason = (name: unknown): name is FailureReason =>
  typeof name === 'string' && Object.hasOwn(reasons, name);

/** What a status of upstream means, other than 200, 304 and redirects (src/protocol/price-api.md, "Errors"). */
export function reasonOfStatus(status: number): FailureReason {
  if (status === 400) return 'rejected';
  if (status === 401) return 'unauthorized';
  if (status === 402 || status === 403) return 'plan';
  if (status === 429) return 'rate-limited';
  if (status === 503) return 'unavailable';
  return status >= 500 ? 'server-error' : 'status';
}

export type UpstreamOutcome =
  | {
      readonly kind: 'fresh';
      readonly bytes: Bytes;
      readonly etag?: string | undefined;
      readonly lastModified?: number | undefined;
      readonly date?: number | undefined;
    }
  | { readonly kind: 'unchanged'; readonly date?: number | undefined }
  | UpstreamFailure;

export interface UpstreamFailure extends FailureCause {
  readonly kind: 'failed';
  /** The wait that `Retry-After` asks for, in ms, unbounded. */
  readonly retryAfterMs?: number | undefined;
}

export const failed = (reason: FailureReason, rest: Partial<UpstreamFailure> = {}): UpstreamFailure => ({
  kind: 'failed',
  reason,
  ...rest,
});

/** Upstream answered 200 with a body that is not taken. */
export const badBody = (reason: FailureReason): UpstreamFailure => failed(reason, { status: 200 });

export interface FailureCause {
  readonly reason: FailureReason;
  readonly status?: number | undefined;
}

export function describeOutcome(outcome: UpstreamOutcome): Record<string, string | number | undefined> {
  if (outcome.kind === 'fresh') return { outcome: 'fresh', bytes: outcome.bytes.length };
  if (outcome.kind === 'unchanged') return { outcome: 'unchanged' };
  return { outcome: outcome.reason, status: outcome.status, retryAfterMs: outcome.retryAfterMs };
}

export interface FeedData {
  readonly snapshot: Snapshot;
  readonly itemCount: number;
  readonly confirmedAt: number;
  readonly etag: string | undefined;
  readonly upstreamDate?: number | undefined;
  /** The prices that the history and the watch lists read; `undefined` for data that they do not use. */
  readonly prices?: ObservedPrices | undefined;
  /** By what a body of markets is cut. */
  readonly cuts?: PriceCuts | undefined;
}

export interface FeedResult {
  readonly data: FeedData;
  /** `hit`: the data were there. `miss`: fetched for this request. `collapsed`: fetched for an earlier request. */
  readonly origin: 'hit' | 'miss' | 'collapsed';
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
