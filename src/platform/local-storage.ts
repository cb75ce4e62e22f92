import { browser } from 'wxt/browser';

/** Values of the user in `storage.local`. Browsers never evict it, as they may evict IndexedDB. Writes are atomic. */
export const localStorage = {
  read: async (keys: readonly string[]): Promise<readonly unknown[]> => {
    const stored = await browser.storage.local.get([...keys]);
    return keys.map((key) => stored[key]);
  },
  write: (entries: Readonly<Record<string, unknown>>): Promise<void> => browser.storage.local.set({ ...entries }),
};
