import { setTimeout as sleep } from 'node:timers/promises';

export interface Patience {
  readonly limitMs?: number | undefined;
  readonly pauseMs?: number | undefined;
}

/** There was no answer in time. */
export class InVain extends Error {}

/** Asks until there is an answer. @throws InVain, naming `what`, when there is none within `limitMs`; what `ask` throws */
export async function until<T>(what: string, ask: () => Promise<T | undefined>, patience: Patience = {}): Promise<T> {
  const { limitMs = 15_000, pauseMs = 50 } = patience;
  const end = performance.now() + limitMs;
  while (performance.now() < end) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await sleep(pauseMs);
  }
  throw new InVain(`waited ${limitMs / 1000} s in vain for ${what}`);
}
