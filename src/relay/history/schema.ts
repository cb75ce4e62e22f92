import { setImmediate as nextTurn } from 'node:timers/promises';
import { storedVersions } from '#core/settings/stored-versions.ts';
import { isInFuture } from '#relay/history/time.ts';
import { DamagedFileError, numberColumn, type SqlDatabase, type SqlRow, textColumn } from '#relay/store/database.ts';

/** `moments` hold changes, `recent` a finished day, `days` a month, each of a block. Times count from 1970, in UTC. */
const tables = [
  'CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID',
  'CREATE TABLE IF NOT EXISTS items (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)',
  `CREATE TABLE IF NOT EXISTS observations (market TEXT NOT NULL, half_hour INTEGER NOT NULL, is_key INTEGER NOT NULL,
    PRIMARY KEY (market, half_hour)) WITHOUT ROWID`,
  `CREATE TABLE IF NOT EXISTS moments (market TEXT NOT NULL, block INTEGER NOT NULL, half_hour INTEGER NOT NULL,
    data BLOB NOT NULL, PRIMARY KEY (market, block, half_hour)) WITHOUT ROWID`,
  `CREATE TABLE IF NOT EXISTS recent (market TEXT NOT NULL, block INTEGER NOT NULL, day INTEGER NOT NULL,
    data BLOB NOT NULL, PRIMARY KEY (market, block, day)) WITHOUT ROWID`,
  `CREATE TABLE IF NOT EXISTS days (market TEXT NOT NULL, block INTEGER NOT NULL, month INTEGER NOT NULL,
    data BLOB NOT NULL, PRIMARY KEY (market, block, month)) WITHOUT ROWID`,
];

/** A newer version of the relay has written the file: this one leaves it alone. */
export class NewerFormatError extends Error {
  readonly code = 'newer-format';
}

/** @throws NewerFormatError; DamagedFileError for a database of something else */
export function prepareSchema(database: SqlDatabase): void {
  const format = loadFormat(database);
  if (format > storedVersions.relayDatabase) throw new NewerFormatError(`the database has format ${format}`);
  if (format > 0) return;
  database.transaction(() => {
    for (const sql of tables) database.run(sql);
    setMeta(database, 'format', storedVersions.relayDatabase);
  });
}

/** 0 for an empty database. */
function loadFormat(database: SqlDatabase): number {
  if (database.all("SELECT name FROM sqlite_schema WHERE type = 'table'").length === 0) return 0;
  if (database.all("SELECT name FROM sqlite_schema WHERE name = 'meta'").length === 0)
    throw new DamagedFileError('this is the database of something else');
  const format = loadMeta(database, 'format') ?? 0;
  if (!Number.isSafeInteger(format) || format < 1) throw new DamagedFileError('the format is not known');
  return format;
}

/** The first day with a price; a market's last finished day, and the day on which that was found in the future. */
type MetaName = 'format' | 'since' | `${'rolled' | 'behind'}:${string}`;

export function loadMeta(database: SqlDatabase, name: MetaName): number | undefined {
  const [row] = database.all('SELECT value FROM meta WHERE name = ?', name);
  return row && Number(textColumn(row, 'value'));
}

export const setMeta = (database: SqlDatabase, name: MetaName, value: number) =>
  database.run('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)', name, String(value));

/** The last finished days by market. */
function loadRolledUntil(database: SqlDatabase): Map<string, number> {
  const rows = database.all("SELECT substr(name, 8) AS market, value FROM meta WHERE name LIKE 'rolled:%'");
  return new Map(rows.map((row) => [textColumn(row, 'market'), Number(textColumn(row, 'value'))]));
}

export interface Observation {
  readonly halfHour: number;
  /** Every price of the market was recorded, and not only those that had changed. */
  readonly isKey: boolean;
}

function loadObservations(database: SqlDatabase): Map<string, readonly Observation[]> {
  const rows = database.all('SELECT market, half_hour, is_key FROM observations ORDER BY market, half_hour');
  const toObservation = (row: SqlRow): Observation => ({
    halfHour: numberColumn(row, 'half_hour'),
    isKey: numberColumn(row, 'is_key') !== 0,
  });
  const byMarket = Map.groupBy(rows, (row) => textColumn(row, 'market'));
  return new Map(Array.from(byMarket, ([market, ofMarket]) => [market, ofMarket.map(toObservation)]));
}

function loadItems(database: SqlDatabase): string[] {
  const names: string[] = [];
  for (const row of database.all('SELECT id, name FROM items ORDER BY id')) {
    if (numberColumn(row, 'id') !== names.length) throw new DamagedFileError('an item is missing');
    names.push(textColumn(row, 'name'));
  }
  return names;
}

/** What is held in memory of a history: names and moments, but no past prices. */
export type HistoryState = ReturnType<typeof loadState>;

/** Reads a history's names and moments. @throws Error for a database that is damaged, or of a newer format */
export function loadState(database: SqlDatabase, blockItems: number) {
  prepareSchema(database);
  const items = loadItems(database);
  return {
    database,
    blockItems,
    items,
    numbers: new Map(items.map((name, number) => [name, number])),
    /** By market, oldest first. */
    observations: loadObservations(database),
    /** The prices that were recorded last, by item number, 0 for none; absent until a market is recorded after a start. */
    columns: new Map<string, { readonly halfHour: number; readonly prices: Uint32Array }>(),
    /** Items by the bits of their names' hashes. Hashing all takes some 100 ms: `count` are in, and names are only added. */
    groups: { count: 0, byPrefix: new Map<string, number[]>() },
    rolledUntil: loadRolledUntil(database),
    since: loadMeta(database, 'since'),
  };
}

export const observationsOf = ({ observations }: HistoryState, market: string): readonly Observation[] =>
  observations.get(market) ?? [];

/** The last observation of a market that is not in the future: a clock that was ahead may have left later ones. */
export const lastObservation = (state: HistoryState, market: string, present: number): Observation | undefined =>
  observationsOf(state, market).findLast(({ halfHour }) => !isInFuture(halfHour, present));

/** Blocks of one step. A step takes some milliseconds. */
const blocksOfStep = 64;

/** In ranges of numbers, up to but without the second: other work of the thread has a turn between two of them. */
export async function forBlockRanges({ items, blockItems }: HistoryState, work: (from: number, to: number) => void) {
  const blocks = Math.ceil(items.length / blockItems);
  for (let from = 0; from < blocks; from += blocksOfStep) {
    work(from, from + blocksOfStep);
    await nextTurn();
  }
}
