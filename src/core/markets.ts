/** The unit of a market's prices: USD cents, or its own coins. */
type Unit = 'cents' | 'coins';

/** One of the 13 markets of the price API (src/protocol/price-api.md, "Markets"). */
export interface Market {
  readonly name: string;
  readonly unit: Unit;
}

/*#__NO_SIDE_EFFECTS__*/
const market = (name: string): Market => ({ name, unit: 'cents' });

/** The markets that every overlay compares with. Pages load these names alone with the first card. */
export const referenceNames = { buff163: 'BUFF163', youpin: 'YouPin', csfloat: 'CSFloat' } as const;

export type ReferenceMarket = keyof typeof referenceNames;

/** The one market with prices in coins; `settings.coinUsd` is the rate of its coin. */
export const coinMarket = 'csgoroll' as const;

/** The market whose balance nobody can cash out. */
export const balanceMarket = 'steam' as const;

/** Every market that the price API knows, by its id there. */
export const markets = {
  buff163: market(referenceNames.buff163),
  csfloat: market(referenceNames.csfloat),
  youpin: market(referenceNames.youpin),
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

/** Whether a string names one of the 13 markets exactly. */
export const isMarketId = (id: string): id is MarketId => Object.hasOwn(markets, id);

/** The reference markets in the order of the columns of `/api/get-partner-prices`. */
export const referenceMarkets = ['buff163', 'youpin', 'csfloat'] as const satisfies readonly ReferenceMarket[];

export const isReference = (market: MarketId): market is ReferenceMarket =>
  referenceMarkets.some((reference) => reference === market);

/** USD cents for one unit of a market's prices; 0 for coins without a rate. */
export const centsPerUnit = (market: MarketId, coinUsd: number | null | undefined): number =>
  markets[market].unit === 'cents' ? 1 : (coinUsd ?? 0) * 100;

/** The reference markets that the user compares, in the user's order; all three when none of them was chosen. */
export function comparedReferences(chosen: readonly string[]): readonly ReferenceMarket[] {
  const references = referenceMarkets.filter((market) => chosen.includes(market));
  if (references.length === 0) return referenceMarkets;
  return references.toSorted((one, other) => chosen.indexOf(one) - chosen.indexOf(other));
}
