import type { KeyValueStore } from '#data/storage/column-store.ts';

/** A store in memory. @param copy as the real storage copies values: by JSON or by cloning */
export function makeStore(copy: (value: unknown) => unknown = structuredClone) {
  const stored = new Map<string, unknown>();
  const store = {
    stored,
    refuses: false,
    writes: 0,
    read: async (keys: readonly string[]) => keys.map((key) => copy(stored.get(key))),
    write: async (entries: Readonly<Record<string, unknown>>) => {
      if (store.refuses) throw new Error('no room');
      store.writes++;
      for (const [key, value] of Object.entries(entries)) stored.set(key, copy(value));
    },
  };
  return store satisfies KeyValueStore;
}

export const throughJson = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));
