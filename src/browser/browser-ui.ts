import { browser } from 'wxt/browser';
import type { Disposition } from '#browser/tabs.ts';
import type { SitePages } from '#core/settings/page-scripts.ts';

/** The badge of the icon. Firefox for Android has none, and not every browser has a text colour. */
interface Badge {
  /** `null` removes the text of one tab, which then shows the text of all tabs. */
  setBadgeText?(details: { text?: string | null | undefined; tabId?: number | undefined }): Promise<void>;
  setBadgeBackgroundColor?(details: { color: string; tabId?: number | undefined }): Promise<void>;
  setBadgeTextColor?(details: { color: string }): Promise<void>;
}
const badge = (): Badge => browser.action;

const green = '#3fcf8e';
const amber = '#f2b84b';
const ink = '#0b0d11';

/** Shows a count for one tab, or nothing for 0. The browser clears it when the tab navigates. */
export async function showCount(tabId: number, count: number): Promise<void> {
  // Fails for a tab that was closed meanwhile.
  await Promise.all([
    badge().setBadgeBackgroundColor?.({ tabId, color: count > 0 ? green : amber }),
    badge().setBadgeText?.({ tabId, text: count > 0 ? String(Math.min(count, 999)) : null }),
  ]).catch(() => undefined);
}

export async function colourBadges(): Promise<void> {
  await badge().setBadgeBackgroundColor?.({ color: amber });
  await badge().setBadgeTextColor?.({ color: ink });
}

/** Marks the icon of every tab without a count; `text` is its tooltip. `undefined` removes the mark. */
export async function showWarning(text: string | undefined, name: string): Promise<void> {
  await badge().setBadgeText?.({ text: text === undefined ? '' : '!' });
  await browser.action.setTitle({ title: text === undefined ? name : `${name}: ${text}` });
}

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

export interface Suggestion {
  /** The text of the address bar after the suggestion is chosen. */
  readonly content: string;
  /** Plain text, no markup. */
  readonly description: string;
}

interface Omnibox {
  readonly hint: () => string;
  /** `undefined`: show none. */
  readonly suggest: (typed: string) => Promise<readonly Suggestion[] | undefined>;
  readonly enter: (text: string, disposition: Disposition) => void;
}

/** Serves the address bar's search after the manifest's keyword. Call it while the worker starts. */
export function serveOmnibox({ hint, suggest, enter }: Omnibox): void {
  const { omnibox } = browser;
  // Browsers on phones have no omnibox.
  if (!omnibox) return;
  const write = import.meta.env.FIREFOX ? (text: string) => text : asMarkup;
  omnibox.onInputStarted.addListener(() => omnibox.setDefaultSuggestion({ description: write(hint()) }));
  omnibox.onInputChanged.addListener((typed, show) => {
    void suggest(typed).then(
      (lines) => lines && show(lines.map(({ content, description }) => ({ content, description: write(description) }))),
      () => undefined,
    );
  });
  omnibox.onInputEntered.addListener(enter);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const noXml = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Escapes a description for Chromium, which parses it as XML and shows no suggestion if one is malformed. */
export const asMarkup = (text: string): string =>
  text.replace(noXml, '').replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

const notifications = { permissions: ['notifications' as const] };

export const mayNotify = (): Promise<boolean> => browser.permissions.contains(notifications);

/** Asks the user for the permission. Call it first in the handler of a click, else the browser refuses. */
export const askToNotify = (): Promise<boolean> => browser.permissions.request(notifications);

export interface Notice {
  /** Replaces a notification of the same id. 500 characters at most. */
  readonly id: string;
  readonly title: string;
  readonly message: string;
}

export async function showNotice({ id, title, message }: Notice): Promise<boolean> {
  // The API exists only while the permission is granted.
  if (!browser.notifications) return false;
  const iconUrl = browser.runtime.getURL('/icons/128.png');
  await browser.notifications.create(id, { type: 'basic', iconUrl, title, message });
  return true;
}

/** Call it while the worker starts, and the returned function after each change of permissions: only then may it work. */
export function onNoticeClick(listener: (id: string) => void): () => void {
  const click = (id: string) => {
    void browser.notifications?.clear(id);
    listener(id);
  };
  // Browsers add the same listener only once.
  const listen = () => browser.notifications?.onClicked.addListener(click);
  listen();
  return listen;
}
