import { browser } from 'wxt/browser';
import {
  grantedPermissions,
  missingAccess,
  missingAccessTo,
  onAccess,
  removeAccess,
  requestAccess,
} from '#browser/access.ts';
import { browserLanguage, ownVersion } from '#browser/language.ts';
import { askWithTimeout, onPush } from '#browser/messages.ts';
import { changeSettings, loadSettings, onSettings } from '#browser/settings.ts';
import { openExplore, openPortfolio, openWelcome } from '#browser/tabs.ts';
import { runAfter } from '#core/asks/timeout.ts';
import { fillMessage, messagesFile } from '#core/settings/messages-file.ts';

const defaultFolder = 'en';

/** Reads files where Chromium (156) gives '': its process's first page was closed while it loaded. Never rejects. */
export async function pageLanguage(): Promise<ReturnType<typeof browserLanguage>> {
  const own = browserLanguage();
  if (own.getMessage('language', []) !== '') return own;
  for (const folder of foldersOf(own.uiLanguage)) {
    const getMessage = await readMessages(folder).catch(() => undefined);
    if (getMessage) return { ...own, getMessage };
  }
  return own;
}

/** Folders to try for a language, in order: `zh_Hant_TW`, `zh_Hant`, `zh`, `en` for `zh-Hant-TW`. */
export function foldersOf(language: string): readonly string[] {
  const parts = language.split('-');
  const specific = parts.map((_, left) => parts.slice(0, parts.length - left).join('_'));
  return [...new Set([...specific, defaultFolder])];
}

async function readMessages(folder: string): Promise<(key: string, values: string[]) => string> {
  const answer = await fetch(browser.runtime.getURL(`/_locales/${folder}/messages.json`));
  const messages = messagesFile.parse(await answer.json());
  return (key, values) => (messages[key] ? fillMessage(messages[key], values) : '');
}

export const pageDeps = {
  ask: askWithTimeout,
  onPush: (listener: () => void, signal: AbortSignal) => onPush(listener, signal),
  loadSettings,
  changeSettings,
  onSettings: (listener: () => void) => onSettings(listener),
  /** Rejects when the browser refuses. */
  copy: (content: string) => navigator.clipboard.writeText(content),
  now: Date.now,
};

export const accessDeps = {
  missingAccess,
  missingAccessTo,
  openWelcome,
  onAccess: (listener: () => void, signal: AbortSignal) => onAccess(listener, signal),
};

/** The browser's services for the popup and the page of all settings. `inTab`: the page is open as a tab. */
export function pageShell(inTab: boolean) {
  const isFirefox = location.protocol === 'moz-extension:';
  return {
    ...accessDeps,
    inTab,
    save: saveFile,
    shortcuts: currentShortcuts,
    changeShortcuts,
    permissions: grantedPermissions,
    // A Firefox popup covers the browser's question.
    requestAccess: inTab || !isFirefox ? requestAccess : undefined,
    removeAccess,
    openExplore,
    openPortfolio,
    after: runAfter,
  };
}

/** Downloads a text. A download after a click needs no permission. */
export function saveFile(name: string, text: string): void {
  const type = name.endsWith('.csv') ? 'text/csv' : 'application/json';
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // The download has started by then. The text would stay in memory as long as the page.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export const product = () => ({ version: ownVersion(), browser: navigator.userAgent });

/** The current shortcuts, with `keys` as the browser writes them ("Alt+Shift+S") or ''; none in browsers on phones. */
export async function currentShortcuts() {
  const all = (await browser.commands?.getAll()) ?? [];
  return all.map(({ name = '', description = '', shortcut = '' }) => ({ name, description, keys: shortcut }));
}

/** Opens the browser's page for shortcuts: by an API in Firefox (137 and newer), by address in Chromium. */
async function changeShortcuts(): Promise<void> {
  const { commands } = browser;
  if (commands && 'openShortcutSettings' in commands && typeof commands.openShortcutSettings === 'function')
    await commands.openShortcutSettings();
  else await browser.tabs.create({ url: 'chrome://extensions/shortcuts' });
}
