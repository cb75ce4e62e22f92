import type { MarketId } from '#core/markets.ts';

/** One market's differences from the others. */
export interface Profile {
  /** Its prices relative to Steam's ask. An assumption (catalogue.md). */
  readonly level: number;
  /** The share of the items of average liquidity that it has offers of; more of liquid ones, fewer of others. */
  readonly coverage: number;
  /** Its number of listings relative to the largest market. */
  readonly size: number;
  /** Whether it has only what the source has an ask for. */
  readonly listedOnly?: boolean;
  /** Highest price that it allows, in cents. */
  readonly limit?: number;
  /** Start of an item's URL; the encoded name follows. */
  readonly link: string;
}

/** Addresses as in src/sites/<id>.md, "Addresses"; a search where an item page needs an unknown id. */
export const profiles: Readonly<Record<MarketId, Profile>> = {
  buff163: { level: 0.88, coverage: 0.97, size: 1, link: 'https://buff.163.com/market/csgo#tab=selling&search=' },
  csfloat: { level: 0.92, coverage: 0.93, size: 0.4, link: 'https://csfloat.com/search?market_hash_name=' },
  youpin: {
    level: 0.87,
    coverage: 0.96,
    size: 0.9,
    link: 'https://www.youpin898.com/market/csgo?gameId=730&search=',
  },
  dmarket: {
    level: 0.93,
    coverage: 0.9,
    size: 0.3,
    link: 'https://dmarket.com/ingame-items/item-list/csgo-skins?title=',
  },
  steam: {
    level: 1,
    coverage: 1,
    size: 0.8,
    listedOnly: true,
    limit: 204_400,
    link: 'https://steamcommunity.com/market/listings/730/',
  },
  gamerpay: { level: 0.94, coverage: 0.75, size: 0.1, link: 'https://gamerpay.gg/?query=' },
  marketcsgo: { level: 0.9, coverage: 0.92, size: 0.5, link: 'https://market.csgo.com/en/?search=' },
  lisskins: { level: 0.91, coverage: 0.88, size: 0.3, link: 'https://lis-skins.com/market/csgo/?query=' },
  waxpeer: { level: 0.905, coverage: 0.85, size: 0.3, link: 'https://waxpeer.com/?search=' },
  shadowpay: { level: 0.915, coverage: 0.84, size: 0.2, link: 'https://shadowpay.com/en/csgo-items?search=' },
  whitemarket: { level: 0.925, coverage: 0.8, size: 0.15, link: 'https://white.market/market?name=' },
  skins: { level: 0.935, coverage: 0.7, size: 0.1, link: 'https://skins.com/market?search=' },
  csgoroll: {
    level: 0.95,
    coverage: 0.65,
    size: 0.1,
    link: 'https://www.csgoroll.com/en/withdraw/crypto/csgo?search=',
  },
};
