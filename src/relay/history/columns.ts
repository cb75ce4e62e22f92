import { decodeSections } from '#relay/history/block.ts';
import { byBlock, seriesOfMoments } from '#relay/history/moments.ts';
import { loadMonths } from '#relay/history/roll-up.ts';
import { decodeHalfHours, decodeMonth } from '#relay/history/series.ts';
import { forBlockRanges, type HistoryState, observationsOf } from '#relay/history/state.ts';
import { dayOfHalfHour, halfHoursPerDay, monthOfDay } from '#relay/history/time.ts';
import { bytesColumn, numberColumn } from '#relay/store/database.ts';

/** The prices of all items of a market at one moment, by item number; 0 where none is known. */
export type PriceColumn = Uint32Array;

/** Prices at a recorded observation of the last seven days. @throws Error for broken rows */
export async function columnAt(state: HistoryState, market: string, halfHour: number): Promise<PriceColumn> {
  const { database, blockItems, items } = state;
  const day = dayOfHalfHour(halfHour);
  const column = new Uint32Array(items.length);
  const observations = observationsOf(state, market).filter(
    (observation) => dayOfHalfHour(observation.halfHour) === day,
  );
  const at = observations.findIndex((observation) => observation.halfHour === halfHour);
  const place = (block: number, index: number, price: number | undefined) => {
    column[block * blockItems + index] = price ?? 0;
  };
  await forBlockRanges(state, (from, to) => {
    const moments = database.all(
      `SELECT block, half_hour, data FROM moments
        WHERE market = ? AND block >= ? AND block < ? AND half_hour >= ? AND half_hour <= ?`,
      ...[market, from, to, day * halfHoursPerDay, halfHour],
    );
    for (const [block, rows] of byBlock(moments)) {
      for (const [index, prices] of seriesOfMoments(observations.slice(0, at + 1), rows))
        place(block, index, prices[at]);
    }
    const finished = database.all(
      'SELECT block, data FROM recent WHERE market = ? AND block >= ? AND block < ? AND day = ?',
      ...[market, from, to, day],
    );
    for (const row of finished) {
      for (const [index, bytes] of decodeSections(bytesColumn(row, 'data')))
        place(numberColumn(row, 'block'), index, decodeHalfHours(bytes, observations.length)[at]);
    }
  });
  return column;
}

/** The last prices of a finished day. @throws Error for broken rows */
export async function columnOfDay(state: HistoryState, market: string, day: number): Promise<PriceColumn> {
  const { database, blockItems, items } = state;
  const { month, index: dayIndex } = monthOfDay(day);
  const column = new Uint32Array(items.length);
  await forBlockRanges(state, (from, to) => {
    for (const [block, data] of loadMonths(database, { market, month, from, to })) {
      for (const [index, bytes] of decodeSections(data))
        column[block * blockItems + index] = decodeMonth(bytes)[dayIndex]?.last ?? 0;
    }
  });
  return column;
}
