import { browser } from 'wxt/browser';
import type { Status } from '#protocol/messages.ts';
import { isStoredStatus } from '#protocol/stored-status.ts';

/** In the session's storage, which outlives the worker. */
const key = 'status';

/** Stores the status for a popup that opens before the worker has started. A running refresh is not stored. */
export const saveStatus = (status: Status): Promise<void> =>
  browser.storage.session.set({ [key]: { ...status, checking: false } satisfies Status });

/** `undefined` when none was stored since the browser started. */
export async function lastStatus(): Promise<Status | undefined> {
  const stored = (await browser.storage.session.get(key))[key];
  return isStoredStatus(stored) ? stored : undefined;
}
