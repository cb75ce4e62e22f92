import { setTimeout as sleep } from 'node:timers/promises';

export interface WaitOptions {
  readonly limitMs?: number | undefined;
  readonly pauseMs?: number | undefined;
}

/** The condition was not met in time. */
export class WaitTimeout extends Error {}

/**
 * Polls `ask` until it returns a value.
 * @throws WaitTimeout, naming `what`, when it returns none within `limitMs`; whatever `ask` throws.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined>,
  { limitMs = 60_000, pauseMs = 50 }: WaitOptions = {},
): Promise<T> {
  const end = performance.now() + limitMs;
  while (performance.now() < end) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await sleep(pauseMs);
  }
  throw new WaitTimeout(`waited ${limitMs / 1000} s in vain for ${what}`);
}
