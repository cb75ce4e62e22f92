import { errorCode } from '#relay/error-code.ts';
import { isFailureReason } from '#relay/feeds/failure-reasons.ts';
import type { KeyLimits } from '#relay/feeds/key-limits.ts';
import type { RelayLimits } from '#relay/limits.ts';
import type { SharedKey, SharedStore } from '#relay/store/shared-store.ts';

/** The polling that relays with the same key share. */
export type SharedUpstream = ReturnType<typeof createSharedUpstream>;

/** One feed of relays that share a key: one of them at a time asks upstream. */
export interface SharedFeed {
  readonly upstream: SharedUpstream;
  /** Whose limits a request counts against; `none` for a source without a key. */
  readonly budget: 'none' | 'extension' | 'other';
}

export interface SharedUpstreamDeps {
  readonly store: SharedStore;
  readonly limits: Pick<RelayLimits, 'storeCheckMs'>;
  readonly keyLimits: KeyLimits;
  /** A monotonic clock in ms. */
  readonly monotonicMs: () => number;
  readonly reportProblem: (problem: string, code: string) => void;
  /** Aborted when the relay closes. */
  readonly signal: AbortSignal | undefined;
}

/** Checks the store again and again: a relay that has lost it asks nothing there until it answers. */
export function createSharedUpstream(deps: SharedUpstreamDeps) {
  const { store, keyLimits, limits, monotonicMs, reportProblem, signal } = deps;
  let isAway = false;
  const own = (): SharedKey['pause'] => {
    const ms = keyLimits.pauseRemainingMs(monotonicMs());
    return ms > 0 ? { reason: keyLimits.isKeyRefused() ? 'unauthorized' : 'rate-limited', ms } : undefined;
  };
  /** Takes up what the store knows of the key. */
  const follow = ({ pause, isRefused }: SharedKey): void => {
    const known = pause && isFailureReason(pause.reason) ? { reason: pause.reason, ms: pause.ms } : undefined;
    keyLimits.follow({ isRefused, pause: known }, monotonicMs());
  };
  const run = async <T>(work: (own: SharedKey['pause']) => Promise<T>): Promise<T | undefined> => {
    try {
      return await work(own());
    } catch (error) {
      if (!isAway && !signal?.aborted) reportProblem('the shared store does not answer', errorCode(error));
      isAway = true;
      return undefined;
    }
  };
  const check = async (): Promise<void> => {
    const key = await run(store.check);
    if (!key) return;
    follow(key);
    if (isAway) reportProblem('the shared store answers again', 'ok');
    isAway = false;
  };
  void check();
  const timer = setInterval(check, limits.storeCheckMs);
  signal?.addEventListener('abort', () => clearInterval(timer));
  return {
    store,
    /** Whether the store does not answer. Then this relay does not ask upstream. */
    isAway: () => isAway,
    follow,
    /** Runs work on the store with the pause that this relay knows of; `undefined` while the store is away. */
    attempt: async <T>(work: (own: SharedKey['pause']) => Promise<T>) => (isAway ? undefined : run(work)),
  };
}
