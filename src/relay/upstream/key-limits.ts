import { createRateLimiter, extendPause, type Pause, type RateLimiter, remainingMs } from '#protocol/rate-limiter.ts';
import type { RelayLimits } from '#relay/limits.ts';
import type { FailureReason, UpstreamOutcome } from '#relay/upstream/outcome.ts';

/** Why the key may not be used now, and for how long. */
export interface KeyBlock {
  readonly reason: FailureReason | 'budget';
  readonly remainingMs: number;
}

/** The limits that all feeds of one API key share: its budget, its pauses, whether it is refused. */
export interface KeyLimits {
  /** Counts one request if it is allowed and returns `undefined`, else why it is not. `share`: the client's own limit. */
  readonly acquire: (now: number, share?: RateLimiter) => KeyBlock | undefined;
  /** Pauses the key after an upstream 429 or 401. */
  readonly recordOutcome: (outcome: UpstreamOutcome, now: number) => void;
  /** How long the pause still lasts, in ms. */
  readonly pauseRemainingMs: (now: number) => number;
  /** Whether upstream refused the key and has not accepted it since. */
  readonly isKeyRefused: () => boolean;
}

/** The limits of the extension's feeds, which may use the whole budget. */
interface AllKeyLimits extends KeyLimits {
  /** The limits of all other feeds, which may use a part of the budget, and each client a share of that part. */
  readonly others: KeyLimits;
}

/** The pause after a 429 without a readable `Retry-After`, in ms. */
const defaultPauseMs = 60_000;

/** Starts without a pause (src/protocol/price-api.md, "Limits" and "Errors"). */
export function createKeyLimits(limits: RelayLimits): AllKeyLimits {
  const perMinute = (limit: number) => createRateLimiter(limit, 60_000);
  const budget = perMinute(limits.upstreamPerMinute);
  const ofOthers = perMinute(limits.otherUpstreamPerMinute);
  let pause: Pause & { reason: FailureReason } = { since: 0, until: 0, reason: 'rate-limited' };
  let isRefused = false;
  const pauseFor = (reason: FailureReason, ms: number, now: number) => {
    pause = extendPause(pause, { since: now, until: now + ms, reason }, now);
  };
  const acquireFrom = (limiters: readonly RateLimiter[], now: number): KeyBlock | undefined => {
    const pausedMs = remainingMs(pause, now);
    if (pausedMs > 0) return { reason: pause.reason, remainingMs: pausedMs };
    const waitMs = Math.max(...limiters.map((limiter) => limiter.waitMs(now)));
    if (waitMs > 0) return { reason: 'budget', remainingMs: waitMs };
    for (const limiter of limiters) limiter.take(now);
    return undefined;
  };
  const common: Omit<KeyLimits, 'acquire'> = {
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
  return {
    ...common,
    acquire: (now) => acquireFrom([budget], now),
    others: {
      ...common,
      acquire: (now, share) => acquireFrom([budget, ofOthers, ...(share ? [share] : [])], now),
    },
  };
}

/** For a source without a key. */
export const noKeyLimits: KeyLimits = {
  acquire: () => undefined,
  recordOutcome: () => undefined,
  pauseRemainingMs: () => 0,
  isKeyRefused: () => false,
};
