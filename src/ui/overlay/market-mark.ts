import { isReference, type MarketId, markets, references } from '#core/prices/markets.ts';
import { el } from '#ui/overlay/element.ts';

/** The mark of a market, hidden from screen readers: the market's name is beside it. Those of references have a shape. */
export function marketMark(market: MarketId): HTMLElement {
  const shape = isReference(market) ? references[market].shape : 'plain';
  return el('span', { class: `mark ${shape}`, 'aria-hidden': 'true' }, markets[market].letters);
}
