import type { FailureCause } from '#relay/feeds/outcome.ts';
import type { Snapshot } from '#relay/feeds/snapshot.ts';
import type { ObservedPrices } from '#relay/history/observed-prices.ts';

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
