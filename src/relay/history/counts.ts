import { longestStep } from '#core/prices/listings-gone.ts';
import type { HistoryState } from '#relay/history/schema.ts';

/** The series of a market's numbers of listings, beside that of its prices. It is kept for the half hours alone. */
export const countsOf = (market: string): string => `${market}:count`;
export const isCounts = (series: string): boolean => series.endsWith(':count');

/** The least part of its listings that a market keeps from one observation to the next. */
const leastKept = 0.95;

/** Counts of another size would look like sales of all items. They are recorded once no fall is counted over the gap. */
export function isPartial(state: HistoryState, series: string, counts: ReadonlyMap<string, number>, halfHour: number) {
  const last = state.columns.get(series);
  if (!isCounts(series) || !last || halfHour - last.halfHour > longestStep) return false;
  let [before, now] = [0, 0];
  for (const [name, count] of counts) {
    const known = last.prices[state.numbers.get(name) ?? -1] ?? 0;
    before += known;
    if (known > 0) now += count;
  }
  return now < before * leastKept;
}
