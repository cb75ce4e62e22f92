import type { KeyValueStore } from '#data/storage/stored-state.ts';

/**
 * A store that reads some keys at once, while the worker starts. Each of those values is returned once,
 * and only if no write replaced it; later reads go to the store.
 */
export function prefetchingStore(store: KeyValueStore, keys: readonly string[]): KeyValueStore {
  const reading = store.read(keys);
  const prefetched = new Map(keys.map((key, index) => [key, valueAt(reading, index)]));

  return {
    read: async (wanted) => {
      const taken = wanted.flatMap((key) => prefetched.get(key) ?? []);
      for (const key of wanted) prefetched.delete(key);
      return taken.length === wanted.length ? Promise.all(taken) : store.read(wanted);
    },
    write: (entries) => {
      for (const key of Object.keys(entries)) prefetched.delete(key);
      return store.write(entries);
    },
  };
}

/** A prefetched value. Rejects as the read does, without an "unhandled rejection" when it is not awaited. */
function valueAt(reading: Promise<readonly unknown[]>, index: number): Promise<unknown> {
  const value = reading.then((values) => values[index]);
  value.catch(() => undefined);
  return value;
}
