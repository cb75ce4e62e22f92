import * as z from 'zod/mini';
import { hasPhases } from '#core/items/phases.ts';
import { isMarketFees, type MarketFees } from '#core/money/fees.ts';
import { type PriceObservation, saleState } from '#core/owned/watch-prices.ts';
import { bestExit, exitAt } from '#core/prices/exit-value.ts';
import { type MarketId, marketIds, markets } from '#core/prices/markets.ts';
import { type AgeRules, ageDoubt, type OwnData, offersOf, type Sources, type TableRow } from '#core/prices/offer.ts';
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

/** What markets' own data tell. `asOf`: their time, ms since 1970. */
export type Offers = ReadonlyMap<
  MarketId,
  { readonly asOf: number; readonly byName: ReadonlyMap<string, ObservedOffer> }
>;

export const marketsOfRules = ({ fees }: SaleRules): readonly MarketId[] =>
  marketIds.filter((market) => fees[market] !== undefined);

/** What the table tells of an item, and when, ms since 1970. */
interface TablePrices {
  readonly row: TableRow | undefined;
  readonly asOf: number;
}

/** What is told of an item. */
export const toldOfItem = (name: string, offers: Offers, table: TablePrices, coinUsd: number | undefined): Sources => ({
  ...{ table, coinUsd },
  own: (market) => ownAt(market, name, offers),
});

/** What a market's own data tell of an item; `undefined`: nothing yet. */
function ownAt(market: MarketId, name: string, offers: Offers): OwnData | undefined {
  const told = offers.get(market);
  const detail = told?.byName.get(name);
  // Coins are recorded in hundredths.
  const unit = markets[market].unit === 'cents' ? 1 : 100;
  return told && { asOf: told.asOf, detail: detail && { ...detail, price: detail.price / unit } };
}

/** The same, where the data are renewed: nobody may have asked for them for days. */
export function freshOwn(market: MarketId, name: string, offers: Offers, times: AgeRules): OwnData | undefined {
  const own = ownAt(market, name, offers);
  return own && !ageDoubt(own.asOf, times) ? own : undefined;
}

/** Where a sale leaves the most now, and what it leaves on each market, by the extension's own rule. Phases have prices of their own. */
export function salesOf(
  name: string,
  sale: SaleRules,
  offers: Offers,
  { row, asOf, ...times }: TablePrices & { readonly now: number; readonly staleAfterMs: number },
): Pick<PriceObservation, 'exit' | 'saleOn'> {
  const rules = { fees: { confirmed: true, markets: sale.fees }, minCount: sale.minCount, ...times };
  // Without its own data nobody knows how many listings a market has.
  const told = marketsOfRules(sale).filter((market) => offers.has(market));
  const asked = offersOf(told, toldOfItem(name, offers, { row, asOf }, sale.coinUsd));
  const exits = hasPhases(name) ? [] : asked.map((offer) => exitAt(offer, rules));
  const best = bestExit(exits);
  return {
    exit: typeof best === 'string' ? undefined : best,
    saleOn: (market) =>
      sale.fees[market] && saleState(asked.find((offer) => offer.market === market) ?? { market }, rules),
  };
}
