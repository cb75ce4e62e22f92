import type { KeyValueStore } from '#prices/storage/stored-state.ts';

/** A store whose values live as long as the test; JSON, as `storage.local` keeps them, or cloned. */
export function makeStore(copy: (value: unknown) => unknown) {
  const kept = new Map<string, unknown>();
  const store = {
    kept,
    refuses: false,
    writes: 0,
    read: async (keys: readonly string[]) => keys.map((key) => copy(kept.get(key))),
    write: async (entries: Readonly<Record<string, unknown>>) => {
      if (store.refuses) throw new Error('no room');
      store.writes++;
      for (const [key, value] of Object.entries(entries)) kept.set(key, copy(value));
    },
  };
  return store satisfies KeyValueStore;
}

/** A value as JSON carries it. */
export const throughJson = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));
