import { createStore, getMany, set } from 'idb-keyval';

/**
 * Values that survive the worker, in IndexedDB: a packed table there costs a wake-up 3 to 11 ms over an empty one,
 * and each write is one transaction, so a value is replaced whole or not at all.
 */
export function openStore(name: string) {
  const store = createStore(name, 'values');
  return {
    read: (keys: readonly string[]): Promise<readonly unknown[]> => getMany([...keys], store),
    write: (key: string, value: unknown): Promise<void> => set(key, value, store),
  };
}
