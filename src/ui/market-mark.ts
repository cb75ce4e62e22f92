import { isReference, type MarketId, type ReferenceMarket } from '#core/markets.ts';
import { el } from '#ui/element.ts';

/** Letters and shape of each mark of an overlay; our own. The shapes need no colour. */
const referenceMarks: Readonly<Record<ReferenceMarket, readonly [letters: string, shape: string]>> = {
  buff163: ['B', 'square'],
  youpin: ['Y', 'round'],
  csfloat: ['C', 'hexagon'],
};

/** Letters of the marks of all other markets; our own. */
const otherLetters: Readonly<Record<Exclude<MarketId, ReferenceMarket>, string>> = {
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

// Hidden from screen readers, because the market's name is beside it.
const mark = (letters: string, shape: string): HTMLElement =>
  el('span', { class: `mark ${shape}`, 'aria-hidden': 'true' }, letters);

/** The mark of a market that overlays compare with. */
export const referenceMark = (market: ReferenceMarket): HTMLElement => mark(...referenceMarks[market]);

export const marketMark = (market: MarketId): HTMLElement =>
  isReference(market) ? referenceMark(market) : mark(otherLetters[market], 'plain');
