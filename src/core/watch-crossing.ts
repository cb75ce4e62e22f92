import { medianOf } from '#core/comparison.ts';
import { difference } from '#core/difference.ts';
import { type ReferenceMarket, referenceMarkets } from '#core/markets.ts';
import type { Quote } from '#core/quote.ts';
import type { Reached, WatchAlert, Watched } from '#core/watch-list.ts';

/** What is known of an item at a moment. Times in ms since the epoch. */
export interface PriceObservation {
  /** `undefined`: not in the table. */
  readonly quote: Quote | undefined;
  /** The time of the data. */
  readonly asOf: number;
  readonly now: number;
  readonly staleAfterMs: number;
}

/** Why nothing can be said of a price now. */
export type PriceDoubt = 'missing' | 'inflated' | 'stale';

/** Clocks are corrected by so much; data from further ahead are of an unknown age. */
export const clockSlackMs = 60_000;

/**
 * What forbids to conclude anything from a price; `undefined` when it can be believed. A median is one of all three
 * prices, so an alert under it is in doubt while one of them is missing.
 */
export function priceDoubt(
  { quote, asOf, now, staleAfterMs }: PriceObservation,
  alert?: WatchAlert,
): PriceDoubt | undefined {
  const ageMs = now - asOf;
  if (!(ageMs <= staleAfterMs && ageMs >= -clockSlackMs)) return 'stale';
  if (quote?.inflated) return 'inflated';
  const known = referenceMarkets.filter((market) => quote?.[market]).length;
  return known < (alert?.kind === 'under-median' ? referenceMarkets.length : 1) ? 'missing' : undefined;
}

/** A line that was crossed just now. */
export interface Crossing extends Reached {
  readonly name: string;
  readonly alert: WatchAlert;
}

export interface WatchCheck {
  /** The item as it is to be remembered; the very same object when nothing changed. */
  readonly watched: Watched;
  readonly crossing?: Crossing | undefined;
}

/**
 * Looks at one watched item. A crossing is found once; a line is armed again only when a price that can be believed
 * has gone back over it. What is missing, inflated or stale changes nothing.
 */
export function checkWatched(watched: Watched, sight: PriceObservation): WatchCheck {
  const { alert } = watched;
  if (!alert || !sight.quote || priceDoubt(sight, alert)) return { watched };
  const prices = pricesOf(sight.quote);
  return alert.kind === 'change'
    ? checkChange(watched, alert, prices, sight.now)
    : checkLine(watched, alert, prices, sight.now);
}

/** The item with another alert (`undefined`: none). What is crossed at that moment is known and not news. */
export function withAlert(
  { name, addedAt }: Watched,
  alert: WatchAlert | undefined,
  sight: PriceObservation | undefined,
): Watched {
  const watched: Watched = { name, addedAt, alert };
  return sight ? checkWatched(watched, sight).watched : watched;
}

type Alert<K extends WatchAlert['kind']> = Extract<WatchAlert, { readonly kind: K }>;

function checkLine(watched: Watched, alert: Alert<'below' | 'under-median'>, prices: Prices, at: number): WatchCheck {
  const { reached, ...armed } = watched;
  const lowest = lowestOf(prices);
  if (!lowest) return { watched };
  const { cents: line, median } = lineOf(alert, prices);
  if (lowest.cents > line) {
    // Who went below and is not seen now may still be there.
    const isSeen = reached !== undefined && prices[reached.market] !== undefined;
    return { watched: isSeen ? armed : watched };
  }
  if (reached) return { watched };
  const crossed: Reached = { at, ...lowest, percent: median && difference(lowest.cents, median) };
  return { watched: { ...armed, reached: crossed }, crossing: { name: watched.name, alert, ...crossed } };
}

/** Where the line is, and the median that it is reckoned from; USD cents. */
function lineOf(alert: Alert<'below' | 'under-median'>, prices: Prices) {
  if (alert.kind === 'below') return { cents: alert.cents, median: undefined };
  const median = medianOf(Object.values(prices));
  return { cents: (median * (100 - alert.percent)) / 100, median };
}

/** Each market is compared with itself, so that one that is not seen for a while is no change of the others. */
function checkChange(watched: Watched, alert: Alert<'change'>, prices: Prices, now: number): WatchCheck {
  const { name, base = {} } = watched;
  const changes = referenceMarkets.flatMap((market) => {
    const [before, cents] = [base[market], prices[market]];
    if (before === undefined || cents === undefined) return [];
    return Math.abs(cents - before) * 100 >= before * alert.percent
      ? [{ market, cents, percent: difference(cents, before) }]
      : [];
  });
  const [greatest] = changes.toSorted((one, other) => Math.abs(other.percent) - Math.abs(one.percent));
  if (greatest) {
    const reached: Reached = { at: now, ...greatest };
    const after = { ...watched, base: { ...base, ...prices }, reached };
    return { watched: after, crossing: { name, alert, ...reached } };
  }
  const isNew = referenceMarkets.some((market) => base[market] === undefined && prices[market] !== undefined);
  return { watched: isNew ? { ...watched, base: { ...prices, ...base } } : watched };
}

/** USD cents by market, of those that have a price. */
type Prices = { readonly [market in ReferenceMarket]?: number };

/** The prices that there are, and no other keys. */
export const pricesOf = (quote: Quote): Prices =>
  Object.fromEntries(referenceMarkets.flatMap((market) => (quote[market] ? [[market, quote[market]]] : [])));

/** The cheapest of the references. */
export function lowestOf(prices: Prices): { readonly market: ReferenceMarket; readonly cents: number } | undefined {
  const known = referenceMarkets.flatMap((market) => {
    const cents = prices[market];
    return cents === undefined ? [] : [{ market, cents }];
  });
  return known.toSorted((one, other) => one.cents - other.cents)[0];
}
