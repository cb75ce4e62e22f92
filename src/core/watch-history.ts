import { referenceMarkets } from '#core/markets.ts';
import type { ReferencePrices } from '#core/watch-list.ts';

/**
 * What an item cost over time: four words a sample, oldest first. Minutes since the epoch, then USD cents of the three
 * references in their order, 0 for a price that was not known.
 */
export type History = Uint32Array<ArrayBuffer>;

/** One moment of a history. */
export interface Sample {
  /** The time of the data, ms since the epoch. */
  readonly at: number;
  readonly prices: ReferencePrices;
}

const words = 1 + referenceMarkets.length;
const minuteMs = 60_000;
const day = 24 * 60;
/** How long a history is, minutes. */
const lengthMinutes = 90 * day;
/** So long each sample is kept, then the first of each so many minutes. */
const fullMinutes = 3 * day;
const coarseMinutes = 6 * 60;
/** Most samples of one item, 10 kB: what three days of half hours and 87 of quarter days come to, and some. */
export const maxSamples = 600;

/** A history as stored, whatever that is; what does not stand in order falls out. Never throws. */
export function readHistory(stored: unknown): History {
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
 * The history with the prices of newer data; older or equally old data change nothing.
 * @param now ms since the epoch; what lies ahead of it was noted by a clock that was wrong, and falls out.
 */
export function withSample(history: History, { at, prices }: Sample, now: number): History {
  const end = Math.floor(now / minuteMs) + 1;
  const minute = Math.min(Math.floor(at / minuteMs), end);
  const rows = rowsOf(history).filter(([then = 0]) => then <= end);
  const [before, last] = [rows.at(-2), rows.at(-1)];
  if (last && (last[0] ?? 0) >= minute) return rows.length * words === history.length ? history : toHistory(rows);
  const row = [minute, ...referenceMarkets.map((market) => prices[market] ?? 0)];
  // A price that stands still is two points: where it began, and where it was last seen.
  const kept = before && last && isLike(before, last) && isLike(last, row) ? rows.slice(0, -1) : rows;
  return toHistory(thinned([...kept, row], end));
}

/** Without what is too old, and coarser where it is old. */
function thinned(rows: readonly (readonly number[])[], end: number): readonly (readonly number[])[] {
  const seen = new Set<number>();
  const kept = rows.filter(([minute = 0]) => {
    if (minute > end - fullMinutes) return true;
    const quarter = Math.floor(minute / coarseMinutes);
    const isFirst = !seen.has(quarter);
    seen.add(quarter);
    return isFirst && minute > end - lengthMinutes;
  });
  return kept.slice(-maxSamples);
}

/** What a small chart shows: times in ms since the epoch, and the lowest known price in USD cents, `null` for none. */
export interface Series {
  readonly at: readonly number[];
  readonly cents: readonly (number | null)[];
}

/** A history as a chart of at most so many points shows it, its last one among them. */
export function seriesOf(history: History, most: number): Series {
  const rows = rowsOf(history);
  const step = Math.ceil(rows.length / most) || 1;
  const shown = rows.filter((_, at) => (rows.length - 1 - at) % step === 0);
  return {
    at: shown.map(([minute = 0]) => minute * minuteMs),
    cents: shown.map(([, ...cents]) => {
      const known = cents.filter((one) => one > 0);
      return known.length > 0 ? Math.min(...known) : null;
    }),
  };
}

const rowsOf = (history: Uint32Array): number[][] =>
  Array.from({ length: history.length / words }, (_, at) => [...history.subarray(at * words, (at + 1) * words)]);

const toHistory = (rows: readonly (readonly number[])[]): History => Uint32Array.from(rows.flat());

const isLike = ([, ...one]: readonly number[], [, ...other]: readonly number[]): boolean => `${one}` === `${other}`;
