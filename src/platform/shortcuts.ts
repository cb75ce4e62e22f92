import { browser } from 'wxt/browser';

/** Hears one shortcut of the manifest; call it while the worker starts. */
export function onShortcut(name: string, listener: () => void): void {
  browser.commands?.onCommand.addListener((command) => {
    if (command === name) listener();
  });
}

/** A shortcut of the manifest. */
export interface Shortcut {
  readonly name: string;
  readonly description: string;
  /** As the browser spells it ("Alt+Shift+S"); empty when it has no key. */
  readonly keys: string;
}

/** The shortcuts as they are set now; none where the browser has no shortcuts (phones). */
export async function currentShortcuts(): Promise<readonly Shortcut[]> {
  const all = (await browser.commands?.getAll()) ?? [];
  return all.map(({ name = '', description = '', shortcut = '' }) => ({ name, description, keys: shortcut }));
}

/** Opens the browser's own page for shortcuts: Firefox (137 and newer) has a call for it, Chromium an address. */
export async function changeShortcuts(): Promise<void> {
  const { commands } = browser;
  if (commands && 'openShortcutSettings' in commands && typeof commands.openShortcutSettings === 'function')
    await commands.openShortcutSettings();
  else await browser.tabs.create({ url: 'chrome://extensions/shortcuts' });
}
