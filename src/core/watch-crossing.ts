import { medianOf } from '#core/comparison.ts';
import { difference } from '#core/difference.ts';
import { type ReferenceMarket, referenceMarkets } from '#core/markets.ts';
import type { Quote } from '#core/quote.ts';
import type { CrossedLine, WatchAlert, WatchListEntry } from '#core/watch-list.ts';

/** An item's price at a moment. Times in ms since the epoch. */
export interface PriceObservation {
  /** `undefined`: not in the table. */
  readonly quote: Quote | undefined;
  /** The time of the data. */
  readonly asOf: number;
  readonly now: number;
  readonly staleAfterMs: number;
  /** The price is made up. */
  readonly sample?: boolean | undefined;
}

/** Why a price triggers no alert. */
export type PriceDoubt = 'missing' | 'inflated' | 'stale' | 'sample';

/** Data further in the future than this has an unknown age, ms; less is a corrected clock. */
export const clockSlackMs = 60_000;

/**
 * Why a price is in doubt; `undefined` when it is not. The median is of all three references: an alert under it is in
 * doubt while one of them is missing.
 */
export function priceDoubt(
  { quote, asOf, now, staleAfterMs, sample }: PriceObservation,
  alert?: WatchAlert,
): PriceDoubt | undefined {
  if (sample) return 'sample';
  const ageMs = now - asOf;
  if (!(ageMs <= staleAfterMs && ageMs >= -clockSlackMs)) return 'stale';
  if (quote?.inflated) return 'inflated';
  const known = referenceMarkets.filter((market) => quote?.[market]).length;
  return known < (alert?.kind === 'under-median' ? referenceMarkets.length : 1) ? 'missing' : undefined;
}

/** An alert that a price has just met. */
export interface Crossing extends CrossedLine {
  readonly name: string;
  readonly alert: WatchAlert;
}

export interface WatchCheck {
  /** The entry to store; the same object when nothing changed. */
  readonly entry: WatchListEntry;
  readonly crossing?: Crossing | undefined;
}

/**
 * Checks one entry. A crossing is reported once. The alert is armed again when a price without doubt is back over the
 * line. A price in doubt changes nothing.
 */
export function checkEntry(entry: WatchListEntry, observation: PriceObservation): WatchCheck {
  const { alert } = entry;
  if (!alert || !observation.quote || priceDoubt(observation, alert)) return { entry };
  const prices = pricesOf(observation.quote);
  return alert.kind === 'change'
    ? checkChange(entry, alert, prices, observation.now)
    : checkLine(entry, alert, prices, observation.now);
}

/** The entry with another alert (`undefined`: none). A crossing at this moment is stored and not reported. */
export function withAlert(
  { name, addedAt }: WatchListEntry,
  alert: WatchAlert | undefined,
  observation: PriceObservation | undefined,
): WatchListEntry {
  const entry: WatchListEntry = { name, addedAt, alert };
  return observation ? checkEntry(entry, observation).entry : entry;
}

type Alert<K extends WatchAlert['kind']> = Extract<WatchAlert, { readonly kind: K }>;

function checkLine(
  entry: WatchListEntry,
  alert: Alert<'below' | 'under-median'>,
  prices: Prices,
  at: number,
): WatchCheck {
  const { reached, ...armed } = entry;
  const lowest = lowestOf(prices);
  if (!lowest) return { entry };
  const { cents: line, median } = lineOf(alert, prices);
  if (lowest.cents > line) {
    // A market whose price is missing now may still be below the line.
    const isSeen = reached !== undefined && prices[reached.market] !== undefined;
    return { entry: isSeen ? armed : entry };
  }
  if (reached) return { entry };
  const crossed: CrossedLine = { at, ...lowest, percent: median && difference(lowest.cents, median) };
  return { entry: { ...armed, reached: crossed }, crossing: { name: entry.name, alert, ...crossed } };
}

/** The line, and the median that it is computed from; USD cents. */
function lineOf(alert: Alert<'below' | 'under-median'>, prices: Prices) {
  if (alert.kind === 'below') return { cents: alert.cents, median: undefined };
  const median = medianOf(Object.values(prices));
  return { cents: (median * (100 - alert.percent)) / 100, median };
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
export const pricesOf = (quote: Quote): Prices =>
  Object.fromEntries(referenceMarkets.flatMap((market) => (quote[market] ? [[market, quote[market]]] : [])));

export function lowestOf(prices: Prices): { readonly market: ReferenceMarket; readonly cents: number } | undefined {
  const known = referenceMarkets.flatMap((market) => {
    const cents = prices[market];
    return cents === undefined ? [] : [{ market, cents }];
  });
  return known.toSorted((one, other) => one.cents - other.cents)[0];
}
