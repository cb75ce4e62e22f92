import { browser } from 'wxt/browser';

declare module 'wxt/browser' {
  // WXT generates this type in a build. Type checks must not depend on a build.
  interface WxtRuntime {
    getURL(path: string): string;
  }
}

/** Calls back after an installation, not after an update. Call it while the worker starts. */
export function onInstall(listener: () => void): void {
  browser.runtime.onInstalled.addListener(({ reason }) => {
    if (reason === 'install') listener();
  });
}

/** Activates the tab of the welcome page, or opens one. */
export async function openWelcome(): Promise<void> {
  const url = browser.runtime.getURL('/welcome.html');
  const [open] = await browser.tabs.query({ url });
  if (open?.id === undefined) await browser.tabs.create({ url });
  else await browser.tabs.update(open.id, { active: true });
}
