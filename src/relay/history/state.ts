import type { SqlDatabase, SqlStatement } from '#relay/history/database.ts';
import { type Look, loadItems, loadLooks, loadRolledUntil, loadSince, prepareSchema } from '#relay/history/schema.ts';

/** What is held in memory of a history: names and moments, but no past prices. */
export interface HistoryState {
  readonly database: SqlDatabase;
  readonly blockItems: number;
  /** Names by number. */
  readonly items: string[];
  readonly numbers: Map<string, number>;
  /** By market, oldest first. */
  readonly looks: Map<string, Look[]>;
  /** The prices of the last look by item number, 0 for none; absent until a market is recorded after a start. */
  readonly columns: Map<string, Uint32Array>;
  /** The last finished day by market. */
  readonly rolledUntil: Map<string, number>;
  /** The first day with a price; `undefined` without any. */
  since: number | undefined;
}

/** Reads a history's names and moments. @throws Error or TypeError when the database is broken or foreign */
export async function loadState(database: SqlDatabase, blockItems: number): Promise<HistoryState> {
  const ownBlockItems = await prepareSchema(database, blockItems);
  const items = await loadItems(database);
  return {
    database,
    blockItems: ownBlockItems,
    items,
    numbers: new Map(items.map((name, number) => [name, number])),
    looks: await loadLooks(database),
    columns: new Map(),
    rolledUntil: await loadRolledUntil(database),
    since: await loadSince(database),
  };
}

export const looksOf = ({ looks }: HistoryState, market: string): readonly Look[] => looks.get(market) ?? [];

/** Gives other work a turn between two steps of a long one. */
export type GiveWay = () => Promise<void>;

/** Blocks of one step. A step takes some milliseconds. */
const blocksOfStep = 64;

/** Runs `work` for all blocks, in ranges of block numbers: from the first up to, but without, the second. */
export async function forBlockRanges(
  { items, blockItems }: HistoryState,
  giveWay: GiveWay,
  work: (from: number, to: number) => Promise<void>,
): Promise<void> {
  const blocks = Math.ceil(items.length / blockItems);
  for (let from = 0; from < blocks; from += blocksOfStep) {
    await work(from, from + blocksOfStep);
    await giveWay();
  }
}

/** The statements that note a first day, if it is earlier than the known one. */
export const noteSince = ({ since }: HistoryState, day: number): SqlStatement[] =>
  since !== undefined && since <= day
    ? []
    : [{ sql: "INSERT OR REPLACE INTO meta (name, value) VALUES ('since', ?)", params: [String(day)] }];
