import { browser } from 'wxt/browser';
import type { Disposition } from '#platform/omnibox.ts';

declare module 'wxt/browser' {
  // WXT writes this type into a folder that is made by a build; what is checked must not depend on one.
  interface WxtRuntime {
    getURL(path: string): string;
  }
}

/** The extension's page that searches, with a query in it. */
export const searchUrl = (query: string): string =>
  browser.runtime.getURL(`/popup.html?${new URLSearchParams({ tab: '', q: query })}`);

/** The extension's page with the watch list open. */
export const watchListUrl = (): string =>
  browser.runtime.getURL(`/popup.html?${new URLSearchParams({ tab: '', watch: '' })}`);

/** Opens an address as the address bar would. */
export async function openAs(url: string, disposition: Disposition): Promise<void> {
  if (disposition === 'currentTab') await browser.tabs.update({ url });
  else await browser.tabs.create({ url, active: disposition === 'newForegroundTab' });
}

/** Opens addresses in tabs of their own, the first of them in front; last, because that closes a popup that asks for it. */
export async function openTabs(urls: readonly string[]): Promise<void> {
  const [first, ...others] = urls;
  for (const url of others) await browser.tabs.create({ url, active: false });
  if (first !== undefined) await browser.tabs.create({ url: first, active: true });
}
