import { browser } from 'wxt/browser';

/** Calls back for a shortcut of the manifest. Call it while the worker starts. */
export function onShortcut(name: string, listener: () => void): void {
  browser.commands?.onCommand.addListener((command) => {
    if (command === name) listener();
  });
}

export interface Shortcut {
  readonly name: string;
  readonly description: string;
  /** As the browser writes it ("Alt+Shift+S"); empty without keys. */
  readonly keys: string;
}

/** The current shortcuts; none in browsers without shortcuts (phones). */
export async function currentShortcuts(): Promise<readonly Shortcut[]> {
  const all = (await browser.commands?.getAll()) ?? [];
  return all.map(({ name = '', description = '', shortcut = '' }) => ({ name, description, keys: shortcut }));
}

/** Opens the browser's page for shortcuts: by an API in Firefox (137 and newer), by address in Chromium. */
export async function changeShortcuts(): Promise<void> {
  const { commands } = browser;
  if (commands && 'openShortcutSettings' in commands && typeof commands.openShortcutSettings === 'function')
    await commands.openShortcutSettings();
  else await browser.tabs.create({ url: 'chrome://extensions/shortcuts' });
}
