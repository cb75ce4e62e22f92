import type { MarketId } from '#core/markets.ts';

/** One market's differences from the others. */
export interface Profile {
  /** Its prices relative to the base price. */
  readonly level: number;
  /** The share of all items with listings. */
  readonly coverage: number;
  /** Its number of listings relative to the largest market. */
  readonly size: number;
  /** Highest price that it allows, in cents. */
  readonly limit?: number;
  /** Start of an item's URL; the encoded name follows. */
  readonly link: string;
}

/** Links go to a market's search where an item page needs an unknown id. */
export const profiles: Readonly<Record<MarketId, Profile>> = {
  buff163: { level: 1, coverage: 0.97, size: 1, link: 'https://buff.163.com/market/csgo#tab=selling&search=' },
  csfloat: { level: 1.03, coverage: 0.93, size: 0.4, link: 'https://csfloat.com/search?market_hash_name=' },
  youpin: {
    level: 0.985,
    coverage: 0.96,
    size: 0.9,
    link: 'https://www.youpin898.com/market/csgo?gameId=730&search=',
  },
  dmarket: {
    level: 1.04,
    coverage: 0.9,
    size: 0.3,
    link: 'https://dmarket.com/ingame-items/item-list/csgo-skins?title=',
  },
  steam: {
    level: 1.08,
    coverage: 0.99,
    size: 0.8,
    limit: 200_000,
    link: 'https://steamcommunity.com/market/listings/730/',
  },
  gamerpay: { level: 1.05, coverage: 0.75, size: 0.1, link: 'https://gamerpay.gg/?query=' },
  marketcsgo: { level: 1.01, coverage: 0.92, size: 0.5, link: 'https://market.csgo.com/en/?search=' },
  lisskins: { level: 1.02, coverage: 0.88, size: 0.3, link: 'https://lis-skins.com/market/csgo/?query=' },
  waxpeer: { level: 1.015, coverage: 0.85, size: 0.3, link: 'https://waxpeer.com/?search=' },
  shadowpay: { level: 1.025, coverage: 0.84, size: 0.2, link: 'https://shadowpay.com/en/csgo-items?search=' },
  whitemarket: { level: 1.035, coverage: 0.8, size: 0.15, link: 'https://white.market/market?name=' },
  skins: { level: 1.045, coverage: 0.7, size: 0.1, link: 'https://skins.com/market?search=' },
  csgoroll: {
    level: 1.06,
    coverage: 0.65,
    size: 0.1,
    link: 'https://www.csgoroll.com/en/withdraw/crypto/csgo?search=',
  },
};
