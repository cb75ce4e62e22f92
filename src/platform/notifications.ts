import { browser } from 'wxt/browser';

const permissions = ['notifications' as const];

export const mayNotify = (): Promise<boolean> => browser.permissions.contains({ permissions });

/** Asks the user for the permission. Call it first in the handler of a click, else the browser refuses. */
export const askToNotify = (): Promise<boolean> => browser.permissions.request({ permissions });

export interface Notice {
  /** Replaces a notification of the same id. 500 characters at most. */
  readonly id: string;
  readonly title: string;
  readonly message: string;
}

/** Returns whether the permission is granted. */
export async function showNotice({ id, title, message }: Notice): Promise<boolean> {
  // The API exists only while the permission is granted.
  if (!browser.notifications) return false;
  const iconUrl = browser.runtime.getURL('/icons/128.png');
  await browser.notifications.create(id, { type: 'basic', iconUrl, title, message });
  return true;
}

/**
 * Calls back after a click on a notification, with its id, and removes the notification. Call it while the worker
 * starts. Call the returned function after each change of permissions: the API may exist only then.
 */
export function onNoticeClick(listener: (id: string) => void): () => void {
  const click = (id: string) => {
    void browser.notifications?.clear(id);
    listener(id);
  };
  // Browsers add the same listener only once.
  const listen = () => browser.notifications?.onClicked.addListener(click);
  listen();
  return listen;
}
