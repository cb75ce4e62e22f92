import { createRateLimiter, extendPause, type Pause, type RateLimiter, remainingMs } from '#protocol/rate-limiter.ts';
import type { FailureReason } from '#relay/feeds/failure-reasons.ts';
import type { KeyMemory, KeyUse } from '#relay/feeds/key-memory.ts';
import type { UpstreamOutcome } from '#relay/feeds/outcome.ts';
import type { RelayLimits } from '#relay/limits.ts';

/** Why the key may not be used now, and for how long. */
export interface KeyBlock {
  readonly reason: FailureReason | 'budget';
  readonly remainingMs: number;
}

/** One client's own part of the requests to upstream. */
export interface UpstreamShare {
  /** Tells clients apart; it is no secret. */
  readonly id: string;
  readonly perMinute: number;
  readonly limiter: RateLimiter;
}

export const createUpstreamShare = (id: string, perMinute: number): UpstreamShare => ({
  id,
  perMinute,
  limiter: createRateLimiter(perMinute, 60_000),
});

/** What an outcome means for every feed of the key: a pause in ms, or that the key is accepted. */
export interface KeyEffect {
  readonly isRefused: boolean | undefined;
  readonly pause: { readonly reason: FailureReason; readonly ms: number } | undefined;
}

/** The limits that all feeds of one API key share: its budget, its pauses, whether it is refused. */
export interface KeyLimits {
  /** Counts one request if it is allowed and returns `undefined`, else why it is not. `share`: the client's own limit. */
  readonly acquire: (now: number, share?: UpstreamShare) => KeyBlock | undefined;
  /** Pauses the key after an upstream 429 or 401. */
  readonly recordOutcome: (outcome: UpstreamOutcome, now: number) => void;
  /** How long the pause still lasts, in ms. */
  readonly pauseRemainingMs: (now: number) => number;
  /** Whether upstream refused the key and has not accepted it since. */
  readonly isKeyRefused: () => boolean;
  /** Takes up what another relay learned of the key. */
  readonly follow: (effect: KeyEffect, now: number) => void;
  /** Settles when what an earlier process knew of the key is taken up. Nothing may be asked before. */
  readonly restored: Promise<void>;
}

/** The limits of the extension's feeds, which may use the whole budget. */
interface AllKeyLimits extends KeyLimits {
  /** The limits of all other feeds, which may use a part of the budget, and each client a share of that part. */
  readonly others: KeyLimits;
}

/** The pause after a 429 without a readable `Retry-After`, in ms. */
const defaultPauseMs = 60_000;

const minute = 60_000;

interface MadeRequest {
  readonly at: number;
  readonly isOther: boolean;
}

interface KeyState {
  /** Of the last minute. */
  readonly made: readonly MadeRequest[];
  readonly pause: Pause & { readonly reason: FailureReason };
  readonly isRefused: boolean;
}

function toUse({ made, pause, isRefused }: KeyState, now: number): KeyUse {
  const ms = remainingMs(pause, now);
  return {
    requests: made.map(({ at, isOther }) => ({ agoMs: now - at, isOther })),
    ...(ms > 0 && { pause: { reason: pause.reason, ms } }),
    isRefused,
  };
}

/**
 * Limits as src/protocol/price-api.md has them ("Limits" and "Errors").
 * @param memory what outlives the process; without it the key starts without a pause
 * @param monotonicMs the clock of every `now`
 */
export function createKeyLimits(
  limits: RelayLimits,
  memory?: KeyMemory,
  monotonicMs: () => number = () => 0,
): AllKeyLimits {
  const perMinute = (limit: number) => createRateLimiter(limit, minute);
  const budget = perMinute(limits.upstreamPerMinute);
  const ofOthers = perMinute(limits.otherUpstreamPerMinute);
  let pause: KeyState['pause'] = { since: 0, until: 0, reason: 'rate-limited' };
  let isRefused = false;
  let made: readonly MadeRequest[] = [];
  const use = (): KeyUse => toUse({ made, pause, isRefused }, monotonicMs());
  const pauseFor = (reason: FailureReason, ms: number, now: number) => {
    pause = extendPause(pause, { since: now, until: now + ms, reason }, now);
  };
  const count = (limiters: readonly RateLimiter[], isOther: boolean, at: number, now: number): void => {
    for (const limiter of limiters) limiter.take(at);
    made = [...made.filter((request) => now - request.at < minute), { at, isOther }];
  };
  const acquireFrom = (limiters: readonly RateLimiter[], isOther: boolean, now: number): KeyBlock | undefined => {
    const pausedMs = remainingMs(pause, now);
    if (pausedMs > 0) return { reason: pause.reason, remainingMs: pausedMs };
    const waitMs = Math.max(...limiters.map((limiter) => limiter.waitMs(now)));
    if (waitMs > 0) return { reason: 'budget', remainingMs: waitMs };
    count(limiters, isOther, now, now);
    memory?.save(use);
    return undefined;
  };
  const follow = ({ isRefused: isRefusedNow, pause: next }: KeyEffect, now: number): void => {
    isRefused = isRefusedNow ?? isRefused;
    if (next) pauseFor(next.reason, next.ms, now);
  };
  const restore = async (): Promise<void> => {
    const known = await memory?.load();
    if (!known) return;
    const now = monotonicMs();
    for (const { agoMs, isOther } of known.requests.toSorted((one, other) => other.agoMs - one.agoMs)) {
      count(isOther ? [budget, ofOthers] : [budget], isOther, now - agoMs, now);
    }
    follow({ isRefused: known.isRefused, pause: known.pause }, now);
  };
  const common: Omit<KeyLimits, 'acquire'> = {
    recordOutcome(outcome, now) {
      const effect = keyEffect(outcome, limits);
      const isNew = effect.pause !== undefined || (effect.isRefused ?? isRefused) !== isRefused;
      follow(effect, now);
      if (isNew) memory?.save(use);
    },
    follow,
    restored: restore(),
    pauseRemainingMs: (now) => remainingMs(pause, now),
    isKeyRefused: () => isRefused,
  };
  return {
    ...common,
    acquire: (now) => acquireFrom([budget], false, now),
    others: {
      ...common,
      acquire: (now, share) => acquireFrom([budget, ofOthers, ...(share ? [share.limiter] : [])], true, now),
    },
  };
}

/** What the key's other feeds have to do after an outcome (src/protocol/price-api.md, "Limits" and "Errors"). */
export function keyEffect(outcome: UpstreamOutcome, limits: RelayLimits): KeyEffect {
  if (outcome.kind !== 'failed') return { isRefused: false, pause: undefined };
  if (outcome.reason === 'unauthorized') {
    return { isRefused: true, pause: { reason: 'unauthorized', ms: limits.refusedKeyPauseMs } };
  }
  if (outcome.reason !== 'rate-limited') return { isRefused: undefined, pause: undefined };
  const ms = Math.min(outcome.retryAfterMs ?? defaultPauseMs, limits.maxRetryAfterMs);
  return { isRefused: undefined, pause: { reason: 'rate-limited', ms } };
}

/** For a source without a key. */
export const noKeyLimits: KeyLimits = {
  acquire: () => undefined,
  recordOutcome: () => undefined,
  pauseRemainingMs: () => 0,
  isKeyRefused: () => false,
  follow: () => undefined,
  restored: Promise.resolve(),
};
