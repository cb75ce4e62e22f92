import { decodeSections } from '#relay/history/block.ts';
import { bytesColumn, numberColumn } from '#relay/history/database.ts';
import { byBlock, seriesOfMoments } from '#relay/history/moments.ts';
import { loadMonths } from '#relay/history/roll-up.ts';
import { decodeLooks, decodeMonth } from '#relay/history/series.ts';
import { forBlockRanges, type GiveWay, type HistoryState, looksOf } from '#relay/history/state.ts';
import { dayOfSlot, monthOfDay, slotsPerDay } from '#relay/history/time.ts';

/** The prices of all items of a market at one moment, by item number; 0 where none is known. */
export type PriceColumn = Uint32Array;

/** Prices at a recorded look of the last seven days. @throws Error for broken rows */
export async function columnAtSlot(
  state: HistoryState,
  market: string,
  slot: number,
  giveWay: GiveWay,
): Promise<PriceColumn> {
  const { database, blockItems, items } = state;
  const day = dayOfSlot(slot);
  const column = new Uint32Array(items.length);
  const looks = looksOf(state, market).filter((look) => dayOfSlot(look.slot) === day);
  const at = looks.findIndex((look) => look.slot === slot);
  const place = (block: number, index: number, price: number | undefined) => {
    column[block * blockItems + index] = price ?? 0;
  };
  await forBlockRanges(state, giveWay, async (from, to) => {
    const moments = await database.all(
      `SELECT block, slot, data FROM moments
        WHERE market = ? AND block >= ? AND block < ? AND slot >= ? AND slot <= ?`,
      ...[market, from, to, day * slotsPerDay, slot],
    );
    for (const [block, rows] of byBlock(moments)) {
      for (const [index, prices] of seriesOfMoments(looks.slice(0, at + 1), rows)) place(block, index, prices[at]);
    }
    const finished = await database.all(
      'SELECT block, data FROM recent WHERE market = ? AND block >= ? AND block < ? AND day = ?',
      ...[market, from, to, day],
    );
    for (const row of finished) {
      for (const [index, bytes] of decodeSections(bytesColumn(row, 'data')))
        place(numberColumn(row, 'block'), index, decodeLooks(bytes, looks.length)[at]);
    }
  });
  return column;
}

/** The last prices of a finished day. @throws Error for broken rows */
export async function columnOfDay(
  state: HistoryState,
  market: string,
  day: number,
  giveWay: GiveWay,
): Promise<PriceColumn> {
  const { database, blockItems, items } = state;
  const { month, index: dayIndex } = monthOfDay(day);
  const column = new Uint32Array(items.length);
  await forBlockRanges(state, giveWay, async (from, to) => {
    for (const [block, data] of await loadMonths(database, { market, month, from, to })) {
      for (const [index, bytes] of decodeSections(data))
        column[block * blockItems + index] = decodeMonth(bytes)[dayIndex]?.last ?? 0;
    }
  });
  return column;
}
