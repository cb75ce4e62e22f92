import type { MarketId, ReferenceMarket } from '#core/markets.ts';
import { el } from '#ui/element.ts';

/**
 * Letters and shape of each market's mark; our own, and told apart without colour: the three of the overlay have a
 * shape each, the others two letters.
 */
const shaped: Readonly<Record<ReferenceMarket, readonly [letter: string, shape: string]>> = {
  buff163: ['B', 'square'],
  youpin: ['Y', 'round'],
  csfloat: ['C', 'hexagon'],
};

const lettered: Readonly<Record<Exclude<MarketId, ReferenceMarket>, string>> = {
  dmarket: 'DM',
  steam: 'ST',
  gamerpay: 'GP',
  marketcsgo: 'MC',
  lisskins: 'LS',
  waxpeer: 'WX',
  shadowpay: 'SP',
  whitemarket: 'WM',
  skins: 'SK',
  csgoroll: 'CR',
};

const mark = (letters: string, shape: string): HTMLElement =>
  el('span', { class: `mark ${shape}`, 'aria-hidden': 'true' }, letters);

/** The mark of one of the overlay's markets, which is all that a page loads with its first card. */
export const shapedMark = (market: ReferenceMarket): HTMLElement => mark(...shaped[market]);

const isShaped = (market: MarketId): market is ReferenceMarket => Object.hasOwn(shaped, market);

/** A market's letters in a shape of its own; hidden from screen readers, for its name stands beside it. */
export const marketMark = (market: MarketId): HTMLElement =>
  isShaped(market) ? shapedMark(market) : mark(lettered[market], 'plain');
