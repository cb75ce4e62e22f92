import type { MarketId } from '#core/markets.ts';

/** How one market differs from the others. */
export interface Profile {
  /** Its prices compared with the item's base price. */
  readonly level: number;
  /** The part of all items that it has listings of. */
  readonly coverage: number;
  /** Listings compared with the largest market. */
  readonly size: number;
  /** Dearer items cannot be sold there, in cents. */
  readonly limit?: number;
  /** Start of the address that shows an item; the encoded name follows. */
  readonly link: string;
}

/** Addresses as in src/sites/<id>.md, "Addresses"; a search where an item page needs an unknown id. */
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
