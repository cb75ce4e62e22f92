import type { FailureCause } from '#relay/upstream/outcome.ts';

/** A feed without data. */
export class NoDataError extends Error {
  readonly failure: FailureCause;
  readonly retryAfterMs: number;

  constructor(failure: FailureCause, retryAfterMs: number) {
    super(failure.reason);
    this.failure = failure;
    this.retryAfterMs = retryAfterMs;
  }
}
