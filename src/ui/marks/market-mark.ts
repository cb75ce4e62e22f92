import { balanceMarket, type MarketId } from '#core/prices/markets.ts';
import { el } from '#ui/overlay/element.ts';

/** The classes of a market's mark (src/ui/marks/market-marks.css). It has no text: the market's name is beside it or in a tooltip. */
export const markClass = (market: MarketId): string => `sign ${market}`;

export const marketMark = (market: MarketId): HTMLElement => el('span', { class: markClass(market) });

/** Before an amount of Steam's balance, which is no cash. */
export const balanceMark = (word: string): HTMLElement =>
  el('span', { class: markClass(balanceMarket), role: 'img', 'aria-label': word });
