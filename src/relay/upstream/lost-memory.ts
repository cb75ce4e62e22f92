import { randomUUID } from 'node:crypto';
import { remainingMs } from '#protocol/rate-limiter.ts';
import type { SharedStore } from '#relay/storage/shared-store.ts';
import type { SharedState } from '#relay/upstream/shared-state.ts';

/**
 * A store that was restarted empty has forgotten the requests of the last minute. The first relay that notices keeps all
 * of them quiet for that time.
 */
export function noticeLostMemory(store: SharedStore, quietMs: number): SharedStore {
  /** The id of the state that this relay last saw. */
  let known: string | undefined;
  return {
    ...store,
    async update(change) {
      const { id, result } = await store.update((stored, now) => {
        const before = known === undefined || stored.id === known ? stored : afterLoss(stored, now, quietMs);
        const { state: changed, result } = change(before, now);
        const next = changed && (changed.id === '' ? { ...changed, id: randomUUID() } : changed);
        const state = next ?? (before === stored ? undefined : before);
        return { state, result: { id: (state ?? stored).id, result } };
      });
      if (id !== '') known = id;
      return result;
    },
  };
}

function afterLoss(state: SharedState, now: number, quietMs: number): SharedState {
  // Another relay has noticed before.
  if (state.quiet && remainingMs(state.quiet, now) > 0) return state;
  return { ...state, id: state.id || randomUUID(), quiet: { since: now, until: now + quietMs } };
}
