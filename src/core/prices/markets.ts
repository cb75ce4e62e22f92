/** One of the 13 markets of the price API (src/protocol/price-api.md, "Markets"). */
export interface Market {
  readonly name: string;
  /** Of its prices: USD cents, or its own coins. */
  readonly unit: 'cents' | 'coins';
}

/*#__NO_SIDE_EFFECTS__*/
const market = (name: string): Market => ({ name, unit: 'cents' });

/**
 * The markets that every overlay compares with, in the order of every list of them. `field`: the market's price in
 * `/api/get-partner-prices`. Pages load these alone with the first card.
 */
export const references = {
  buff163: { name: 'BUFF163', field: 'price_buff' },
  youpin: { name: 'YouPin', field: 'price_uu' },
  csfloat: { name: 'CSFloat', field: 'price_csfloat' },
} as const;

export type ReferenceMarket = keyof typeof references;

export const referenceMarkets = /*#__PURE__*/ Object.keys(references) as readonly ReferenceMarket[];

/*#__NO_SIDE_EFFECTS__*/
const reference = (id: ReferenceMarket): Market => market(references[id].name);

/** The one market with prices in coins; `settings.coinUsd` is the rate of its coin. */
export const coinMarket = 'csgoroll' as const;

/** The market whose balance nobody can cash out. */
export const balanceMarket = 'steam' as const;

/** Every market that the price API knows, by its id there. */
export const markets = {
  buff163: reference('buff163'),
  csfloat: reference('csfloat'),
  youpin: reference('youpin'),
  dmarket: market('DMarket'),
  steam: market('Steam'),
  gamerpay: market('GamerPay'),
  marketcsgo: market('Market.CSGO'),
  lisskins: market('LIS-SKINS'),
  waxpeer: market('Waxpeer'),
  shadowpay: market('ShadowPay'),
  whitemarket: market('WhiteMarket'),
  skins: market('Skins.com'),
  [coinMarket]: { name: 'CSGORoll', unit: 'coins' },
} as const satisfies Record<string, Market>;

export type MarketId = keyof typeof markets;

/** Hosts that a link to a market may point to, sub-domains included. */
export const marketHosts: Readonly<Record<MarketId, readonly string[]>> = {
  buff163: ['buff.163.com'],
  csfloat: ['csfloat.com'],
  youpin: ['youpin898.com'],
  dmarket: ['dmarket.com'],
  steam: ['steamcommunity.com'],
  gamerpay: ['gamerpay.gg'],
  marketcsgo: ['market.csgo.com'],
  lisskins: ['lis-skins.com'],
  waxpeer: ['waxpeer.com'],
  shadowpay: ['shadowpay.com'],
  whitemarket: ['white.market'],
  skins: ['skins.com'],
  csgoroll: ['csgoroll.com', 'csgoroll.gg'],
};

export const marketIds = /*#__PURE__*/ Object.keys(markets) as readonly MarketId[];

export const isMarketId = (id: string): id is MarketId => Object.hasOwn(markets, id);

export const isReference = (market: MarketId): market is ReferenceMarket => Object.hasOwn(references, market);

export const byReference = <const T>(of: (market: ReferenceMarket) => T): Record<ReferenceMarket, T> =>
  Object.fromEntries(referenceMarkets.map((market) => [market, of(market)])) as Record<ReferenceMarket, T>;

/** USD cents for one unit of a market's prices; 0 for coins without a rate. */
export const centsPerUnit = (market: MarketId, coinUsd: number | null | undefined): number =>
  markets[market].unit === 'cents' ? 1 : (coinUsd ?? 0) * 100;

/** The reference markets that the user compares, in the user's order; all of them when none of them was chosen. */
export function comparedReferences(chosen: readonly string[]): readonly ReferenceMarket[] {
  const compared = referenceMarkets.filter((market) => chosen.includes(market));
  if (compared.length === 0) return referenceMarkets;
  return compared.toSorted((one, other) => chosen.indexOf(one) - chosen.indexOf(other));
}
