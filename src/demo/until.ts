import { setTimeout as sleep } from 'node:timers/promises';

/** Most of the limit that one try uses up, ms. A machine that stood still during a try has not waited. */
const maxTryMs = 1000;

export interface WaitOptions {
  /** Time that the tries may take, ms. A try over a second counts as one second. */
  readonly limitMs?: number | undefined;
  readonly pauseMs?: number | undefined;
}

class WaitTimeout extends Error {}

/** @throws WaitTimeout, naming `what`, when none comes within `limitMs`; whatever `ask` throws */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined>,
  { limitMs = 60_000, pauseMs = 50 }: WaitOptions = {},
): Promise<T> {
  for (let waitedMs = 0; waitedMs < limitMs; ) {
    const start = performance.now();
    const answer = await ask();
    if (answer !== undefined) return answer;
    waitedMs += Math.min(performance.now() - start, maxTryMs) + pauseMs;
    await sleep(pauseMs);
  }
  throw new WaitTimeout(`waited ${limitMs / 1000} s in vain for ${what}`);
}
