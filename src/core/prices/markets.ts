/** The markets that every overlay compares with, in the order of every list of them. Pages load these alone with the first card. */
export const referenceMarkets = ['buff163', 'youpin', 'csfloat'] as const;

export type ReferenceMarket = (typeof referenceMarkets)[number];

/** Their prices in a row of `/api/get-partner-prices`. */
export const partnerFields = {
  buff163: 'price_buff',
  youpin: 'price_uu',
  csfloat: 'price_csfloat',
} as const satisfies Record<ReferenceMarket, string>;

/** The one market with prices in coins; `settings.coinUsd` is the rate of its coin. */
export const coinMarket = 'csgoroll' as const;

/** The market whose balance nobody can cash out. */
export const balanceMarket = 'steam' as const;

/** The names of the 13 markets that the price API knows, by their ids there (src/protocol/price-api.md, "Markets"). */
export const marketNames = {
  buff163: 'BUFF163',
  csfloat: 'CSFloat',
  youpin: 'YouPin',
  dmarket: 'DMarket',
  steam: 'Steam',
  gamerpay: 'GamerPay',
  marketcsgo: 'Market.CSGO',
  lisskins: 'LIS-SKINS',
  waxpeer: 'Waxpeer',
  shadowpay: 'ShadowPay',
  whitemarket: 'WhiteMarket',
  skins: 'Skins.com',
  [coinMarket]: 'CSGORoll',
} as const;

export type MarketId = keyof typeof marketNames;

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

export const marketIds = /*#__PURE__*/ Object.keys(marketNames) as readonly MarketId[];

export const isMarketId = (id: string): id is MarketId => Object.hasOwn(marketNames, id);

export const isReference = (market: MarketId): market is ReferenceMarket =>
  referenceMarkets.some((one) => one === market);

export const byReference = <const T>(of: (market: ReferenceMarket) => T): Record<ReferenceMarket, T> =>
  Object.fromEntries(referenceMarkets.map((market) => [market, of(market)])) as Record<ReferenceMarket, T>;

/** USD cents for one unit of a market's prices; 0 for coins without a rate. */
export const centsPerUnit = (market: MarketId, coinUsd: number | null | undefined): number =>
  market === coinMarket ? (coinUsd ?? 0) * 100 : 1;

/** The markets whose own data the extension loads: those that the user compares, and Steam where cards tell a share of its price. */
export const loadedMarkets = (chosen: readonly MarketId[], { ofSteam }: { readonly ofSteam: boolean }) =>
  ofSteam && !chosen.includes(balanceMarket) ? [...chosen, balanceMarket] : chosen;

/** The reference markets that the user compares, in the user's order; all of them when none of them was chosen. */
export function comparedReferences(chosen: readonly string[]): readonly ReferenceMarket[] {
  const compared = referenceMarkets.filter((market) => chosen.includes(market));
  if (compared.length === 0) return referenceMarkets;
  return compared.toSorted((one, other) => chosen.indexOf(one) - chosen.indexOf(other));
}
