import { browser } from 'wxt/browser';

/** The pages of one marketplace. */
export interface SitePages {
  /** The site's id. */
  readonly id: string;
  /** Match patterns. */
  readonly patterns: readonly string[];
}

/** A check box in the context menu of a marketplace's pages. */
export interface MenuSwitch extends SitePages {
  readonly title: string;
  readonly on: boolean;
}

/** The pages of every marketplace, from the manifest: the worker does not load the adapters. */
export const sitePages = (): readonly SitePages[] => pagesIn(browser.runtime.getManifest().content_scripts);

interface ContentScript {
  readonly js?: readonly string[] | undefined;
  readonly matches?: readonly string[] | undefined;
}

/** The pages in a manifest's content scripts. The last file of each script is named after the site. */
export const pagesIn = (scripts: readonly ContentScript[] = []): readonly SitePages[] =>
  scripts.flatMap(({ js = [], matches: patterns = [] }) => {
    // Firefox gives the full URL of each file.
    const id = /([^/]+?)(-tap)?\.js$/.exec(js.at(-1) ?? '');
    return id?.[1] && !id[2] ? [{ id: id[1], patterns }] : [];
  });

/** Calls back after a click on a check box, with its new state. Call it while the worker starts. */
export function onMenuSwitch(listener: (id: string, on: boolean) => void): void {
  // Browsers on phones have no context menu.
  browser.contextMenus?.onClicked.addListener(({ menuItemId, checked }) =>
    listener(String(menuItemId), checked === true),
  );
}

/** Replaces the extension's menu items. They outlive the worker. */
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
