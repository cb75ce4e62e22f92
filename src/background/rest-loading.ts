import type { startRest } from '#background/rest.ts';

type StartRest = typeof startRest;

declare global {
  /** Firefox: what the file with the rest of the worker left. */
  var skinlensRest: StartRest | undefined;
}

/** Called by the file with the rest of the worker. */
export const offerRest = (start: StartRest): void => {
  globalThis.skinlensRest = start;
};

/**
 * Loads what the worker does besides its first answer. Firefox reads a script whole each time the worker wakes, so
 * there it is a file of its own; Chromium keeps scripts compiled, and lets a service worker import none.
 */
export async function loadRest(): Promise<StartRest> {
  if (!import.meta.env.FIREFOX) return (await import('#background/rest.ts')).startRest;
  await runFile('/worker-rest.js');
  if (!globalThis.skinlensRest) throw new Error('worker-rest.js offers nothing');
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
