import { browser } from 'wxt/browser';

/** The pages of one marketplace, as match patterns. */
export interface SitePages {
  /** The site's id. */
  readonly id: string;
  readonly patterns: readonly string[];
}

/** A check box in the context menu of a marketplace's pages. */
export interface MenuSwitch extends SitePages {
  readonly title: string;
  readonly on: boolean;
}

/** The pages of every marketplace. The manifest knows them, so that the worker need not load the adapters. */
export const sitePages = (): readonly SitePages[] => pagesIn(browser.runtime.getManifest().content_scripts);

interface ContentScript {
  readonly js?: readonly string[] | undefined;
  readonly matches?: readonly string[] | undefined;
}

/** The pages of every marketplace in a manifest's content scripts: the last file of each is the adapter's. */
export const pagesIn = (scripts: readonly ContentScript[] = []): readonly SitePages[] =>
  scripts.flatMap(({ js = [], matches: patterns = [] }) => {
    // Firefox tells the whole address of each file.
    const id = /([^/]+?)(-tap)?\.js$/.exec(js.at(-1) ?? '');
    return id?.[1] && !id[2] ? [{ id: id[1], patterns }] : [];
  });

/** Hears a click on a check box, and what it is now; call it while the worker starts. */
export function onMenuSwitch(listener: (id: string, on: boolean) => void): void {
  // A phone's browser has no context menu.
  browser.contextMenus?.onClicked.addListener(({ menuItemId, checked }) =>
    listener(String(menuItemId), checked === true),
  );
}

/** Puts check boxes in the place of all that the menu has of ours; the browser keeps them when the worker ends. */
export async function setMenuSwitches(switches: readonly MenuSwitch[]): Promise<void> {
  if (!browser.contextMenus) return;
  await browser.contextMenus.removeAll();
  await Promise.all(switches.map(create));
}

const create = ({ id, title, patterns, on }: MenuSwitch): Promise<void> =>
  new Promise((resolve, reject) => {
    const item: Parameters<typeof browser.contextMenus.create>[0] = {
      id,
      title,
      type: 'checkbox',
      checked: on,
      contexts: ['page', 'link', 'image', 'selection'],
      documentUrlPatterns: [...patterns],
    };
    browser.contextMenus.create(item, () => {
      const { lastError } = browser.runtime;
      if (lastError) reject(new Error(lastError.message ?? `no menu item ${id}`));
      else resolve();
    });
  });
