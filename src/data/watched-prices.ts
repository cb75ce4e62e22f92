import { hasPhases } from '#core/items/names.ts';
import type { Rate } from '#core/money/rates.ts';
import { alertKindOf, type WatchList, type WatchListEntry } from '#core/owned/watch-list.ts';
import { marketsOfAlert, type PriceObservation, type SaleExit, type SaleState } from '#core/owned/watch-prices.ts';
import { type MarketId, referenceMarkets } from '#core/prices/markets.ts';
import { type Offer, offerIn, offersOf } from '#core/prices/offer.ts';
import type { Quote } from '#core/prices/quote.ts';
import { type FoundDetails, ownIn } from '#data/details/detail-store.ts';
import type { MarketDetails } from '#data/details/market-details.ts';
import type { QuotesAnswer } from '#protocol/messages.ts';

export interface WatchedPricesDeps {
  readonly quotesWithoutUse: (names: readonly string[]) => Promise<QuotesAnswer>;
  readonly details: MarketDetails['findMany'];
  readonly settings: () => Promise<WatchSettings>;
  readonly money: () => Promise<WatchMoney>;
  readonly now: () => number;
}

export interface WatchSettings {
  readonly compared: readonly MarketId[];
  /** The markets of which it is known what a sale leaves. */
  readonly selling: readonly MarketId[];
  readonly coinUsd: number | null;
  readonly staleAfterMs: number;
}

export interface WatchMoney {
  /** `undefined`: no sale is known to leave anything. */
  readonly exitOf: (name: string) => SaleExit | undefined;
  /** What a sale at an offer leaves now; `undefined` where the user sells nothing. */
  readonly saleOf: (offer: Offer) => SaleState | undefined;
  readonly rateOf: (currency: string) => Rate | undefined;
  readonly shown: Rate;
}

export const neededMarkets = ({ items }: WatchList, { compared, selling }: WatchSettings): readonly MarketId[] => [
  ...new Set(items.flatMap(({ alert }) => (alert ? [...marketsOfAlert(alert, compared), ...selling] : []))),
];

/** `quote` is `undefined` for an item that the table does not have. */
export interface ObservedItem extends PriceObservation {
  readonly quote: Quote | undefined;
}

export type WatchedPrices = Awaited<ReturnType<typeof readPrices>>;

/** `asOf` is the time of the data, ms since the epoch; `null` without a table. */
export async function readPrices(deps: WatchedPricesDeps, list: WatchList) {
  const names = list.items.map(({ name }) => name);
  const [{ table, quotes }, settings, { exitOf, saleOf, rateOf, shown }] = await Promise.all([
    deps.quotesWithoutUse(names),
    deps.settings(),
    deps.money(),
  ]);
  const { compared, staleAfterMs, coinUsd } = settings;
  const details = await readDetails(deps, list, settings);
  const asOf = table?.asOf ?? null;
  const sample = table?.sample ?? false;
  return {
    asOf,
    sample,
    rateOf,
    shown,
    /** `undefined` without a table. */
    observe: (name: string): ObservedItem | undefined => {
      if (asOf === null) return undefined;
      const quote = quotes[names.indexOf(name)] ?? undefined;
      // Phases have prices of their own, which nobody tells.
      const exit = hasPhases(name) ? undefined : exitOf(name);
      const listed = quote?.offers ?? offersOf(referenceMarkets, { table: { row: undefined, asOf } });
      const offers = [...listed, ...offersOf([...details.keys()], { own: ownIn(details, name), coinUsd })];
      const saleOn = (market: MarketId) =>
        settings.selling.includes(market) ? saleOf(offerIn(offers, market)) : undefined;
      return { quote, offers, asOf, compared, exit, saleOn, now: deps.now(), staleAfterMs, sample };
    },
  };
}

/** What the markets that alerts look at tell of the items with an alert. */
async function readDetails(
  { details }: WatchedPricesDeps,
  { items }: WatchList,
  { compared, selling }: WatchSettings,
): Promise<FoundDetails> {
  const marketsOf = ({ alert }: WatchListEntry) => {
    if (!alert) return [];
    return alertKindOf(alert).measured === 'sale' ? selling : marketsOfAlert(alert, compared);
  };
  const names = items.filter((entry) => marketsOf(entry).length > 0).map(({ name }) => name);
  return names.length > 0 ? details(names, [...new Set(items.flatMap(marketsOf))]) : new Map();
}
