import type { Store } from '#prices/storage/stored-state.ts';

/**
 * A store that begins to read some keys at once, so that the disk works while the worker still starts. Each of them is
 * answered so once, and only if it was not written meanwhile; after that it is read as ever, and nothing is held.
 */
export function readAhead(store: Store, keys: readonly string[]): Store {
  const reading = store.read(keys);
  const begun = new Map(keys.map((key, index) => [key, nth(reading, index)]));

  return {
    read: async (wanted) => {
      const taken = wanted.flatMap((key) => begun.get(key) ?? []);
      for (const key of wanted) begun.delete(key);
      return taken.length === wanted.length ? Promise.all(taken) : store.read(wanted);
    },
    write: (entries) => {
      for (const key of Object.keys(entries)) begun.delete(key);
      return store.write(entries);
    },
  };
}

/** One of the values; rejects as the read does, unheard when nobody asks. */
function nth(reading: Promise<readonly unknown[]>, index: number): Promise<unknown> {
  const value = reading.then((values) => values[index]);
  value.catch(() => undefined);
  return value;
}
