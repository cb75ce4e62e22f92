import type { Page } from 'puppeteer-core';

interface Extension {
  readonly tabs: {
    readonly query: (about: object) => Promise<readonly { readonly id?: number; readonly url?: string }[]>;
    readonly remove: (ids: number[]) => Promise<void>;
  };
}
// Globals of the extension's own pages: Firefox has `browser`, older Chromiums only `chrome`.
declare const browser: Extension | undefined;
declare const chrome: Extension;

/** How many tabs show an address with this part. Puppeteer does not see the extension's tabs in Firefox. */
export const countTabs = (own: Page, part: string): Promise<number> =>
  own.evaluate(async (part) => {
    const { tabs } = typeof browser === 'undefined' ? chrome : browser;
    return (await tabs.query({})).filter(({ url }) => url?.includes(part)).length;
  }, part);

export const closeTabsAt = (own: Page, part: string): Promise<void> =>
  own.evaluate(async (part) => {
    const { tabs } = typeof browser === 'undefined' ? chrome : browser;
    const found = (await tabs.query({})).filter(({ url }) => url?.includes(part));
    await tabs.remove(found.flatMap(({ id }) => id ?? []));
  }, part);
