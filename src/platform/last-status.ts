import { browser } from 'wxt/browser';
import type { Status } from '#protocol/messages.ts';
import { storedStatus } from '#protocol/stored-status.ts';

/** In the session's storage: it outlives the worker, which takes longer to start than a popup may take to say something. */
const key = 'status';

/** Keeps how the table stands for a popup that opens before the worker runs. A look that is under way is not kept. */
export const saveStatus = (status: Status): Promise<void> =>
  browser.storage.session.set({ [key]: { ...status, checking: false } satisfies Status });

/** What the worker kept last; `undefined` when it kept nothing since the browser started. */
export async function lastStatus(): Promise<Status | undefined> {
  const stored = await browser.storage.session.get(key);
  return storedStatus.safeParse(stored[key]).data;
}
