import { type Cards, countRead, countSeen, hasDrifted } from '#content/cards/cards.ts';
import { kindsAt } from '#content/cards/page-kinds.ts';
import type { Outline } from '#core/site.ts';

/**
 * How an adapter fares on a page. `empty`: the page should have cards and has none. `unreadable`: none or too few of them
 * can be read.
 */
export type Readability = 'fine' | 'empty' | 'unreadable';

export function readabilityOf(site: Pick<Outline, 'pages'>, { location }: Document, cards: Cards): Readability {
  if (cards.size === 0) return kindsAt(site, location.pathname).length > 0 ? 'empty' : 'fine';
  return (countSeen(cards) > 0 && countRead(cards) === 0) || hasDrifted(cards) ? 'unreadable' : 'fine';
}
