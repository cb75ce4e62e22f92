import type { startMain } from '#worker/main.ts';

type StartMain = typeof startMain;

declare global {
  /** Set by the worker's main file. */
  var skinlensMain: StartMain | undefined;
}

/** Exists in Chromium's service worker. */
declare const importScripts: (path: string) => void;

const file = '/worker-main.js';

export const registerMain = (start: StartMain): void => {
  globalThis.skinlensMain = start;
};

/** Call it while the worker starts: Chromium's service worker imports later only what it imported at installation. */
export function preloadMain(): void {
  if (!import.meta.env.FIREFOX) self.addEventListener('install', () => importScripts(file));
}

/** Loads the main file. It is separate because a browser reads a worker's file whole before it delivers an event. */
export async function loadMain(): Promise<StartMain> {
  if (import.meta.env.FIREFOX) await runFile(file);
  // A worker that was just installed has imported it already.
  else if (!globalThis.skinlensMain) importScripts(file);
  if (!globalThis.skinlensMain) throw new Error(`${file} registered nothing`);
  return globalThis.skinlensMain;
}

/** Runs a file of the extension in Firefox's worker, which is a page. Rejects when the file does not load. */
const runFile = (path: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: path });
    script.addEventListener('load', resolve);
    script.addEventListener('error', () => reject(new Error(`${path} did not load`)));
    document.head.append(script);
  });
