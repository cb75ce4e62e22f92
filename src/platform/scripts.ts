import { browser } from 'wxt/browser';

declare module 'wxt/browser' {
  // WXT writes this type into a folder that is made by a build; what is checked must not depend on one.
  interface WxtRuntime {
    getURL(path: string): string;
  }
}

declare global {
  /** Firefox: files of the extension that came with the page, by path; each runs when it is called. */
  var skinlensReady: Readonly<Record<string, () => void>> | undefined;
}

/**
 * Runs one of the extension's own files in this script's world. Rejects when it cannot be had: the extension was
 * updated or removed.
 */
export async function runScript(path: string): Promise<void> {
  if (!import.meta.env.FIREFOX) return void (await import(/* @vite-ignore */ browser.runtime.getURL(path)));
  const run = globalThis.skinlensReady?.[path];
  if (!run) throw new Error(`${path} is not there`);
  run();
}
