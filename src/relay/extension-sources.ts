import { marketIds } from '#core/markets.ts';
import { endpoints, marketDetailsPath } from '#protocol/price-api.ts';

/** The name of the exchange rates among the feeds. */
export const ratesSource = 'rates';

/** The feeds that the extension asks for: they are never dropped, and have their share of the key's budget first. */
export const extensionSources: ReadonlySet<string> = new Set([
  endpoints.partner,
  ...marketIds.map(marketDetailsPath),
  ratesSource,
]);
