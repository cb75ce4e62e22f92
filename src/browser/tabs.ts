import { browser } from 'wxt/browser';
import { explorePath, portfolioPath, viewPath } from '#core/settings/explore-path.ts';

declare module 'wxt/browser' {
  // WXT generates this type in a build. Type checks must not depend on a build.
  interface WxtRuntime {
    getURL(path: string): string;
  }
}

const urlOf = (path: string): string => browser.runtime.getURL(path);
const openPage = async (path: string): Promise<void> => void (await browser.tabs.create({ url: urlOf(path) }));

export const exploreUrl = (...of: Parameters<typeof explorePath>): string => urlOf(explorePath(...of));
export const openExplore = (...of: Parameters<typeof explorePath>): Promise<void> => openPage(explorePath(...of));

export const viewUrl = (address: string): string => urlOf(viewPath(address));
export const openPortfolio = (): Promise<void> => openPage(portfolioPath);
export const openFeeSettings = (): Promise<void> => openPage('/options.html#fees');

const tabUrl = (of: Record<string, string>): string => urlOf(`/popup.html?${new URLSearchParams({ tab: '', ...of })}`);
export const searchUrl = (query: string): string => tabUrl({ q: query });
export const watchListUrl = (): string => tabUrl({ watch: '' });

export type Disposition = 'currentTab' | 'newForegroundTab' | 'newBackgroundTab';

export async function openAs(url: string, disposition: Disposition): Promise<void> {
  if (disposition === 'currentTab') await browser.tabs.update({ url });
  else await browser.tabs.create({ url, active: disposition === 'newForegroundTab' });
}

/** Opens each address in a tab and activates the first. Its tab opens last, because it closes a popup that calls this. */
export async function openTabs(urls: readonly string[]): Promise<void> {
  const [first, ...others] = urls;
  for (const url of others) await browser.tabs.create({ url, active: false });
  if (first !== undefined) await browser.tabs.create({ url: first, active: true });
}

/** `undefined` where the browser hides it: without a click on the icon (`activeTab`) or access to the site. */
export async function activeTabUrl(): Promise<string | undefined> {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  return tab?.url;
}

/** Activates the tab of the welcome page, or opens one. `host`: a site without an adapter that the page offers. */
export async function openWelcome(host?: string): Promise<void> {
  const page = urlOf('/welcome.html');
  const url = host === undefined ? page : `${page}?${new URLSearchParams({ host })}`;
  const [open] = await browser.tabs.query({ url: `${page}*` });
  if (open?.id === undefined) await browser.tabs.create({ url });
  else await browser.tabs.update(open.id, { active: true, ...(host !== undefined && { url }) });
}
