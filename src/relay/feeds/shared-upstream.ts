import { errorCode } from '#relay/error-code.ts';
import { isFailureReason } from '#relay/feeds/failure-reasons.ts';
import type { KeyLimits } from '#relay/feeds/key-limits.ts';
import type { RelayLimits } from '#relay/limits.ts';
import type { LeaseRequest, SharedStore, StoreAnswer } from '#relay/store/shared-store.ts';

export type SharedUpstream = ReturnType<typeof createSharedUpstream>;

interface SharedUpstreamDeps {
  readonly store: SharedStore;
  readonly limits: Pick<RelayLimits, 'storeCheckMs'>;
  readonly keyLimits: Pick<KeyLimits, 'follow'>;
  readonly monotonicMs: () => number;
  readonly reportProblem: (problem: string, code: string) => void;
  readonly signal: AbortSignal | undefined;
}

/** Checks the store again and again: a relay that has lost it asks nothing there until it answers. */
export function createSharedUpstream(deps: SharedUpstreamDeps) {
  const { store, keyLimits, limits, monotonicMs, reportProblem, signal } = deps;
  let isAway = false;
  const run = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (!isAway && !signal?.aborted) reportProblem('the shared store does not answer', errorCode(error));
      isAway = true;
      return undefined;
    }
  };
  /** Takes up what the store knows of the key. */
  const ask = async (request?: LeaseRequest): Promise<StoreAnswer | undefined> => {
    const answer = await run(() => store.ask(request));
    const { isRefused, pause } = answer ?? {};
    const known = pause && isFailureReason(pause.reason) ? { reason: pause.reason, ms: pause.ms } : undefined;
    keyLimits.follow({ isRefused, pause: known }, monotonicMs());
    return answer;
  };
  const check = async (): Promise<void> => {
    if (!(await ask()) || !isAway) return;
    isAway = false;
    reportProblem('the shared store answers again', 'ok');
  };
  void check();
  const timer = setInterval(check, limits.storeCheckMs);
  signal?.addEventListener('abort', () => clearInterval(timer));
  return {
    store,
    /** Whether the store does not answer. Then this relay does not ask upstream. */
    isAway: () => isAway,
    /** `undefined` while the store is away. */
    ask: async (request: LeaseRequest) => (isAway ? undefined : ask(request)),
    /** Runs work on the store; `undefined` while it is away. */
    attempt: async <T>(work: () => Promise<T>) => (isAway ? undefined : run(work)),
  };
}
