import type { MarketId } from '#core/markets.ts';
import { el } from '#ui/element.ts';

/** Letters and shape of each market's mark; our own. The overlay's three markets have shapes that need no colour. */
const marks: Readonly<Record<MarketId, readonly [letters: string, shape: string]>> = {
  buff163: ['B', 'square'],
  youpin: ['Y', 'round'],
  csfloat: ['C', 'hexagon'],
  dmarket: ['DM', 'plain'],
  steam: ['ST', 'plain'],
  gamerpay: ['GP', 'plain'],
  marketcsgo: ['MC', 'plain'],
  lisskins: ['LS', 'plain'],
  waxpeer: ['WX', 'plain'],
  shadowpay: ['SP', 'plain'],
  whitemarket: ['WM', 'plain'],
  skins: ['SK', 'plain'],
  csgoroll: ['CR', 'plain'],
};

/** A market's mark; hidden from screen readers, because the market's name is beside it. */
export function marketMark(market: MarketId): HTMLElement {
  const [letters, shape] = marks[market];
  return el('span', { class: `mark ${shape}`, 'aria-hidden': 'true' }, letters);
}
