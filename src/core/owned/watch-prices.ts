import type { Rate } from '#core/money/rates.ts';
import { alertKindOf, type CrossedLine, type WatchAlert } from '#core/owned/watch-list.ts';
import { type Exit, type ExitRules, exitAt, exitReason } from '#core/prices/exit-value.ts';
import { isReference, type MarketId, referenceMarkets } from '#core/prices/markets.ts';
import { ageDoubt, doubtOf, type Offer, offerIn } from '#core/prices/offer.ts';
import type { Quote } from '#core/prices/quote.ts';

/** What is known of an item at a moment. Times in ms since the epoch. */
export interface PriceObservation {
  /** What the references ask, and the other markets at which an alert looks. */
  readonly offers: readonly Offer[];
  readonly compared: readonly MarketId[];
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

export type PriceDoubt = 'missing' | 'inflated' | 'stale' | 'sample';
type AlertDoubt = PriceDoubt | 'no-exit';

/** What the extension's own pages are told of the watch list. */
export interface WatchAnswer {
  readonly items: readonly WatchedItem[];
  /** The time of the prices, ms since the epoch; `null` without a table. */
  readonly asOf: number | null;
  /** Why a change is not stored; `null` without a problem. */
  readonly problem: string | null;
  /** The currency that the user reads: a fixed one, else US dollars. */
  readonly shown: Rate;
}

export interface WatchedItem {
  readonly name: string;
  readonly alert: WatchAlert | null;
  /** The price that met the alert; `null`: none since the alert was armed. */
  readonly reached: CrossedLine | null;
  /** `null`: not in the table. */
  readonly quote: Quote | null;
  /** The lowest price without doubt that its alert looks at. */
  readonly lowest?: { readonly market: MarketId; readonly cents: number } | undefined;
  readonly doubt: AlertDoubt | null;
  readonly doubtful?: readonly MarketId[] | undefined;
}

/** `unlisted`: the market has answered, and has no listing of the item. */
type OfferDoubt = Exclude<PriceDoubt, 'sample'> | 'unlisted';

const words = { 'no-price': 'missing', inflated: 'inflated', old: 'stale', thin: 'missing' } as const;

type Moment = Omit<PriceObservation, 'compared'>;

/** A price in no doubt, in whole USD cents. */
export interface SoundPrice extends Pick<Offer, 'market'> {
  readonly cents: number;
  readonly asOf: number;
}

/** A market's price of an item that is in no doubt itself, or why there is none to rely on. */
function priceOn({ offers, now, staleAfterMs }: Moment, market: MarketId): SoundPrice | OfferDoubt {
  const offer = offerIn(offers, market);
  const { cents = 0, asOf } = offer;
  const doubt = doubtOf(offer, { now, staleAfterMs });
  if (doubt === 'unknown' && asOf !== undefined) return ageDoubt(asOf, { now, staleAfterMs }) ? 'stale' : 'unlisted';
  return doubt ? words[exitReason(doubt)] : { market, cents: Math.round(cents), asOf: asOf ?? 0 };
}

export const soundPrices = (moment: Moment, of: readonly MarketId[]): readonly SoundPrice[] =>
  of.flatMap((market) => {
    const price = priceOn(moment, market);
    return typeof price === 'string' ? [] : [price];
  });

const doubtsOf = (moment: Moment, of: readonly MarketId[]) =>
  of.flatMap((market) => {
    const price = priceOn(moment, market);
    return typeof price === 'string' ? [{ market, doubt: price }] : [];
  });

export const lowestOf = <T extends { readonly cents: number }>(prices: readonly T[]): T | undefined =>
  prices.toSorted((one, other) => one.cents - other.cents)[0];

/** What an alert measures on one market now; `undefined` where it does not look at that. */
export function stateOn(observation: PriceObservation, alert: WatchAlert, market: MarketId): SaleState | undefined {
  if (alertKindOf(alert).measured === 'sale') return observation.saleOn ? observation.saleOn(market) : 'unknown';
  if (!measuredMarkets(alert, observation.compared).includes(market)) return undefined;
  const price = priceOn(observation, market);
  if (typeof price === 'object') return price.cents;
  return price === 'unlisted' ? price : 'unknown';
}

/** Why nothing is said about any item, whatever the market. */
function tableDoubt({ sample, asOf, ...times }: Moment): PriceDoubt | undefined {
  if (sample) return 'sample';
  return ageDoubt(asOf, times) && 'stale';
}

/** Why the prices of all references are in doubt; `undefined` when one of them is not. */
export function priceDoubt(moment: Moment): PriceDoubt | undefined {
  const isSound = soundPrices(moment, referenceMarkets).length > 0;
  return tableDoubt(moment) ?? (isSound ? undefined : (silence(moment, referenceMarkets)?.doubt ?? 'missing'));
}

/** Why an alert is not checked, and the markets whose prices are the reason; none where it is the table or the sale. */
export interface UncheckedAlert<D = AlertDoubt> {
  readonly doubt: D;
  readonly markets: readonly MarketId[];
}

/** `undefined` when it is checked. A rise of the lowest price is known only while every market that may be the lowest has told. */
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

/** The first reason why it is not known what some of the markets ask. */
const silence = (moment: Moment, of: readonly MarketId[]) =>
  firstDoubt(doubtsOf(moment, of).filter(({ doubt }) => doubt !== 'unlisted'));

/** The first reason why fewer than so many of the markets have a price to rely on. */
function lack(moment: Moment, of: readonly MarketId[], fewest: number) {
  const doubts = doubtsOf(moment, of);
  return of.length - doubts.length >= fewest ? undefined : firstDoubt(doubts);
}

/** The first doubt, and all markets where it holds. */
function firstDoubt(found: ReturnType<typeof doubtsOf>): UncheckedAlert<PriceDoubt> | undefined {
  const doubts = found.map(
    ({ market, doubt }) => ({ market, doubt: doubt === 'unlisted' ? 'missing' : doubt }) as const,
  );
  const [first] = doubts;
  const holding = doubts.filter(({ doubt }) => doubt === first?.doubt);
  return first && { doubt: first.doubt, markets: holding.map(({ market }) => market) };
}
