import type { Detail } from '#core/detail.ts';
import type { MarketOffer, MarketOffers } from '#core/market-offers.ts';
import { centsPerUnit, type MarketId } from '#core/markets.ts';
import type { FoundMarket } from '#data/details/detail-store.ts';
import { maxPriceCents } from '#protocol/price-api.ts';

export type FoundDetails = ReadonlyMap<MarketId, FoundMarket>;

/** What the markets tell of an item, in USD cents. */
export const offersOf = (name: string, found: FoundDetails, coinUsd: number | null): MarketOffers =>
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
  const cents = price * scale <= maxPriceCents ? Math.round(price * scale) : undefined;
  return { cents, inflated, asOf: Math.min(marketAsOf, updatedAt) };
}
