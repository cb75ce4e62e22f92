import type { MarketId } from '#core/markets.ts';
import { el } from '#ui/element.ts';

/**
 * Letters and shape of each market's mark; our own, and told apart without colour: the three of the overlay have a
 * shape each, the others two letters.
 */
const marks: Readonly<Record<MarketId, string>> = {
  buff163: 'B square',
  youpin: 'Y round',
  csfloat: 'C hexagon',
  dmarket: 'DM plain',
  steam: 'ST plain',
  gamerpay: 'GP plain',
  marketcsgo: 'MC plain',
  lisskins: 'LS plain',
  waxpeer: 'WX plain',
  shadowpay: 'SP plain',
  whitemarket: 'WM plain',
  skins: 'SK plain',
  csgoroll: 'CR plain',
};

/** A market's letters in a shape of its own; hidden from screen readers, for its name stands beside it. */
export function marketMark(market: MarketId): HTMLElement {
  const [letter = '', shape = ''] = marks[market].split(' ');
  return el('span', { class: `mark ${shape}`, 'aria-hidden': 'true' }, letter);
}
