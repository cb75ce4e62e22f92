import { browser } from 'wxt/browser';
import { ask } from '#browser/messages.ts';
import { onDemandScripts } from '#protocol/messages.ts';

declare global {
  /** Firefox: deferred files of the extension by path. They load with the page and run when called. */
  var skinlensDeferred: Readonly<Record<string, () => void>> | undefined;
}

/** Rejects after an update or a removal. Chromium shares an import that is under way; another `attempt` starts anew. */
export async function runScript(name: string, attempt = 0): Promise<void> {
  const path = `/${name}.js`;
  const onDemand = onDemandScripts.find((one) => one === name);
  if (!import.meta.env.FIREFOX) {
    const url = browser.runtime.getURL(path);
    const load: Promise<unknown> = import(/* @vite-ignore */ attempt > 0 ? `${url}?${attempt}` : url);
    // Pages of sites that the user added cannot import files of the extension.
    return void (await (onDemand ? load.catch(() => ask('script', { name: onDemand })) : load));
  }
  const run = globalThis.skinlensDeferred?.[path];
  if (run) run();
  else if (onDemand) await ask('script', { name: onDemand });
  else throw new Error(`${path} does not exist`);
}
