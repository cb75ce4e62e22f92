import type { startRest } from '#background/main.ts';

type StartRest = typeof startRest;

declare global {
  /** What the file with the rest of the worker left. */
  var skinlensRest: StartRest | undefined;
}

/** There in Chromium's worker. */
declare const importScripts: (path: string) => void;

const file = '/worker-main.js';

/** Called by the file with the rest of the worker. */
export const offerRest = (start: StartRest): void => {
  globalThis.skinlensRest = start;
};

/**
 * Makes the rest one of the worker's own files. Chromium lets a worker import later only what it imported while it was
 * installed, and keeps it beside the worker; call it while the worker starts.
 */
export function holdRest(): void {
  if (!import.meta.env.FIREFOX) self.addEventListener('install', () => importScripts(file));
}

/**
 * Loads what the worker does besides its first answer: a file of its own, for a worker that wakes is read whole before
 * it hears anything.
 */
export async function loadRest(): Promise<StartRest> {
  if (import.meta.env.FIREFOX) await runFile(file);
  // The worker that was just installed has it already.
  else if (!globalThis.skinlensRest) importScripts(file);
  if (!globalThis.skinlensRest) throw new Error(`${file} offers nothing`);
  return globalThis.skinlensRest;
}

/** Runs one of the extension's own files in the page that is Firefox's worker. Rejects when it cannot be had. */
const runFile = (path: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: path });
    script.addEventListener('load', resolve);
    script.addEventListener('error', () => reject(new Error(`${path} cannot be had`)));
    document.head.append(script);
  });
