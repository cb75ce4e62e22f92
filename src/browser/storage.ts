import { createStore, getMany, setMany } from 'idb-keyval';
import { browser } from 'wxt/browser';

/** A write is one transaction. Reading a packed table takes 3 to 11 ms more than reading an empty value. */
export function openStore(name: string) {
  const store = createStore(name, 'values');
  return {
    // Async, so that a missing IndexedDB rejects like a broken one.
    read: async (keys: readonly string[]): Promise<readonly unknown[]> => getMany([...keys], store),
    write: async (entries: Readonly<Record<string, unknown>>): Promise<void> => setMany(Object.entries(entries), store),
  };
}

/** Values of the user in `storage.local`. Browsers never evict it, as they may evict IndexedDB. Writes are atomic. */
export const localStorage = {
  read: async (keys: readonly string[]): Promise<readonly unknown[]> => {
    const stored = await browser.storage.local.get([...keys]);
    return keys.map((key) => stored[key]);
  },
  write: (entries: Readonly<Record<string, unknown>>): Promise<void> => browser.storage.local.set({ ...entries }),
};
