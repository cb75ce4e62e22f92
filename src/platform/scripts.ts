import { browser } from 'wxt/browser';
import { ask } from '#platform/messaging.ts';
import { onDemandScripts } from '#protocol/messages.ts';

declare module 'wxt/browser' {
  // WXT writes this type into a folder that is made by a build; what is checked must not depend on one.
  interface WxtRuntime {
    getURL(path: string): string;
  }
}

declare global {
  /** Firefox: files of the extension that came with the page, by path; each runs when it is called. */
  var skinlensDeferred: Readonly<Record<string, () => void>> | undefined;
}

/**
 * Runs one of the extension's own files in this script's world, by its name without the ending. Rejects when it cannot be
 * had: the extension was updated or removed.
 */
export async function runScript(name: string): Promise<void> {
  const path = `/${name}.js`;
  if (!import.meta.env.FIREFOX) return void (await import(/* @vite-ignore */ browser.runtime.getURL(path)));
  const run = globalThis.skinlensDeferred?.[path];
  const late = onDemandScripts.find((one) => one === name);
  if (run) run();
  else if (late) await ask('script', { name: late });
  else throw new Error(`${path} is not there`);
}
