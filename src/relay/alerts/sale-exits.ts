import * as z from 'zod/mini';
import { type Exit, exitAt } from '#core/exit-value.ts';
import { isMarketFees, type MarketFees } from '#core/fees.ts';
import { type MarketId, marketIds, markets } from '#core/markets.ts';
import { hasPhases } from '#core/phases.ts';
import type { SaleExit } from '#core/watch-crossing.ts';
import type { ObservedOffer } from '#relay/history/observed-prices.ts';

/** What the relay must know of a user to tell what a sale leaves. */
export const saleRules = z.strictObject({
  /** The fees of the markets at which the user sells. */
  fees: z.partialRecord(z.enum(marketIds), z.custom<MarketFees>(isMarketFees)),
  /** Least number of listings of a price that counts. */
  minCount: z.number().check(z.gte(0)),
  /** US dollars for a coin of the market that counts in coins; without it that market leaves nothing. */
  coinUsd: z.optional(z.number().check(z.gt(0))),
});

export type SaleRules = z.infer<typeof saleRules>;

/** The markets' last data on the watched items. */
export type Offers = ReadonlyMap<MarketId, MarketOffers>;

export interface MarketOffers {
  /** The time of the market's data, ms since 1970. */
  readonly asOf: number;
  readonly byName: ReadonlyMap<string, ObservedOffer>;
}

export const marketsOfSale = ({ fees }: SaleRules): readonly MarketId[] =>
  marketIds.filter((market) => fees[market] !== undefined);

/** Where a sale leaves the most now, by the extension's own rule (src/core/exit-value.ts). Phases have prices of their own. */
export function saleExit(
  name: string,
  sale: SaleRules,
  offers: Offers,
  times: { readonly now: number; readonly staleAfterMs: number },
): SaleExit | undefined {
  const rules = { fees: { confirmed: true, markets: sale.fees }, minCount: sale.minCount, ...times };
  const exits = marketsOfSale(sale).flatMap((market): Exit[] => {
    const ofMarket = offers.get(market);
    const offer = ofMarket?.byName.get(name);
    if (!ofMarket || !offer) return [];
    const { price, updatedAt = ofMarket.asOf } = offer;
    const cents = price * (markets[market].unit === 'cents' ? 1 : (sale.coinUsd ?? 0));
    const exit = exitAt({ ...offer, market, cents, asOf: Math.min(ofMarket.asOf, updatedAt) }, rules);
    return typeof exit === 'string' ? [] : [exit];
  });
  const [best] = hasPhases(name) ? [] : exits.toSorted((one, other) => other.netCents - one.netCents);
  return best && { market: best.market, netCents: best.netCents };
}
