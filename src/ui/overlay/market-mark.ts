import { isReference, type MarketId, markets, type ReferenceMarket, references } from '#core/prices/markets.ts';
import { el } from '#ui/overlay/element.ts';

// Hidden from screen readers, because the market's name is beside it.
const mark = (letters: string, shape: string): HTMLElement =>
  el('span', { class: `mark ${shape}`, 'aria-hidden': 'true' }, letters);

/** The mark of a market that overlays compare with. */
export const referenceMark = (market: ReferenceMarket): HTMLElement =>
  mark(references[market].letters, references[market].shape);

export const marketMark = (market: MarketId): HTMLElement =>
  isReference(market) ? referenceMark(market) : mark(markets[market].letters, 'plain');
