import type { CardSource } from '#page/cards/card-source.ts';
import { type Cards, countRead, hasDrifted } from '#page/cards/cards.ts';

/**
 * How an adapter fares on a page. `empty`: the page should have cards and has none. `unreadable`: none or too few of them
 * can be read.
 */
export type Readability = 'fine' | 'empty' | 'unreadable';

export function readabilityOf({ expectsCards }: CardSource, cards: Cards): Readability {
  if (cards.size === 0) return expectsCards() ? 'empty' : 'fine';
  // An adapter may take a page of items for one of another game.
  return countRead(cards) === 0 || hasDrifted(cards) ? 'unreadable' : 'fine';
}
