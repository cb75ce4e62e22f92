/** What one market's value is counted in: USD cents, or the coins of the site itself. */
type Unit = 'cents' | 'coins';

/** One of the 13 markets of price-api.md, "Markets". */
export interface Market {
  readonly name: string;
  readonly unit: Unit;
  /** Hosts that a link to this market may point to; sub-domains count as well. */
  readonly hosts: readonly string[];
}

/*#__NO_SIDE_EFFECTS__*/
const market = (name: string, ...hosts: string[]): Market => ({ name, unit: 'cents', hosts });

/** Every market that the price API knows, by its id there. */
export const markets = {
  buff163: market('BUFF163', 'buff.163.com'),
  csfloat: market('CSFloat', 'csfloat.com'),
  youpin: market('YouPin', 'youpin898.com'),
  dmarket: market('DMarket', 'dmarket.com'),
  steam: market('Steam', 'steamcommunity.com'),
  gamerpay: market('GamerPay', 'gamerpay.gg'),
  marketcsgo: market('Market.CSGO', 'market.csgo.com'),
  lisskins: market('LIS-SKINS', 'lis-skins.com'),
  waxpeer: market('Waxpeer', 'waxpeer.com'),
  shadowpay: market('ShadowPay', 'shadowpay.com'),
  whitemarket: market('WhiteMarket', 'white.market'),
  skins: market('Skins.com', 'skins.com'),
  csgoroll: { name: 'CSGORoll', unit: 'coins', hosts: ['csgoroll.com', 'csgoroll.gg'] },
} as const satisfies Record<string, Market>;

export type MarketId = keyof typeof markets;

export const marketIds = /*#__PURE__*/ Object.keys(markets) as readonly MarketId[];

/** Whether a string names one of the 13 markets exactly. */
export const isMarketId = (id: string): id is MarketId => Object.hasOwn(markets, id);

/** The three markets that every overlay compares with: the columns of `/api/get-partner-prices`. */
export const referenceMarkets = ['buff163', 'youpin', 'csfloat'] as const satisfies readonly MarketId[];

export type ReferenceMarket = (typeof referenceMarkets)[number];
