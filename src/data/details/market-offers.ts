import { ownPrice } from '#core/prices/detail.ts';
import { countedPrice, type MarketOffers } from '#core/prices/price-at.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { FoundDetails } from '#data/details/detail-store.ts';
import type { MarketDetails } from '#data/details/market-details.ts';

/** What the markets tell of an item, in USD cents. */
export const offersOfItem = (name: string, found: FoundDetails, coinUsd: number | null): MarketOffers =>
  Object.fromEntries(
    [...found].map(([market, { about, details }]) => [
      market,
      countedPrice({ market, coinUsd, own: ownPrice(about.updatedAt, details.get(name)) }),
    ]),
  );

export interface MarketOffersDeps {
  readonly findMany: MarketDetails['findMany'];
  readonly settings: () => Promise<Pick<Settings, 'markets' | 'coinUsd'>>;
}

/** What the own data of the chosen markets tell of items, in the order of their names. */
export const createMarketOffers =
  ({ findMany, settings }: MarketOffersDeps) =>
  async (names: readonly string[]): Promise<readonly MarketOffers[]> => {
    const { markets, coinUsd } = await settings();
    const found = await findMany(names, markets);
    return names.map((name) => offersOfItem(name, found, coinUsd));
  };
