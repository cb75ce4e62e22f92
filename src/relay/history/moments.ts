import { decodeMoment } from '#relay/history/block.ts';
import type { Observation } from '#relay/history/schema.ts';
import type { DayPrices, HalfHourSeries } from '#relay/history/series.ts';
import { bytesColumn, numberColumn, type SqlRow } from '#relay/store/database.ts';

/**
 * Prices of a block's items at the observations of one day, by place. `rows` are the block's rows of `moments` at these.
 * @throws DamagedFileError for broken rows
 */
export function seriesOfMoments(observations: readonly Observation[], rows: readonly SqlRow[]): Map<number, number[]> {
  const byHalfHour = new Map(rows.map((row) => [numberColumn(row, 'half_hour'), row]));
  const present = new Map<number, number>();
  const series = new Map<number, number[]>();
  for (const [at, { halfHour, isKey }] of observations.entries()) {
    if (isKey) present.clear();
    const row = byHalfHour.get(halfHour);
    for (const [place, price] of row ? decodeMoment(bytesColumn(row, 'data')) : []) present.set(place, price);
    for (const [place, price] of present) {
      if (price === 0) continue;
      const prices = series.get(place) ?? new Array<number>(observations.length).fill(0);
      prices[at] = price;
      series.set(place, prices);
    }
  }
  return series;
}

/** The lowest, highest and last price of a day; `undefined` without any. */
export function dayOfHalfHours(prices: HalfHourSeries): DayPrices | undefined {
  const known = prices.filter((price) => price > 0);
  const last = known.at(-1);
  return last === undefined ? undefined : { low: Math.min(...known), high: Math.max(...known), last };
}

export const byBlock = (rows: readonly SqlRow[]): Map<number, SqlRow[]> =>
  Map.groupBy(rows, (row) => numberColumn(row, 'block'));
