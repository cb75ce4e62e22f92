import { lazy } from '#core/asks/lazy.ts';
import { remember } from '#core/asks/remember.ts';
import { hasPhases } from '#core/items/names.ts';
import { saleState } from '#core/owned/watch-prices.ts';
import { bestExit, exitAt } from '#core/prices/exit-value.ts';
import { type MarketId, marketIds } from '#core/prices/markets.ts';
import { type AgeRules, ageDoubt, type OwnData, offerIn, offersOf } from '#core/prices/offer.ts';
import type { SaleRules } from '#relay/alerts/sent-list.ts';
import { keyOfName, type ObservedPrices, observedOffer, observedRow } from '#relay/history/observed-prices.ts';

export interface TimedPrices {
  readonly prices: ObservedPrices;
  readonly asOf: number;
}

export interface ToldPrices {
  readonly table: TimedPrices;
  readonly own: ReadonlyMap<MarketId, TimedPrices>;
}

export type ToldItem = ReturnType<typeof toldItem>;

export function toldItem({ table, own }: ToldPrices, name: string) {
  const key = keyOfName(name);
  const known = remember<OwnData | undefined>(marketIds.length);
  return {
    name,
    table: { row: observedRow(table.prices, key), asOf: table.asOf },
    own: (market: MarketId): OwnData | undefined =>
      known(market, () => {
        const told = own.get(market);
        return told && { asOf: told.asOf, detail: observedOffer(told.prices, market, key) };
      }),
  };
}

/** What a market's own data tell, where they are renewed: nobody may have asked for them for days. */
export function freshOwn({ own }: Pick<ToldItem, 'own'>, market: MarketId, times: AgeRules): OwnData | undefined {
  const found = own(market);
  return found && !ageDoubt(found.asOf, times) ? found : undefined;
}

export const marketsOfRules = ({ fees }: SaleRules): readonly MarketId[] =>
  marketIds.filter((market) => fees[market] !== undefined);

/** Where a sale leaves the most now, and what it leaves on each market, by the extension's own rule. Phases have prices of their own. */
export function salesOf(item: ToldItem, sale: SaleRules, times: AgeRules) {
  const rules = { fees: { confirmed: true, markets: sale.fees }, minCount: sale.minCount, ...times };
  // Without its own data nobody knows how many listings a market has.
  const told = marketsOfRules(sale).filter((market) => item.own(market));
  const offers = lazy(() => offersOf(told, { ...item, coinUsd: sale.coinUsd }));
  return {
    exit: lazy(() => {
      const best = bestExit(hasPhases(item.name) ? [] : offers().map((offer) => exitAt(offer, rules)));
      return typeof best === 'string' ? undefined : best;
    }),
    saleOn: (market: MarketId) => sale.fees[market] && saleState(offerIn(offers(), market), rules),
  };
}
