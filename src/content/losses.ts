import type { Card } from '#content/cards/cards.ts';

/** Over so many losses within so long, another script is fighting us for the place, and we rest. */
const mostLosses = 150;
const windowMs = 5000;

/**
 * Counts how often the page took our node out of a card. A page that re-renders gets it back each time;
 * a script that removes it at every frame wins until the window is over.
 */
export class LossCount {
  readonly #now: () => number;
  readonly #windows = new WeakMap<Card, { readonly since: number; losses: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Notes a loss; answers how long to rest, ms, 0 for not at all. */
  note(card: Card): number {
    const now = this.#now();
    const known = this.#windows.get(card);
    const current = known && now - known.since < windowMs ? known : { since: now, losses: 0 };
    current.losses++;
    this.#windows.set(card, current);
    return current.losses > mostLosses ? windowMs - (now - current.since) : 0;
  }
}
