import { ask } from '#browser/messages.ts';
import { runScript } from '#browser/scripts.ts';
import { endWithin } from '#core/asks/timeout.ts';
import type { LazyExports } from '#page/boot/lazy-exports.ts';

/** Longer than the worker waits for the relay (20 s), ms. */
const answerLimitMs = 30_000;

let attempt = 0;
let leaving = new AbortController();

/**
 * Gives up all that is under way, so that it is asked for anew. Neither an import (Chromium 156) nor a message that was under
 * way when the page entered the back-forward cache is ever settled.
 */
export function abandonAsks(): void {
  attempt++;
  leaving.abort(new Error('the page was in the back-forward cache'));
  leaving = new AbortController();
}

/** Asks the worker. Rejects when no answer will come, also after the page was in the back-forward cache. */
export const askWorker: typeof ask = (kind, request) => endWithin(ask(kind, request), answerLimitMs, leaving.signal);

/** `script`: a file's name without `.js`. Rejects when it cannot be loaded, as after an update, and as `askWorker`. */
export async function loadExport<K extends keyof LazyExports>(name: K, script: string = name) {
  try {
    if (!globalThis.skinlensExports?.[name]) await endWithin(runScript(script, attempt), answerLimitMs, leaving.signal);
    const value = globalThis.skinlensExports?.[name];
    if (value) return value;
    throw new Error(`${script}.js did not register ${name}`);
  } catch (error) {
    // A browser may remember that an address failed.
    attempt++;
    throw error;
  }
}
