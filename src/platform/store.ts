import { createStore, getMany, setMany } from 'idb-keyval';

/**
 * Values that survive the worker, in IndexedDB: a packed table there costs a wake-up 3 to 11 ms over an empty one,
 * and each write is one transaction, so that all of its entries are replaced or none.
 */
export function openStore(name: string) {
  const store = createStore(name, 'values');
  return {
    // Async, so that a browser without such a storage rejects, as one whose storage is broken.
    read: async (keys: readonly string[]): Promise<readonly unknown[]> => getMany([...keys], store),
    write: async (entries: Readonly<Record<string, unknown>>): Promise<void> => setMany(Object.entries(entries), store),
  };
}
