import { atMost } from '#core/asks/concurrency.ts';
import { minuteMs } from '#core/prices/age.ts';
import { createRateLimiter, extendPause, type Pause, type RateLimiter, remainingMs } from '#protocol/rate-limiter.ts';
import type { KeyMemory, KeyUse } from '#relay/feeds/key-memory.ts';
import type { FailureReason, UpstreamOutcome } from '#relay/feeds/outcome.ts';
import type { RelayLimits } from '#relay/limits.ts';

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

/** The limits that all feeds of one API key share: its budget, its pauses, whether it is refused. */
export type KeyLimits = ReturnType<typeof createKeyLimits>;

/** The pause after a 429 without a readable `Retry-After`, in ms. */
const defaultPauseMs = minuteMs;

interface MadeRequest {
  readonly at: number;
  readonly isOther: boolean;
}

/** The wait until one more request is within a limit of any minute, in ms. `made`: those of the last one, oldest first. */
const waitFor = (limit: number, made: readonly MadeRequest[], now: number): number =>
  made.length < limit ? 0 : (made[made.length - limit]?.at ?? now) + minuteMs - now;

/**
 * Limits as src/protocol/price-api.md has them ("Limits" and "Errors"): of the extension's feeds, which may use the whole
 * budget, and of all others, which may use a part of it, and each client a share of that part.
 * @param memory what outlives the process; without it the key starts without a pause
 * @param monotonicMs the clock of every `now`
 */
export function createKeyLimits(limits: RelayLimits, memory?: KeyMemory, monotonicMs: () => number = () => 0) {
  let pause: Pause & { readonly reason: PauseReason } = { since: 0, until: 0, reason: 'rate-limited' };
  let [isRefused, made]: [boolean, readonly MadeRequest[]] = [false, []];
  const use = (): KeyUse => {
    const now = monotonicMs();
    const ms = remainingMs(pause, now);
    return {
      requests: made.map(({ at, isOther }) => ({ agoMs: now - at, isOther })),
      ...(ms > 0 && { pause: { reason: pause.reason, ms } }),
      isRefused,
    };
  };
  /** Takes up what another relay learned of the key. */
  const follow = ({ isRefused: isRefusedNow, pause: next }: KeyEffect, now: number): void => {
    isRefused = isRefusedNow ?? isRefused;
    // Nobody makes this relay wait longer than upstream itself may.
    const ms = Math.min(next?.ms ?? 0, limits.maxRetryAfterMs);
    if (next) pause = extendPause(pause, { since: now, until: now + ms, reason: next.reason }, now);
  };
  const { restore, save } = rememberKey(memory, limits.diskTimeoutMs, use, (known) => {
    const now = monotonicMs();
    const before = known.requests.map(({ agoMs, isOther }) => ({ at: now - agoMs, isOther }));
    made = [...before, ...made].sort((one, other) => one.at - other.at);
    follow({ ...known, isRefused: known.isRefused || isRefused }, now);
  });
  return {
    /** Pauses the key after an upstream 429 or 401. */
    recordOutcome(outcome: UpstreamOutcome, now: number): void {
      const effect = keyEffect(outcome, limits);
      const isNew = effect.pause !== undefined || (effect.isRefused ?? isRefused) !== isRefused;
      follow(effect, now);
      if (isNew) save();
    },
    follow,
    /** Settles when what an earlier process knew of the key is taken up, or the disk does not say. */
    restore,
    pauseRemainingMs: (now: number) => remainingMs(pause, now),
    /** Whether upstream refused the key and has not accepted it since. */
    isKeyRefused: () => isRefused,
    /**
     * Counts one request if it is allowed and returns `undefined`, else why it is not.
     * @param share the client's own limit, which holds for feeds other than the extension's
     */
    acquire(now: number, budget: Budget, share?: UpstreamShare): KeyBlock | undefined {
      if (remainingMs(pause, now) > 0) return { reason: pause.reason, remainingMs: remainingMs(pause, now) };
      made = made.filter(({ at }) => now - at < minuteMs);
      const isOther = budget === 'other';
      const ofOthers = isOther ? made.filter((request) => request.isOther) : [];
      const limiter = isOther ? share?.limiter : undefined;
      const waits = [
        waitFor(limits.upstreamPerMinute, made, now),
        waitFor(limits.otherUpstreamPerMinute, ofOthers, now),
      ];
      const waitMs = Math.max(...waits, limiter?.waitMs(now) ?? 0);
      if (waitMs > 0) return { reason: 'budget', remainingMs: waitMs };
      limiter?.take(now);
      made = [...made, { at: now, isOther }];
      save();
      return undefined;
    },
  };
}

/** Takes up what an earlier process knew of the key, and saves what this one knows. */
function rememberKey(
  memory: KeyMemory | undefined,
  waitMs: number,
  use: () => KeyUse,
  takeUp: (known: KeyUse) => void,
) {
  let restoring: Promise<void> | undefined;
  /** Until the earlier use is known, nothing may be written over it. */
  let isKnown = false;
  const load = async (): Promise<void> => {
    try {
      const known = await memory?.load();
      isKnown = true;
      if (known) takeUp(known);
    } catch {
      // The disk has not said that there is nothing: the next request asks it again.
      restoring = undefined;
    }
  };
  return {
    restore(): Promise<void> {
      restoring ??= atMost(load(), waitMs);
      return restoring;
    },
    save(): void {
      if (isKnown) memory?.save(use);
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

export const noKeyLimits: KeyLimits = {
  acquire: () => undefined,
  recordOutcome: () => undefined,
  pauseRemainingMs: () => 0,
  isKeyRefused: () => false,
  follow: () => undefined,
  restore: () => Promise.resolve(),
};
