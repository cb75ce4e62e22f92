import { browser } from 'wxt/browser';
import type { SitePages } from '#core/page-scripts.ts';

/** A check box in the context menu of a marketplace's pages. */
export interface MenuSwitch extends SitePages {
  readonly title: string;
  readonly on: boolean;
}

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
