import { alertKindOf, type WatchAlert } from '#core/owned/watch-list.ts';
import { type Exit, type ExitRules, exitAt, exitReasons } from '#core/prices/exit-value.ts';
import { isReference, type MarketId, referenceMarkets } from '#core/prices/markets.ts';
import { ageDoubt, doubtOf, type Offer, type SoundOffer } from '#core/prices/offer.ts';
import { type Quote, quotedOffer } from '#core/prices/quote.ts';

/** An item's prices at a moment. Times in ms since the epoch. */
export interface PriceObservation {
  /** The prices of the references; `undefined`: not in the table. */
  readonly quote: Quote | undefined;
  readonly compared: readonly MarketId[];
  /** What markets that are no references ask. */
  readonly offers?: readonly Offer[] | undefined;
  /** `undefined`: no sale is known to leave anything. */
  readonly exit?: SaleExit | undefined;
  /** What a sale on one market leaves, USD cents; `undefined` where the user sells nothing. */
  readonly saleOn?: ((market: MarketId) => SaleState | undefined) | undefined;
  /** The time of the table. */
  readonly asOf: number;
  readonly now: number;
  readonly staleAfterMs: number;
  readonly sample?: boolean | undefined;
}

export type SaleExit = Pick<Exit, 'market' | 'netCents' | 'asOf'>;

/** `unlisted`: the market has answered, and has no listing of the item. */
export type SaleState = number | 'unlisted' | 'unknown';

/** What a sale leaves at a price, however few listings the market has. */
export function saleState(offer: Offer, rules: ExitRules): SaleState | undefined {
  const { asOf, cents, coins } = offer;
  const exit = exitAt(offer, { ...rules, minCount: 0 });
  if (typeof exit === 'object') return exit.netCents;
  if (exit === 'no-fees' || exit === 'no-cash-out') return undefined;
  if (exit === 'nothing-left') return 0;
  const isTold = exit === 'no-price' && !cents && !coins && asOf !== undefined && !ageDoubt(asOf, rules);
  return isTold ? 'unlisted' : 'unknown';
}

/** Why a price triggers no alert. */
export type PriceDoubt = 'missing' | 'inflated' | 'stale' | 'sample';
export type AlertDoubt = PriceDoubt | 'no-exit';

/** `unlisted`: the market has answered, and has no listing of the item. */
type OfferDoubt = Exclude<PriceDoubt, 'sample'> | 'unlisted';

const words = { 'no-price': 'missing', inflated: 'inflated', old: 'stale', thin: 'missing' } as const;

type TableObservation = Omit<PriceObservation, 'compared'>;

/** Why nothing is said about any item, whatever the market. */
function tableDoubt({ sample, asOf, ...times }: TableObservation): PriceDoubt | undefined {
  if (sample) return 'sample';
  return ageDoubt(asOf, times) && 'stale';
}

/** Why the prices of all references are in doubt; `undefined` when one of them is not. */
export function priceDoubt(observation: TableObservation): PriceDoubt | undefined {
  const prices = referenceMarkets.map((market) => priceOn(observation, market));
  const isSound = prices.some((price) => typeof price === 'object');
  const [doubt = 'missing'] = prices.flatMap((price) =>
    typeof price === 'object' || price === 'unlisted' ? [] : [price],
  );
  return tableDoubt(observation) ?? (isSound ? undefined : doubt);
}

export type SoundPrice = SoundOffer;

/** What a market asks. The table has all that the references have listed. */
export const seenOffer = (
  { quote, offers = [], asOf }: Pick<PriceObservation, 'quote' | 'offers' | 'asOf'>,
  market: MarketId,
): Offer =>
  isReference(market)
    ? { asOf, ...quotedOffer(quote, market) }
    : (offers.find((one) => one.market === market) ?? { market });

/** A market's price of an item that is in no doubt itself, or why there is none to rely on. */
function priceOn(observation: TableObservation, market: MarketId): SoundPrice | OfferDoubt {
  const { now, staleAfterMs } = observation;
  const price = seenOffer(observation, market);
  const doubt = doubtOf(price, { now, staleAfterMs });
  if (!doubt) return { market, cents: Math.round(price.cents ?? 0), asOf: price.asOf ?? 0 };
  const isTold = doubt === 'unknown' && price.asOf !== undefined;
  if (!isTold) return words[exitReasons[doubt]];
  return ageDoubt(price.asOf, { now, staleAfterMs }) ? 'stale' : 'unlisted';
}

/** What an alert measures on one market now; `undefined` where it does not look at that. */
export function stateOn(observation: PriceObservation, alert: WatchAlert, market: MarketId): SaleState | undefined {
  if (alertKindOf(alert).measured === 'sale') return observation.saleOn ? observation.saleOn(market) : 'unknown';
  if (!measuredMarkets(alert, observation.compared).includes(market)) return undefined;
  const price = priceOn(observation, market);
  if (typeof price === 'object') return price.cents;
  return price === 'unlisted' ? price : 'unknown';
}

/** The prices on some markets without doubt, in their order. */
export const soundPrices = (observation: PriceObservation, of: readonly MarketId[]): readonly SoundPrice[] =>
  of.flatMap((market) => {
    const price = priceOn(observation, market);
    return typeof price === 'string' ? [] : [price];
  });

const fewestOfMedian = 3;

/** The markets of a median: the compared ones, and the references as long as those are too few. */
export const marketsOfMedian = (compared: readonly MarketId[]): readonly MarketId[] =>
  compared.length < fewestOfMedian ? [...new Set([...compared, ...referenceMarkets])] : compared;

/** The markets of which an alert takes the lowest price, or any change. None: it looks at what a sale leaves. */
export function measuredMarkets(alert: WatchAlert, compared: readonly MarketId[]): readonly MarketId[] {
  const { measured, needs } = alertKindOf(alert);
  if (measured === 'sale') return [];
  if ('market' in alert && alert.market) return [alert.market];
  return needs === 'median' ? marketsOfMedian(compared) : compared;
}

/** The markets that are no references and whose own data an alert needs, besides those of a sale. */
export function marketsOfAlert(alert: WatchAlert, compared: readonly MarketId[]): readonly MarketId[] {
  const median = alertKindOf(alert).needs === 'median' ? marketsOfMedian(compared) : [];
  return [...new Set([...measuredMarkets(alert, compared), ...median])].filter((market) => !isReference(market));
}

/** Why an alert is not checked, and the markets whose prices are the reason; none where it is the table or the sale. */
export interface UncheckedAlert {
  readonly doubt: AlertDoubt;
  readonly markets: readonly MarketId[];
}

/**
 * Why an alert is not checked; `undefined` when it is. How far the lowest price has risen is known only while every market
 * that may be the lowest has told: a price, or that nothing is listed there.
 */
export function alertDoubt(observation: PriceObservation, alert: WatchAlert): UncheckedAlert | undefined {
  const { compared, exit } = observation;
  const { measured, rises, needs } = alertKindOf(alert);
  const isSale = measured === 'sale';
  const doubt = tableDoubt(observation) ?? (isSale && !exit ? 'no-exit' : undefined);
  if (doubt) return { doubt, markets: [] };
  if (isSale) return undefined;
  const looked = measuredMarkets(alert, compared);
  return (
    (rises ? silence(observation, looked) : undefined) ??
    lack(observation, looked, 1) ??
    (needs === 'median' ? lack(observation, marketsOfMedian(compared), fewestOfMedian) : undefined)
  );
}

/** The markets without a price to rely on, and why. */
const doubtsOf = (observation: PriceObservation, of: readonly MarketId[]) =>
  of.flatMap((market) => {
    const price = priceOn(observation, market);
    return typeof price === 'string' ? [{ market, doubt: price }] : [];
  });

/** The first reason why it is not known what some of the markets ask. */
const silence = (observation: PriceObservation, of: readonly MarketId[]): UncheckedAlert | undefined =>
  firstDoubt(doubtsOf(observation, of).filter(({ doubt }) => doubt !== 'unlisted'));

/** The first reason why fewer than so many of the markets have a price to rely on. */
function lack(observation: PriceObservation, of: readonly MarketId[], fewest: number): UncheckedAlert | undefined {
  const doubts = doubtsOf(observation, of);
  return of.length - doubts.length >= fewest ? undefined : firstDoubt(doubts);
}

/** The first doubt, and all markets where it holds. */
function firstDoubt(found: ReturnType<typeof doubtsOf>): UncheckedAlert | undefined {
  const doubts = found.map(
    ({ market, doubt }) => ({ market, doubt: doubt === 'unlisted' ? 'missing' : doubt }) as const,
  );
  const [first] = doubts;
  const holding = doubts.filter(({ doubt }) => doubt === first?.doubt);
  return first && { doubt: first.doubt, markets: holding.map(({ market }) => market) };
}

export const referencePrices = (quote: Quote | undefined) =>
  referenceMarkets.flatMap((market) => {
    const { cents } = quotedOffer(quote, market);
    return cents ? [{ market, cents }] : [];
  });

export const lowestOf = <T extends { readonly cents: number }>(prices: readonly T[]): T | undefined =>
  prices.toSorted((one, other) => one.cents - other.cents)[0];
