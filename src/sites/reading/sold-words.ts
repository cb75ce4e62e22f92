import { leavesOf } from '#sites/reading/elements.ts';

/** What a card says, in a text of its own, of an item that nobody can buy now. "In cart" may be the user's own. */
const words = [
  'sold(?: out)?|reserved|in (?:a )?trade|(?:un|not |no longer )available|rented(?: out)?|verkauft|reserviert|im handel|nicht verfügbar',
  'vendu|réservé|indisponible|vendido|reservado|no disponible|indisponível|продан[оа]?|зарезервирован[оа]?|в обмене|недоступ[а-я]+',
  '已售出?|售罄|已下架|交易中|已出租|租赁中|已预订',
].join('|');
const anywhere = /*#__PURE__*/ new RegExp(words, 'i');
const alone = /*#__PURE__*/ new RegExp(`^(?:${words})[.!]?$`, 'i');

export const saysSold = (card: Element): boolean =>
  anywhere.test(card.textContent) && leavesOf(card).some(({ textContent }) => alone.test(textContent.trim()));
