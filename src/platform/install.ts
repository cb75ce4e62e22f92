import { browser } from 'wxt/browser';

declare module 'wxt/browser' {
  // WXT writes this type into a folder that is made by a build; what is checked must not depend on one.
  interface WxtRuntime {
    getURL(path: string): string;
  }
}

/** Hears that the extension was installed, not updated; call it while the worker starts. */
export function onInstall(listener: () => void): void {
  browser.runtime.onInstalled.addListener(({ reason }) => {
    if (reason === 'install') listener();
  });
}

/** Shows the welcome page in a tab in front: the one that is open, else a new one. */
export async function openWelcome(): Promise<void> {
  const url = browser.runtime.getURL('/welcome.html');
  const [open] = await browser.tabs.query({ url });
  if (open?.id === undefined) await browser.tabs.create({ url });
  else await browser.tabs.update(open.id, { active: true });
}
