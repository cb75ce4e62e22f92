import { browser } from 'wxt/browser';

/**
 * Values of the user's own in `storage.local`, which no browser clears away for want of room, as it may what is in
 * IndexedDB; each write is whole.
 */
export const localStorage = {
  read: async (keys: readonly string[]): Promise<readonly unknown[]> => {
    const stored = await browser.storage.local.get([...keys]);
    return keys.map((key) => stored[key]);
  },
  write: (entries: Readonly<Record<string, unknown>>): Promise<void> => browser.storage.local.set({ ...entries }),
};
