import type { Detail } from '#core/detail.ts';
import type { MarketOffer, MarketOffers } from '#core/market-offers.ts';
import { centsPerUnit, isReference, type MarketId } from '#core/markets.ts';
import type { Settings } from '#core/settings.ts';
import type { FoundMarket } from '#data/details/detail-store.ts';
import type { MarketDetails } from '#data/details/market-details.ts';
import { maxPriceCents } from '#protocol/price-api.ts';

export type FoundDetails = ReadonlyMap<MarketId, FoundMarket>;

/** What the markets tell of an item, in USD cents. */
export const offersOfItem = (name: string, found: FoundDetails, coinUsd: number | null): MarketOffers =>
  Object.fromEntries(
    [...found].map(([market, { about, details }]) => [
      market,
      offerOf(about.updatedAt, details.get(name), centsPerUnit(market, coinUsd)),
    ]),
  );

function offerOf(marketAsOf: number, detail: Detail | undefined, scale: number): MarketOffer {
  if (!detail) return { unlisted: true, inflated: false, asOf: marketAsOf };
  const { price, inflated, updatedAt = marketAsOf } = detail;
  // In coins it may be larger than any line.
  const cents = price * scale <= maxPriceCents ? Math.round(price * scale) || undefined : undefined;
  return { cents, inflated, asOf: Math.min(marketAsOf, updatedAt) };
}

export interface MarketOffersDeps {
  readonly findMany: MarketDetails['findMany'];
  readonly settings: () => Promise<Pick<Settings, 'markets' | 'coinUsd'>>;
}

/** What the chosen markets that are no references tell of items, in the order of their names. */
export const createMarketOffers =
  ({ findMany, settings }: MarketOffersDeps) =>
  async (names: readonly string[]): Promise<readonly MarketOffers[]> => {
    const { markets, coinUsd } = await settings();
    const found = await findMany(
      names,
      markets.filter((market) => !isReference(market)),
    );
    return names.map((name) => offersOfItem(name, found, coinUsd));
  };
