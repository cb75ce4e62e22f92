import { isReference, type MarketId } from '#core/prices/markets.ts';
import { type Offer, offersOf } from '#core/prices/offer.ts';
import type { Settings } from '#core/settings/settings.ts';
import { ownIn } from '#data/details/detail-store.ts';
import type { MarketDetails, MarketDetailsDeps } from '#data/details/market-details.ts';
import type { QuotesAnswer } from '#protocol/messages.ts';

export interface MarketOffersDeps extends Pick<MarketDetails, 'findMany'>, Pick<MarketDetailsDeps, 'table'> {
  readonly settings: () => Promise<Pick<Settings, 'markets' | 'coinUsd'>>;
  readonly quotesWithoutUse: (names: readonly string[]) => Promise<Pick<QuotesAnswer, 'spellings'>>;
}

export type MarketOffers = ReturnType<typeof createMarketOffers>;

export function createMarketOffers({ findMany, settings, table, quotesWithoutUse }: MarketOffersDeps) {
  return {
    /** Of all chosen markets, in their order, with the addresses of the item's pages. A name counts as the table spells it. */
    ofItem: async (given: string): Promise<readonly Offer[]> => {
      const [{ markets, coinUsd }, loaded, { spellings }] = await Promise.all([
        settings(),
        table(),
        quotesWithoutUse([given]),
      ]);
      const name = spellings?.[0] ?? given;
      const own = ownIn(await findMany([name], markets, true), name);
      const number = loaded?.table.numberOf(name);
      const row = number === undefined ? undefined : loaded?.table.rowAt(number);
      return offersOf(markets, { table: loaded && { row, asOf: loaded.asOf }, own, coinUsd });
    },
    /** Of those of the markets that are loaded and no references, for each exact name. @param on absent: the chosen ones */
    ofItems: async (names: readonly string[], on?: readonly MarketId[]): Promise<readonly (readonly Offer[])[]> => {
      const { markets, coinUsd } = await settings();
      const wanted = (on ?? markets).filter((market) => !isReference(market));
      const found = await findMany(names, wanted);
      return names.map((name) => offersOf([...found.keys()], { own: ownIn(found, name), coinUsd }));
    },
  };
}
