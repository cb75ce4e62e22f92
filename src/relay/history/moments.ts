import { decodeMoment } from '#relay/history/block.ts';
import { bytesColumn, numberColumn, type SqlRow } from '#relay/history/database.ts';
import type { Look } from '#relay/history/schema.ts';
import type { DayPrices, LookSeries } from '#relay/history/series.ts';

/**
 * Prices of a block's items at the looks of one day, by place. `rows` are the block's rows of `moments` at these looks.
 * @throws RangeError for broken rows
 */
export function seriesOfMoments(looks: readonly Look[], rows: readonly SqlRow[]): Map<number, number[]> {
  const bySlot = new Map(rows.map((row) => [numberColumn(row, 'slot'), row]));
  const present = new Map<number, number>();
  const series = new Map<number, number[]>();
  for (const [at, { slot, isKey }] of looks.entries()) {
    if (isKey) present.clear();
    const row = bySlot.get(slot);
    for (const [place, price] of row ? decodeMoment(bytesColumn(row, 'data')) : []) present.set(place, price);
    for (const [place, price] of present) {
      if (price === 0) continue;
      const prices = series.get(place) ?? new Array<number>(looks.length).fill(0);
      prices[at] = price;
      series.set(place, prices);
    }
  }
  return series;
}

/** The lowest, highest and last price of a day; `undefined` without any. */
export function dayOfLooks(prices: LookSeries): DayPrices | undefined {
  const known = prices.filter((price) => price > 0);
  const last = known.at(-1);
  return last === undefined ? undefined : { low: Math.min(...known), high: Math.max(...known), last };
}

/** Rows by the number of their block. */
export const byBlock = (rows: readonly SqlRow[]): Map<number, SqlRow[]> =>
  Map.groupBy(rows, (row) => numberColumn(row, 'block'));
