import type { FailureReason } from '#relay/feeds/failure-reasons.ts';
import type { UpstreamOutcome } from '#relay/feeds/outcome.ts';

/** The outcome of the last request to the price API. */
export interface UpstreamHealth {
  readonly record: (outcome: UpstreamOutcome) => void;
  /** `none` before the first request. */
  readonly lastOutcome: () => 'none' | 'ok' | FailureReason;
}

export function createUpstreamHealth(): UpstreamHealth {
  let lastOutcome: 'none' | 'ok' | FailureReason = 'none';
  return {
    record(outcome) {
      lastOutcome = outcome.kind === 'failed' ? outcome.reason : 'ok';
    },
    lastOutcome: () => lastOutcome,
  };
}
