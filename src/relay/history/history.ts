import { createMutex } from '#core/concurrency.ts';
import { changesBody } from '#relay/history/changes.ts';
import { removeFuture } from '#relay/history/future.ts';
import { type HistoryQuery, historyBody, readHistory, sinceOf } from '#relay/history/read.ts';
import { type PresentHalfHour, type PricesByName, recordObservation } from '#relay/history/record.ts';
import { rollUp } from '#relay/history/roll-up.ts';
import { type HistoryState, lastObservation, loadState } from '#relay/history/state.ts';
import { dayOfHalfHour } from '#relay/history/time.ts';
import type { SqlDatabase } from '#relay/store/database.ts';

export type History = ReturnType<typeof openHistory>;

/**
 * Opens the past of all items on the recorded markets. Every method throws what the database throws.
 * @throws Error for a database that is damaged, or of a newer format
 */
export function openHistory(database: SqlDatabase, blockItems: number) {
  const state = loadState(database, blockItems);
  const mutex = createMutex();
  return {
    record: (markets: ReadonlyMap<string, PricesByName>, present: PresentHalfHour) =>
      mutex(async () => recordObservation(state, present, markets)),
    /** Removes what lies in the future and finishes past days. */
    rollUp: (halfHour: number) =>
      mutex(async () => ({
        /** Observations and days in the future that were removed. */
        removed: removeFuture(state, halfHour),
        /** Months of daily prices that were removed at once, as too old. */
        lostMonths: await rollUp(state, dayOfHalfHour(halfHour)),
      })),
    read: (query: HistoryQuery, halfHour: number) => readHistory(state, query, halfHour),
    /** The body of `/api/history`; `undefined` for an item that was never recorded. */
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
      const last = lastObservation(state, market, present);
      return last ? [[market, last.halfHour]] : [];
    }),
  );
