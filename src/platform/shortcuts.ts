import { browser } from 'wxt/browser';

/** Hears one shortcut of the manifest; call it while the worker starts. */
export function onShortcut(name: string, listener: () => void): void {
  browser.commands?.onCommand.addListener((command) => {
    if (command === name) listener();
  });
}
