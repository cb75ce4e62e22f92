import { browser } from 'wxt/browser';

const permissions = ['notifications' as const];

/** Whether the browser lets us show notifications. */
export const mayNotify = (): Promise<boolean> => browser.permissions.contains({ permissions });

/** Asks the user for it; call it at once in a click, or the browser refuses. Answers whether we may. */
export const askToNotify = (): Promise<boolean> => browser.permissions.request({ permissions });

/** A message of the browser's own look. */
export interface Notice {
  /** One of the same id takes the place of an older one; 500 characters at most. */
  readonly id: string;
  readonly title: string;
  readonly message: string;
}

/** Shows a notification; answers whether that is allowed. */
export async function showNotice({ id, title, message }: Notice): Promise<boolean> {
  // The interface is there only while the permission is held.
  if (!browser.notifications) return false;
  const iconUrl = browser.runtime.getURL('/icons/128.png');
  await browser.notifications.create(id, { type: 'basic', iconUrl, title, message });
  return true;
}

/**
 * Hears a click on a notification, by its id, and takes the notification away; call it while the worker starts. The
 * permission may come later than that: call what it answers whenever one may have come.
 */
export function onNoticeClick(listener: (id: string) => void): () => void {
  const click = (id: string) => {
    void browser.notifications?.clear(id);
    listener(id);
  };
  // A listener that is there already is not added again.
  const listen = () => browser.notifications?.onClicked.addListener(click);
  listen();
  return listen;
}
