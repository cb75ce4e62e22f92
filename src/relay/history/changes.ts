import { createMutex } from '#core/asks/concurrency.ts';
import { referenceMarkets } from '#core/prices/markets.ts';
import type { Bytes } from '#protocol/bytes.ts';
import { type HistoryQuery, historyBody, isCounts, sinceOf } from '#relay/history/read.ts';
import { type PresentHalfHour, type PricesByName, recordObservation } from '#relay/history/record.ts';
import { loadMonths, removeFuture, rollUp } from '#relay/history/roll-up.ts';
import {
  forBlockRanges,
  type HistoryState,
  lastObservation,
  loadState,
  observationsOf,
} from '#relay/history/schema.ts';
import { byBlock, decodeHalfHours, decodeMonth, decodeSections, seriesOfMoments } from '#relay/history/series.ts';
import { dayOfHalfHour, halfHoursPerDay, isoHalfHour, monthOfDay } from '#relay/history/time.ts';
import { bytesColumn, numberColumn, type SqlDatabase } from '#relay/store/database.ts';

/** @throws Error for a database that is damaged, or of a newer format; every method throws what the database throws */
export function openHistory(database: SqlDatabase, blockItems: number) {
  const state = loadState(database, blockItems);
  const mutex = createMutex();
  return {
    record: (markets: ReadonlyMap<string, PricesByName>, present: PresentHalfHour) =>
      mutex(async () => recordObservation(state, present, markets)),
    rollUp: (halfHour: number, isSteady = true) =>
      mutex(async () => ({
        /** Observations and days in the future that were removed. */
        removed: isSteady ? removeFuture(state, halfHour) : 0,
        /** Months of daily prices that were removed at once, as too old. */
        lostMonths: await rollUp(state, dayOfHalfHour(halfHour), isSteady),
      })),
    body: (query: HistoryQuery, halfHour: number) => historyBody(state, query, halfHour),
    changes: (halfHour: number) => changesBody(state, halfHour),
    summary: (halfHour: number) => ({
      since: sinceOf(state),
      items: state.items.length,
      lastHalfHours: lastHalfHours(state, halfHour),
    }),
  };
}

const lastHalfHours = (state: HistoryState, present: number): Record<string, number> =>
  Object.fromEntries(
    [...state.observations.keys()].flatMap((market) => {
      const last = isCounts(market) ? undefined : lastObservation(state, market, present);
      return last ? [[market, last.halfHour]] : [];
    }),
  );

const changeDays = [1, 7, 30] as const;

/** How far the observation of the day before may be from 24 hours, half hours. */
const tolerance = 6;

/** Per mille by item, market and span; a market that was not observed for 24 hours has none. @throws for broken rows */
async function changesBody(state: HistoryState, present: number): Promise<Bytes | undefined> {
  const columns = await Array.fromAsync(referenceMarkets, (market) => loadColumns(state, market, present));
  const last = Math.max(...columns.map((column) => column.last));
  if (last < 0) return undefined;
  const items = state.items.flatMap((name, item) => {
    const changes = columns.map(({ now, past }) => changeDays.map((_, at) => perMille(now?.[item], past[at]?.[item])));
    return changes.flat().some((change) => change !== null) ? [[name, changes] as const] : [];
  });
  const body = {
    updated_at: isoHalfHour(last),
    markets: referenceMarkets,
    days: changeDays,
    items: Object.fromEntries(items),
  };
  return new TextEncoder().encode(JSON.stringify(body));
}

async function loadColumns(state: HistoryState, market: string, present: number) {
  const halfHours = observationsOf(state, market).map(({ halfHour }) => halfHour);
  const last = lastObservation(state, market, present)?.halfHour ?? -1;
  if (last < 0 || present - last > halfHoursPerDay) return { last, now: undefined, past: [] };
  const recorded = state.columns.get(market);
  const now = recorded?.halfHour === last ? recorded.prices : await columnAt(state, market, last);
  const dayBefore = nearest(halfHours, last - halfHoursPerDay);
  const past = await Array.fromAsync(changeDays, (days) => {
    if (days > 1) return columnNearDay(state, market, dayOfHalfHour(last) - days);
    return dayBefore === undefined ? undefined : columnAt(state, market, dayBefore);
  });
  return { last, now, past };
}

/** The half hour that is nearest to `wanted`, the earlier one of two; `undefined` when none is near enough. */
function nearest(halfHours: readonly number[], wanted: number): number | undefined {
  const near = halfHours.filter((halfHour) => Math.abs(halfHour - wanted) <= tolerance);
  return near.sort((one, other) => Math.abs(one - wanted) - Math.abs(other - wanted) || one - other)[0];
}

/** The last prices of a day, else of the day before. A market that was not recorded then has none. */
async function columnNearDay(state: HistoryState, market: string, day: number): Promise<Uint32Array> {
  const column = await columnOfDay(state, market, day);
  const before = await columnOfDay(state, market, day - 1);
  return column.map((price, item) => price || (before[item] ?? 0));
}

const perMille = (now: number | undefined, then: number | undefined): number | null =>
  now && then ? Math.round((now / then - 1) * 1000) : null;

async function columnAt(state: HistoryState, market: string, halfHour: number): Promise<Uint32Array> {
  const { database, blockItems, items } = state;
  const day = dayOfHalfHour(halfHour);
  const column = new Uint32Array(items.length);
  const observations = observationsOf(state, market).filter((one) => dayOfHalfHour(one.halfHour) === day);
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

async function columnOfDay(state: HistoryState, market: string, day: number): Promise<Uint32Array> {
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
