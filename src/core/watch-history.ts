import { dayMs, minuteMs } from '#core/age.ts';
import { type MarketPast, type PastSpan, toPastChart } from '#core/item-past.ts';
import { type ReferenceMarket, referenceMarkets } from '#core/markets.ts';

/**
 * An item's prices over time: four words a sample, oldest first. Minutes since the epoch, then USD cents of the three
 * references in their order, 0 for an unknown price.
 */
export type PriceHistory = Uint32Array<ArrayBuffer>;

export interface PriceSample {
  /** The time of the data, ms since the epoch. */
  readonly at: number;
  /** USD cents of the references that have a price. */
  readonly prices: { readonly [market in ReferenceMarket]?: number | undefined };
}

const words = 1 + referenceMarkets.length;
const day = 24 * 60;
/** Age from which samples are dropped, minutes. */
const maxAgeMinutes = 90 * day;
/** Age up to which every sample is kept, minutes. */
const fullMinutes = 3 * day;
/** Length of a period of which older samples keep only the first, minutes. */
const coarseMinutes = 6 * 60;
/** Samples of one item, at most (10 kB): three days of half hours, 87 days of quarter days, and a reserve. */
export const maxSamples = 600;

/** Parses a stored value of any kind. Samples out of order are dropped. Never throws. */
export function parsePriceHistory(stored: unknown): PriceHistory {
  if (!(stored instanceof Uint32Array) || stored.length % words !== 0) return new Uint32Array();
  let last = 0;
  const rows = rowsOf(stored.slice(-maxSamples * words)).filter(([minute = 0]) => {
    const isLater = minute > last;
    if (isLater) last = minute;
    return isLater;
  });
  return Uint32Array.from(rows.flat());
}

/**
 * Adds a sample, if it is newer than the last one.
 * @param now ms since the epoch. Samples in the future come from a wrong clock and are dropped.
 */
export function withSample(history: PriceHistory, { at, prices }: PriceSample, now: number): PriceHistory {
  const end = Math.floor(now / minuteMs) + 1;
  const minute = Math.min(Math.floor(at / minuteMs), end);
  const rows = rowsOf(history).filter(([then = 0]) => then <= end);
  const [before, last] = [rows.at(-2), rows.at(-1)];
  if (last && (last[0] ?? 0) >= minute) return rows.length * words === history.length ? history : toHistory(rows);
  const row = [minute, ...referenceMarkets.map((market) => prices[market] ?? 0)];
  // A constant price is two samples: the first and the latest.
  const kept = before && last && isSamePrices(before, last) && isSamePrices(last, row) ? rows.slice(0, -1) : rows;
  return toHistory(thinned([...kept, row], end));
}

/** Drops samples that are too old, and thins out old ones. */
function thinned(rows: readonly (readonly number[])[], end: number): readonly (readonly number[])[] {
  const seen = new Set<number>();
  const kept = rows.filter(([minute = 0]) => {
    if (minute > end - fullMinutes) return true;
    const quarter = Math.floor(minute / coarseMinutes);
    const isFirst = !seen.has(quarter);
    seen.add(quarter);
    return isFirst && minute > end - maxAgeMinutes;
  });
  return kept.slice(-maxSamples);
}

/** Points of a chart: times in ms since the epoch, and the lowest known price in USD cents, `null` for none. */
export interface PriceSeries {
  readonly at: readonly number[];
  readonly cents: readonly (number | null)[];
}

/** At most `maxPoints` points, including the last sample. */
export function toPriceSeries(history: PriceHistory, maxPoints: number): PriceSeries {
  const rows = rowsOf(history);
  const step = Math.ceil(rows.length / maxPoints) || 1;
  const shown = rows.filter((_, at) => (rows.length - 1 - at) % step === 0);
  return {
    at: shown.map(([minute = 0]) => minute * minuteMs),
    cents: shown.map(([, ...cents]) => {
      const known = cents.filter((price) => price > 0);
      return known.length > 0 ? Math.min(...known) : null;
    }),
  };
}

/** The lowest recorded price over time: half-hourly while the past is shorter than 7 days, else daily over 90. */
export function toLowestSeries(past: readonly MarketPast[], now: number): PriceSeries | null {
  const first = Math.min(
    ...past.map(({ days, recent }) => Math.min(days[0]?.[0] ?? now, (recent[0]?.[0] ?? now) / dayMs)),
  );
  const span: PastSpan = first * dayMs > now - 7 * dayMs ? 7 : 90;
  const { at, lines } = toPastChart(past, { span, now }, (_, price) => price);
  const points = at.map((time, index) => ({ time, prices: lines.map(({ values }) => values[index]) }));
  const shown = points.filter(
    ({ prices }) => lowestOfPrices(prices) !== null || prices.every((price) => price === null),
  );
  const from = shown.findIndex(({ prices }) => lowestOfPrices(prices) !== null);
  const known = shown.slice(from);
  if (from < 0) return null;
  return { at: known.map(({ time }) => time), cents: known.map(({ prices }) => lowestOfPrices(prices)) };
}

function lowestOfPrices(prices: readonly (number | null | undefined)[]): number | null {
  const known = prices.filter((price) => typeof price === 'number');
  return known.length > 0 ? Math.min(...known) : null;
}

const rowsOf = (history: Uint32Array): number[][] =>
  Array.from({ length: history.length / words }, (_, at) => [...history.subarray(at * words, (at + 1) * words)]);

const toHistory = (rows: readonly (readonly number[])[]): PriceHistory => Uint32Array.from(rows.flat());

const isSamePrices = ([, ...one]: readonly number[], [, ...other]: readonly number[]): boolean =>
  `${one}` === `${other}`;
