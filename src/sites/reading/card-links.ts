import { withoutQuery } from '#sites/reading/elements.ts';
import { single } from '#sites/reading/single.ts';

/** The addresses of a card: of the link that it is or stands in, and of the links in it. */
const linksOf = (card: Element): readonly string[] =>
  [card.closest('a[href]'), ...card.querySelectorAll('a[href]')].flatMap((link) => link?.getAttribute('href') ?? []);

/**
 * The one id in a card's links: the first group of `pattern`, which is tested against each address without its query.
 * `undefined` for none and for two different ids.
 */
export const idInLinks = (card: Element, pattern: RegExp): string | undefined =>
  single(linksOf(card).flatMap((address) => pattern.exec(withoutQuery(address))?.[1] ?? []));
