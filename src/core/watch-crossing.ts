import { medianOf } from '#core/comparison.ts';
import { difference } from '#core/difference.ts';
import type { Exit } from '#core/exit-value.ts';
import { type ReferenceMarket, referenceMarkets } from '#core/markets.ts';
import type { Quote } from '#core/quote.ts';
import type { Rate } from '#core/rates.ts';
import type { CrossedLine, MoneyAlert, WatchAlert, WatchListEntry } from '#core/watch-list.ts';

/** An item's price at a moment. Times in ms since the epoch. */
export interface PriceObservation {
  /** `undefined`: not in the table. */
  readonly quote: Quote | undefined;
  /** `undefined`: no sale is known to leave anything. */
  readonly exit?: SaleExit | undefined;
  /** The time of the data. */
  readonly asOf: number;
  readonly now: number;
  readonly staleAfterMs: number;
  /** The price is made up. */
  readonly sample?: boolean | undefined;
}

/** Where a sale leaves the most now. */
export type SaleExit = Pick<Exit, 'market' | 'netCents'>;

/** Why a price triggers no alert. */
export type PriceDoubt = 'missing' | 'inflated' | 'stale' | 'sample';
export type AlertDoubt = PriceDoubt | 'no-exit';

/** Data further in the future than this has an unknown age, ms; less is a corrected clock. */
export const clockSlackMs = 60_000;

/** Why a price is in doubt; `undefined` when it is not. */
export function priceDoubt({ quote, sample, ...times }: PriceObservation): PriceDoubt | undefined {
  if (sample) return 'sample';
  if (!isFresh(times)) return 'stale';
  if (quote?.inflated) return 'inflated';
  return referenceMarkets.some((market) => quote?.[market]) ? undefined : 'missing';
}

const isFresh = ({ asOf, now, staleAfterMs }: Pick<PriceObservation, 'asOf' | 'now' | 'staleAfterMs'>): boolean =>
  now - asOf <= staleAfterMs && now - asOf >= -clockSlackMs;

/**
 * Why an alert is not checked; `undefined` when it is. While one of the three references is missing, neither their median
 * nor how far the lowest has risen is known.
 */
export function alertDoubt(observation: PriceObservation, alert: WatchAlert | undefined): AlertDoubt | undefined {
  const { quote, exit } = observation;
  const doubt = priceDoubt(observation);
  // An exit has a price of its own, of another market.
  if (alert?.kind === 'exit' && (doubt ?? 'missing') === 'missing') return exit ? undefined : 'no-exit';
  if (doubt) return doubt;
  const needed = alert?.kind === 'under-median' || alert?.kind === 'above' ? marketsOf(alert) : onlyMarketOf(alert);
  return needed.every((market) => quote?.[market]) ? undefined : 'missing';
}

const onlyMarketOf = (alert: WatchAlert | undefined): readonly ReferenceMarket[] =>
  alert && 'market' in alert && alert.market ? [alert.market] : [];

/** The markets whose prices an alert looks at. */
function marketsOf(alert: WatchAlert): readonly ReferenceMarket[] {
  const only = onlyMarketOf(alert);
  return only.length > 0 ? only : referenceMarkets;
}

/** An alert that a price has just met. */
export interface Crossing extends CrossedLine {
  readonly name: string;
  readonly alert: WatchAlert;
  /** What a sale leaves now; `undefined` where that is not known. */
  readonly exit?: SaleExit | undefined;
}

export interface WatchCheck {
  /** The entry to store; the same object when nothing changed. */
  readonly entry: WatchListEntry;
  readonly crossing?: Crossing | undefined;
}

/**
 * Checks one entry. A crossing is reported once. The alert is armed again when a price without doubt is back on the other
 * side of the line. A price in doubt changes nothing.
 */
export function checkEntry(entry: WatchListEntry, observation: PriceObservation): WatchCheck {
  const { alert } = entry;
  if (!alert || alertDoubt(observation, alert)) return { entry };
  const { quote, exit, now } = observation;
  const prices = quote ? pricesOf(quote, marketsOf(alert)) : {};
  const check =
    alert.kind === 'change'
      ? checkChange(entry, alert, prices, now)
      : checkLine(entry, alert, { prices, measured: measure(alert, prices, exit) }, now);
  return check.crossing && exit ? { ...check, crossing: { ...check.crossing, exit } } : check;
}

/** An entry with an alert that was just set. A crossing at this moment is stored and not reported. */
export function withAlert(
  { name, addedAt, alert }: WatchListEntry,
  observation: PriceObservation | undefined,
): WatchListEntry {
  const entry: WatchListEntry = { name, addedAt, alert };
  return observation ? checkEntry(entry, observation).entry : entry;
}

type Alert<K extends WatchAlert['kind']> = Extract<WatchAlert, { readonly kind: K }>;

/** What an alert looks at. */
interface Measured extends Pick<CrossedLine, 'market' | 'cents' | 'percent'> {
  readonly isMet: boolean;
}

function measure(
  alert: Exclude<WatchAlert, Alert<'change'>>,
  prices: Prices,
  exit: SaleExit | undefined,
): Measured | undefined {
  if (alert.kind === 'exit')
    return exit && { market: exit.market, cents: exit.netCents, isMet: exit.netCents >= alert.cents };
  const lowest = lowestOf(prices);
  if (!lowest) return undefined;
  if (alert.kind === 'above') return { ...lowest, isMet: lowest.cents >= alert.cents };
  if (alert.kind === 'below') return { ...lowest, isMet: lowest.cents <= alert.cents };
  const median = medianOf(Object.values(prices));
  const isMet = lowest.cents <= (median * (100 - alert.percent)) / 100;
  return { ...lowest, percent: difference(lowest.cents, median), isMet };
}

function checkLine(
  entry: WatchListEntry,
  alert: Exclude<WatchAlert, Alert<'change'>>,
  { prices, measured }: { readonly prices: Prices; readonly measured: Measured | undefined },
  at: number,
): WatchCheck {
  const { reached, ...armed } = entry;
  if (!measured) return { entry };
  const { isMet, ...found } = measured;
  if (!isMet) {
    // A market whose price is missing now may still be beyond the line.
    const isSeen = reached !== undefined && (alert.kind === 'exit' || Object.hasOwn(prices, reached.market));
    return { entry: isSeen ? armed : entry };
  }
  if (reached) return { entry };
  const crossed: CrossedLine = { at, ...found };
  return { entry: { ...armed, reached: crossed }, crossing: { name: entry.name, alert, ...crossed } };
}

/** Compares each market with its own earlier price: a missing market does not affect the others. */
function checkChange(entry: WatchListEntry, alert: Alert<'change'>, prices: Prices, now: number): WatchCheck {
  const { name, base = {} } = entry;
  const changes = referenceMarkets.flatMap((market) => {
    const [before, cents] = [base[market], prices[market]];
    if (before === undefined || cents === undefined) return [];
    return Math.abs(cents - before) * 100 >= before * alert.percent
      ? [{ market, cents, percent: difference(cents, before) }]
      : [];
  });
  const [greatest] = changes.toSorted((one, other) => Math.abs(other.percent) - Math.abs(one.percent));
  if (greatest) {
    const reached: CrossedLine = { at: now, ...greatest };
    const after = { ...entry, base: { ...base, ...prices }, reached };
    return { entry: after, crossing: { name, alert, ...reached } };
  }
  const isNew = referenceMarkets.some((market) => base[market] === undefined && prices[market] !== undefined);
  return { entry: isNew ? { ...entry, base: { ...prices, ...base } } : entry };
}

/** USD cents of the markets that have a price. */
type Prices = { readonly [market in ReferenceMarket]?: number };

/** The known prices, without other keys. */
export const pricesOf = (quote: Quote, of: readonly ReferenceMarket[] = referenceMarkets): Prices =>
  Object.fromEntries(of.flatMap((market) => (quote[market] ? [[market, quote[market]]] : [])));

export function lowestOf(prices: Prices): { readonly market: ReferenceMarket; readonly cents: number } | undefined {
  const known = referenceMarkets.flatMap((market) => {
    const cents = prices[market];
    return cents === undefined ? [] : [{ market, cents }];
  });
  return known.toSorted((one, other) => one.cents - other.cents)[0];
}

/** The line of an alert in USD cents, with fractions: as typed where that was in the currency that is shown. */
export const lineCents = ({ cents, typed }: MoneyAlert, { code, perUsd }: Rate): number =>
  typed?.currency === code ? typed.hundredths / perUsd : cents;

/** The entry with its line at today's rate of the currency that it was typed in; the same one without a rate. */
export function atTodaysRate(entry: WatchListEntry, rateOf: (currency: string) => Rate | undefined): WatchListEntry {
  const { alert } = entry;
  const typed = alert && 'typed' in alert ? alert.typed : undefined;
  const rate = typed && rateOf(typed.currency);
  if (!rate || !alert || !('cents' in alert)) return entry;
  const cents = Math.max(1, Math.round(typed.hundredths / rate.perUsd));
  return cents === alert.cents ? entry : { ...entry, alert: { ...alert, cents } };
}
