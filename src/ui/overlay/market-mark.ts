import { isReference, type MarketId, markets, references } from '#core/prices/markets.ts';
import { type Shape, shape, toElement } from '#ui/overlay/shape.ts';

/** The mark of a market, hidden from screen readers: the market's name is beside it. Those of references have a shape. */
export function markShape(market: MarketId): Shape {
  const outline = isReference(market) ? references[market].shape : 'plain';
  return shape('span', { class: `mark ${outline}`, 'aria-hidden': 'true' }, markets[market].letters);
}

export const marketMark = (market: MarketId): HTMLElement => toElement(markShape(market));
