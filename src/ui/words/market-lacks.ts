import type { OffersByName } from '#core/owned/inventory.ts';
import { coinMarket, isReference, type MarketId } from '#core/prices/markets.ts';
import { text } from '#ui/words/text.ts';

type MarketLack = 'waiting' | 'no-rate' | 'no-price';

/** By market; one with a sum is absent. */
export type MarketLacks = { readonly [market in MarketId]?: MarketLack | undefined };

/** Of an inventory it has `items`, of a trade offer the others. */
type MarketRow = { readonly market: MarketId } & { readonly [sum in 'items' | 'give' | 'get']?: number | undefined };

/** Why markets have no sum; a market of which no item is told anything has not been loaded. */
export function lacksOf(
  rows: readonly MarketRow[],
  { offers, coinUsd }: { readonly offers: OffersByName; readonly coinUsd: number | null },
): MarketLacks {
  const told = [...offers.values()];
  const lackOf = (market: MarketId): MarketLack => {
    if (!isReference(market) && !told.some((offers) => offers.some((offer) => offer.market === market)))
      return 'waiting';
    return market === coinMarket && coinUsd === null ? 'no-rate' : 'no-price';
  };
  const lacking = rows.filter(({ items = 0, give = 0, get = 0 }) => items + give + get === 0);
  return Object.fromEntries(lacking.map(({ market }) => [market, lackOf(market)]));
}

const lackKeys = {
  waiting: 'wordNotLoaded',
  'no-rate': 'panelNoCoinRate',
  'no-price': 'wordNoPrice',
} as const satisfies Record<MarketLack, string>;

export const lackWords = (lack: MarketLack) => ({ sign: lack === 'waiting' ? '…' : '–', title: text(lackKeys[lack]) });
