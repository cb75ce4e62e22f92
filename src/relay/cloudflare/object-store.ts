import { createTurns } from '#core/turns.ts';
import type { KvStore } from '#relay/storage/kv-store.ts';
import type { SharedStore } from '#relay/storage/shared-store.ts';
import { emptySharedState, type SharedState, sharedState } from '#relay/upstream/shared-state.ts';

/** The methods of a Durable Object's storage that the relay uses. A value may have 2 MB. */
export interface ObjectStorage {
  readonly get: (key: string) => Promise<unknown>;
  readonly put: (key: string, value: unknown) => Promise<void>;
}

const stateKey = 'state';

/**
 * The shared store of the one object that polls. The state of its feeds and of the key is in the object's own storage, and
 * the bodies are in KV, so an object that dies goes on where it was: with the pauses, the entity tags and the requests of
 * the last minute.
 */
export function createObjectStore(storage: ObjectStorage, kv: KvStore): SharedStore {
  let state: SharedState | undefined;
  const inTurn = createTurns();
  const load = async (): Promise<SharedState> => {
    const parsed = sharedState.safeParse(await storage.get(stateKey));
    return parsed.success ? parsed.data : emptySharedState;
  };
  return {
    relayId: 'object',
    update: (change) =>
      inTurn(async () => {
        state ??= await load();
        const { state: next, result } = change(state, Date.now());
        if (next) {
          await storage.put(stateKey, next);
          state = next;
        }
        return result;
      }),
    loadBody: kv.loadBody,
    saveBody: (source, version, { bytes }) => kv.saveBody(source, version, bytes),
    async keepBody(source, version, { bytes }) {
      await kv.saveBody(source, version, bytes);
      return true;
    },
    // A replaced body expires by itself.
    dropBody: async () => undefined,
    meet: async () => ['object'],
    leave: async () => undefined,
  };
}
