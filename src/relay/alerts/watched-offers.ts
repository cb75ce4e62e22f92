import * as z from 'zod/mini';
import { areNoOlder } from '#core/age.ts';
import { type Exit, exitAt, leavesMore } from '#core/exit-value.ts';
import { isMarketFees, type MarketFees } from '#core/fees.ts';
import type { MarketOffers } from '#core/market-offers.ts';
import { isReference, type MarketId, marketIds, markets } from '#core/markets.ts';
import { hasPhases } from '#core/phases.ts';
import type { Quote } from '#core/quote.ts';
import type { SaleExit } from '#core/watch-prices.ts';
import { maxPriceCents } from '#protocol/price-api.ts';
import type { ObservedOffer } from '#relay/history/observed-prices.ts';

const coinRate = z.optional(z.number().check(z.gt(0)));

/** What the relay must know of a user to tell what a sale leaves. */
export const saleRules = z.strictObject({
  /** The fees of the markets at which the user sells. */
  fees: z.partialRecord(z.enum(marketIds), z.custom<MarketFees>(isMarketFees)),
  /** Least number of listings of a price that counts. */
  minCount: z.number().check(z.gte(0)),
  /** US dollars for a coin of the market that counts in coins; without it that market leaves nothing. */
  coinUsd: coinRate,
});

export type SaleRules = z.infer<typeof saleRules>;

/** What the relay must know to look at the prices that the user compares. Without markets they are the references. */
export const comparedShape = {
  markets: z.optional(z.array(z.enum(marketIds)).check(z.minLength(1), z.maxLength(marketIds.length))),
  coinUsd: coinRate,
};

export type Offers = ReadonlyMap<MarketId, ObservedMarket>;

interface ObservedMarket {
  /** The time of the market's data, ms since 1970. */
  readonly asOf: number;
  readonly byName: ReadonlyMap<string, ObservedOffer>;
}

export const marketsOfRules = ({ fees }: SaleRules): readonly MarketId[] =>
  marketIds.filter((market) => fees[market] !== undefined);

/** What a market tells of an item, in USD cents. Hundredths of a coin have the value of cents of its rate. */
function offerAt(market: MarketId, name: string, offers: Offers, coinUsd: number | undefined) {
  const ofMarket = offers.get(market);
  const offer = ofMarket?.byName.get(name);
  if (!ofMarket) return undefined;
  if (!offer) return { unlisted: true, inflated: false, asOf: ofMarket.asOf } as const;
  const { price, updatedAt = ofMarket.asOf, ...more } = offer;
  const cents = price * (markets[market].unit === 'cents' ? 1 : (coinUsd ?? 0));
  return { ...more, cents: cents <= maxPriceCents ? cents : undefined, asOf: Math.min(ofMarket.asOf, updatedAt) };
}

/** What the table tells of an item, and when, ms since 1970. */
interface TablePrices {
  readonly quote: Quote | undefined;
  readonly asOf: number;
}

/**
 * What a market asks where the user may sell, by the extension's own rule (src/data/exits/compute-exits.ts): the table's
 * flag counts on the references, and their price in the table where their own data are older or do not have the item.
 */
function sellingOfferAt(
  market: MarketId,
  name: string,
  offers: Offers,
  coinUsd: number | undefined,
  table: TablePrices,
) {
  const [ofMarket, own] = [offers.get(market), offerAt(market, name, offers, coinUsd)];
  if (!ofMarket || !own || !isReference(market)) return own;
  const listed = table.quote?.[market];
  const isOfTable = listed !== undefined && ('unlisted' in own || !areNoOlder(ofMarket.asOf, table.asOf));
  const inflated = own.inflated || (table.quote?.inflated ?? false);
  return { ...own, inflated, ...(isOfTable && { cents: listed, asOf: table.asOf }) };
}

/** Where a sale leaves the most now, by the extension's own rule (src/core/exit-value.ts). Phases have prices of their own. */
export function saleExit(
  name: string,
  sale: SaleRules,
  offers: Offers,
  { quote, asOf, ...times }: TablePrices & { readonly now: number; readonly staleAfterMs: number },
): SaleExit | undefined {
  const rules = { fees: { confirmed: true, markets: sale.fees }, minCount: sale.minCount, ...times };
  let best: Exit | undefined;
  for (const market of hasPhases(name) ? [] : marketsOfRules(sale)) {
    const offer = sellingOfferAt(market, name, offers, sale.coinUsd, { quote, asOf });
    const exit = offer && exitAt({ ...offer, market }, rules);
    if (typeof exit === 'object' && leavesMore(exit, best?.netCents ?? 0)) best = exit;
  }
  return best;
}

export const offersOn = (
  of: readonly MarketId[],
  name: string,
  offers: Offers,
  coinUsd: number | undefined,
): MarketOffers =>
  Object.fromEntries(
    of.flatMap((market) => {
      const offer = offerAt(market, name, offers, coinUsd);
      return offer
        ? [[market, 'cents' in offer ? { ...offer, cents: offer.cents && Math.round(offer.cents) } : offer]]
        : [];
    }),
  );
