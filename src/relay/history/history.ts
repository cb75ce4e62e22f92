import { createTurns } from '#core/turns.ts';
import type { Bytes } from '#protocol/bytes.ts';
import { changesBody } from '#relay/history/changes.ts';
import { removeFuture } from '#relay/history/future.ts';
import { type ImportedPrice, importPrices } from '#relay/history/import.ts';
import { type HistoryQuery, historyBody, type MarketHistory, readHistory, sinceOf } from '#relay/history/read.ts';
import { type PresentHalfHour, type PricesByName, type Recorded, recordObservation } from '#relay/history/record.ts';
import { rollUp } from '#relay/history/roll-up.ts';
import { type HistoryState, lastObservation, loadState } from '#relay/history/state.ts';
import { dayOfHalfHour } from '#relay/history/time.ts';
import type { SqlDatabase } from '#relay/store/database.ts';

/** The past of all items on the recorded markets. Every method throws what the database throws. */
export interface History {
  /** Records prices by market (`recordObservation`). */
  readonly record: (markets: ReadonlyMap<string, PricesByName>, present: PresentHalfHour) => Promise<Recorded>;
  /** Removes what lies in the future (`removeFuture`) and finishes past days (`rollUp`). Returns how much was removed. */
  readonly rollUp: (halfHour: number) => Promise<number>;
  readonly read: (query: HistoryQuery, halfHour: number) => Record<string, MarketHistory> | undefined;
  /** The body of `/api/history` (`HistoryBody`); `undefined` for an item that was never recorded. */
  readonly body: (query: HistoryQuery, halfHour: number) => Bytes | undefined;
  /** The body of `/api/changes` (`changesBody`). */
  readonly changes: (halfHour: number) => Promise<Bytes | undefined>;
  /** Imports older prices (`importPrices`). Returns how many names were left out. */
  readonly import: (prices: readonly ImportedPrice[]) => Promise<number>;
  readonly summary: (halfHour: number) => HistorySummary;
}

export interface HistorySummary {
  /** The first day with a price, "2026-11-24"; `undefined` without any. */
  readonly since: string | undefined;
  readonly items: number;
  /** The last recorded half hour by market. */
  readonly lastHalfHours: Readonly<Record<string, number>>;
}

/** Opens the history in a database. @throws Error for a database that is damaged, or of a newer format */
export function openHistory(database: SqlDatabase, blockItems: number): History {
  const state = loadState(database, blockItems);
  const write = createTurns();
  return {
    record: (markets, present) => write(async () => recordObservation(state, present, markets)),
    rollUp: (halfHour) =>
      write(async () => {
        const removed = removeFuture(state, halfHour);
        await rollUp(state, dayOfHalfHour(halfHour));
        return removed;
      }),
    read: (query, halfHour) => readHistory(state, query, halfHour),
    body: (query, halfHour) => historyBody(state, query, halfHour),
    changes: (halfHour) => changesBody(state, halfHour),
    import: (prices) => write(() => importPrices(state, prices)),
    summary: (halfHour) => ({
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
