import { browser } from 'wxt/browser';
import { explorePath, portfolioPath } from '#core/explore-path.ts';

declare module 'wxt/browser' {
  // WXT generates this type in a build. Type checks must not depend on a build.
  interface WxtRuntime {
    getURL(path: string): string;
  }
}

/** Address of the page that compares all items, or of one item on it. */
export const exploreUrl = (item?: string): string => browser.runtime.getURL(explorePath(item));

/** Opens the portfolio in a tab of its own. */
export async function openPortfolio(): Promise<void> {
  await browser.tabs.create({ url: browser.runtime.getURL(portfolioPath) });
}

/** Opens that page in a tab of its own. */
export async function openExplore(item?: string): Promise<void> {
  await browser.tabs.create({ url: exploreUrl(item) });
}
