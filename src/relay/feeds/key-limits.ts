import { minuteMs } from '#core/prices/age.ts';
import { createRateLimiter, extendPause, type Pause, type RateLimiter, remainingMs } from '#protocol/rate-limiter.ts';
import type { KeyMemory, KeyUse } from '#relay/feeds/key-memory.ts';
import type { FailureReason, UpstreamOutcome } from '#relay/feeds/outcome.ts';
import type { RelayLimits } from '#relay/limits.ts';

export interface KeyBlock {
  readonly reason: FailureReason;
  readonly remainingMs: number;
}

export interface UpstreamShare {
  /** Tells clients apart; it is no secret. */
  readonly id: string;
  readonly perMinute: number;
  readonly limiter: RateLimiter;
}

export const createUpstreamShare = (id: string, perMinute: number): UpstreamShare => ({
  id,
  perMinute,
  limiter: createRateLimiter(perMinute, minuteMs),
});

/** For these the price API makes the whole key wait. */
type PauseReason = 'rate-limited' | 'unauthorized';

/** What an outcome means for every feed of the key: a pause in ms, or that the key is accepted. */
export interface KeyEffect {
  readonly isRefused: boolean | undefined;
  readonly pause?: { readonly reason: PauseReason; readonly ms: number } | undefined;
}

/** Which part of the key's requests a feed may use; `none` for a source without a key. */
export type Budget = 'none' | 'extension' | 'other';

export type KeyLimits = ReturnType<typeof createKeyLimits>;

/** The pause after a 429 without a readable `Retry-After`, in ms. */
const defaultPauseMs = minuteMs;

/** The extension's feeds may use the whole budget, others a part of it, and each client a share of that part. */
export function createKeyLimits(limits: RelayLimits, monotonicMs: () => number, memory?: KeyMemory) {
  let pause: Pause & { readonly reason: PauseReason } = { since: 0, until: 0, reason: 'rate-limited' };
  let isRefused = false;
  const all = createRateLimiter(limits.upstreamPerMinute, minuteMs);
  const others = createRateLimiter(limits.otherUpstreamPerMinute, minuteMs);
  const pauseRemainingMs = (): number => remainingMs(pause, monotonicMs());
  const save = (): void =>
    memory?.save(() => ({
      all: limits.upstreamPerMinute - all.remaining(monotonicMs()),
      others: limits.otherUpstreamPerMinute - others.remaining(monotonicMs()),
      ...(pauseRemainingMs() > 0 && { pause: { reason: pause.reason, ms: pauseRemainingMs() } }),
      isRefused,
    }));
  const follow = ({ isRefused: isRefusedNow, pause: next }: KeyEffect): void => {
    const now = monotonicMs();
    isRefused = isRefusedNow ?? isRefused;
    // Nobody makes this relay wait longer than upstream itself may.
    const ms = Math.min(next?.ms ?? 0, limits.maxRetryAfterMs);
    if (next) pause = extendPause(pause, { since: now, until: now + ms, reason: next.reason }, now);
  };
  /** The requests of an earlier process count as made now. */
  const takeUp = (known: KeyUse): void => {
    for (let at = 0; at < known.all; at++) all.take(monotonicMs());
    for (let at = 0; at < known.others; at++) others.take(monotonicMs());
    follow({ ...known, isRefused: known.isRefused || isRefused });
  };
  return {
    recordOutcome(outcome: UpstreamOutcome): void {
      const effect = keyEffect(outcome, limits);
      const isNew = effect.pause !== undefined || (effect.isRefused ?? isRefused) !== isRefused;
      follow(effect);
      if (isNew) save();
    },
    follow,
    restore: async () => memory?.restore(takeUp),
    pauseRemainingMs,
    isKeyRefused: () => isRefused,
    /** Counts a request, or says why there is none. A client's share holds for feeds other than the extension's. */
    acquire(budget: Budget, share?: UpstreamShare): KeyBlock | undefined {
      const now = monotonicMs();
      if (pauseRemainingMs() > 0) return { reason: pause.reason, remainingMs: pauseRemainingMs() };
      const limiters = budget === 'other' ? [all, others, ...(share ? [share.limiter] : [])] : [all];
      const waitMs = Math.max(...limiters.map((limiter) => limiter.waitMs(now)));
      if (waitMs > 0) return { reason: 'budget', remainingMs: waitMs };
      for (const limiter of limiters) limiter.take(now);
      save();
      return undefined;
    },
  };
}

export function keyEffect(outcome: UpstreamOutcome, limits: RelayLimits): KeyEffect {
  if (outcome.kind !== 'failed') return { isRefused: false, pause: undefined };
  if (outcome.reason === 'unauthorized') {
    return { isRefused: true, pause: { reason: 'unauthorized', ms: limits.refusedKeyPauseMs } };
  }
  if (outcome.reason !== 'rate-limited') return { isRefused: undefined, pause: undefined };
  const ms = Math.min(outcome.retryAfterMs ?? defaultPauseMs, limits.maxRetryAfterMs);
  return { isRefused: undefined, pause: { reason: 'rate-limited', ms } };
}

export const noKeyLimits: KeyLimits = {
  acquire: () => undefined,
  recordOutcome: () => undefined,
  pauseRemainingMs: () => 0,
  isKeyRefused: () => false,
  follow: () => undefined,
  restore: () => Promise.resolve(),
};
