import { browser } from 'wxt/browser';

declare module 'wxt/browser' {
  // WXT generates this type in a build. Type checks must not depend on a build.
  interface WxtRuntime {
    getURL(path: string): string;
  }
}

/** Calls back after an installation or an update of the extension. Call it while the worker starts. */
export function onInstall(listener: (isUpdate: boolean) => void): void {
  browser.runtime.onInstalled.addListener(({ reason }) => {
    if (reason === 'install' || reason === 'update') listener(reason === 'update');
  });
}

/** Activates the tab of the welcome page, or opens one. `host`: a site without an adapter that the page offers. */
export async function openWelcome(host?: string): Promise<void> {
  const page = browser.runtime.getURL('/welcome.html');
  const url = host === undefined ? page : `${page}?${new URLSearchParams({ host })}`;
  const [open] = await browser.tabs.query({ url: `${page}*` });
  if (open?.id === undefined) await browser.tabs.create({ url });
  else await browser.tabs.update(open.id, { active: true, ...(host !== undefined && { url }) });
}
