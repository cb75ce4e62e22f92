import {
  loadItems,
  loadMeta,
  loadObservations,
  loadRolledUntil,
  type Observation,
  prepareSchema,
  setMeta,
} from '#relay/history/schema.ts';
import { isInFuture } from '#relay/history/time.ts';
import type { SqlDatabase, SqlStatement } from '#relay/store/database.ts';

/** What is held in memory of a history: names and moments, but no past prices. */
export type HistoryState = ReturnType<typeof loadState>;

interface RecordedColumn {
  readonly halfHour: number;
  /** By item number; 0 for none. */
  readonly prices: Uint32Array;
}

/** Reads a history's names and moments. @throws Error for a database that is damaged, or of a newer format */
export function loadState(database: SqlDatabase, newBlockItems: number) {
  const blockItems = prepareSchema(database, newBlockItems);
  const items = loadItems(database);
  return {
    database,
    blockItems,
    /** Names by number. */
    items,
    numbers: new Map(items.map((name, number) => [name, number])),
    /** By market, oldest first. */
    observations: loadObservations(database),
    /** The prices that were recorded last; absent until a market is recorded after a start. */
    columns: new Map<string, RecordedColumn>(),
    /** The last finished day by market. */
    rolledUntil: loadRolledUntil(database),
    /** The first day with a price; `undefined` without any. */
    since: loadMeta(database, 'since'),
  };
}

export const observationsOf = ({ observations }: HistoryState, market: string): readonly Observation[] =>
  observations.get(market) ?? [];

/** The last observation of a market that is not in the future: a clock that was ahead may have left later ones. */
export const lastObservation = (state: HistoryState, market: string, present: number): Observation | undefined =>
  observationsOf(state, market).findLast(({ halfHour }) => !isInFuture(halfHour, present));

/** Gives other work of the thread a turn between two steps of a long one. */
const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Blocks of one step. A step takes some milliseconds. */
const blocksOfStep = 64;

/** Runs `work` for all blocks, in ranges of block numbers: from the first up to, but without, the second. */
export async function forBlockRanges(
  { items, blockItems }: HistoryState,
  work: (from: number, to: number) => void,
): Promise<void> {
  const blocks = Math.ceil(items.length / blockItems);
  for (let from = 0; from < blocks; from += blocksOfStep) {
    work(from, from + blocksOfStep);
    await yieldToEventLoop();
  }
}

/** The statement that notes a first day, if it is earlier than the known one. */
export const noteSince = ({ since }: HistoryState, day: number): SqlStatement[] =>
  since !== undefined && since <= day ? [] : [setMeta('since', day)];
