import { isReference, type MarketId, marketIds } from '#core/prices/markets.ts';
import { endpoints, marketDetailsPath } from '#protocol/price-api.ts';
import { countsOf } from '#relay/history/read.ts';

export type PriceEndpoint = keyof typeof endpoints;

export const endpointOf = (source: string): PriceEndpoint =>
  source === endpoints.partner ? 'partner' : source.startsWith(endpoints.csgoroll) ? 'csgoroll' : 'prices';

export const marketsOf = (source: string): readonly string[] | undefined =>
  URL.parse(source, 'http://upstream')?.searchParams.get('markets')?.split(',');

export const ratesSource = 'rates';
export const noticesSource = 'notices';

/** The feeds that the extension asks for: they are never dropped, and have their share of the key's budget first. */
export const extensionSources: ReadonlySet<string> = new Set([
  endpoints.partner,
  ...marketIds.map(marketDetailsPath),
  ratesSource,
  `${ratesSource}/days`,
  noticesSource,
]);

/** The extension's query that tells a market's prices: one tells those of all reference markets. */
const sourceOf = (market: MarketId): string => (isReference(market) ? endpoints.partner : marketDetailsPath(market));

export const sourcesOf = (markets: readonly MarketId[]): readonly string[] => [...new Set(markets.map(sourceOf))];

export const marketOfDetails = (source: string): MarketId | undefined =>
  marketIds.find((market) => marketDetailsPath(market) === source);

/** What a source tells of the chosen markets: prices, and where it is a market's own data also numbers of listings. */
export const recordedSeries = (source: string, chosen: readonly MarketId[]): readonly string[] => [
  ...chosen.filter((market) => sourceOf(market) === source),
  ...chosen.filter((market) => marketOfDetails(source) === market).map(countsOf),
];
