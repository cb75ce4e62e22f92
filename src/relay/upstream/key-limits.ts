import { createRateLimiter, extendPause, type Pause, remainingMs } from '#protocol/rate-limiter.ts';
import type { RelayLimits } from '#relay/limits.ts';
import type { FailureReason, UpstreamOutcome } from '#relay/upstream/outcome.ts';

/** Why the key may not be used now, and for how long. */
export interface KeyBlock {
  readonly reason: FailureReason | 'budget';
  readonly remainingMs: number;
}

/** The limits that all feeds of one API key share: its budget, its pauses, whether it is refused. */
export interface KeyLimits {
  /** Counts one request if it is allowed and returns `undefined`, else why it is not. */
  readonly acquire: (now: number) => KeyBlock | undefined;
  /** Pauses the key after an upstream 429 or 401. */
  readonly recordOutcome: (outcome: UpstreamOutcome, now: number) => void;
  /** How long the pause still lasts, in ms. */
  readonly pauseRemainingMs: (now: number) => number;
  /** Whether upstream refused the key and has not accepted it since. */
  readonly isKeyRefused: () => boolean;
}

/** The pause after a 429 without a readable `Retry-After`, in ms. */
const defaultPauseMs = 60_000;

/** Starts without a pause (src/protocol/price-api.md, "Limits" and "Errors"). */
export function createKeyLimits(limits: RelayLimits): KeyLimits {
  const budget = createRateLimiter(limits.upstreamPerMinute, 60_000);
  let pause: Pause & { reason: FailureReason } = { since: 0, until: 0, reason: 'rate-limited' };
  let isRefused = false;
  const pauseFor = (reason: FailureReason, ms: number, now: number) => {
    pause = extendPause(pause, { since: now, until: now + ms, reason }, now);
  };
  return {
    acquire(now) {
      const pausedMs = remainingMs(pause, now);
      if (pausedMs > 0) return { reason: pause.reason, remainingMs: pausedMs };
      const waitMs = budget.take(now);
      return waitMs > 0 ? { reason: 'budget', remainingMs: waitMs } : undefined;
    },
    recordOutcome(outcome, now) {
      if (outcome.kind !== 'failed') {
        isRefused = false;
      } else if (outcome.reason === 'unauthorized') {
        isRefused = true;
        pauseFor('unauthorized', limits.refusedKeyPauseMs, now);
      } else if (outcome.reason === 'rate-limited') {
        pauseFor('rate-limited', Math.min(outcome.retryAfterMs ?? defaultPauseMs, limits.maxRetryAfterMs), now);
      }
    },
    pauseRemainingMs: (now) => remainingMs(pause, now),
    isKeyRefused: () => isRefused,
  };
}

/** For a source without a key. */
export const noKeyLimits: KeyLimits = {
  acquire: () => undefined,
  recordOutcome: () => undefined,
  pauseRemainingMs: () => 0,
  isKeyRefused: () => false,
};
