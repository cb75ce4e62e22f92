import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { defaultLimits } from '#relay/limits.ts';

type SqlValue = number | string | Uint8Array | null;

export type SqlRow = Readonly<Record<string, unknown>>;

/** SQLite as the relay uses it. Every method throws what SQLite throws. */
export type SqlDatabase = ReturnType<typeof openDatabase>;

/** What the file holds is not what the relay writes. */
export class DamagedFileError extends RangeError {}

const columnReader =
  <T>(kind: string, is: (value: unknown) => value is T) =>
  (row: SqlRow, column: string): T => {
    const value = row[column];
    if (!is(value)) throw new DamagedFileError(`${column} holds no ${kind}`);
    return value;
  };

export const numberColumn = columnReader('number', (value) => typeof value === 'number');
export const textColumn = columnReader('text', (value) => typeof value === 'string');
export const bytesColumn = columnReader('bytes', (value) => value instanceof Uint8Array);

/** A row of the history has some 5 kB, and of a row that leaves its page the last one stays half empty. */
const pageBytes = 16_384;

/** SQLite's result codes, of which the first byte is the primary one. 0 for another error. */
export const sqliteCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode % 256 : 0;

const readOnlyCode = 8;

/** In its mode WAL, SQLite writes even to read, unless it is told that nobody changes the file. */
function openFile(path: string, maxBytes: number): DatabaseSync {
  const database = new DatabaseSync(path);
  try {
    database.exec(
      `PRAGMA page_size = ${pageBytes}; PRAGMA max_page_count = ${Math.max(1, Math.floor(maxBytes / pageBytes))}`,
    );
    // Of a file that is there it would write the head.
    const isNew = database.prepare('PRAGMA page_count').get()?.['page_count'] === 0;
    if (isNew) database.exec('PRAGMA auto_vacuum = INCREMENTAL');
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000');
    database.exec('PRAGMA journal_size_limit = 67108864; PRAGMA cache_size = -16384');
    return database;
  } catch (error) {
    database.close();
    if (sqliteCode(error) !== readOnlyCode) throw error;
    const url = pathToFileURL(path);
    url.searchParams.set('immutable', '1');
    return new DatabaseSync(url, { readOnly: true });
  }
}

/** At `maxBytes` writing fails as on a full disk. WAL outlives a kill, and a read-only disk can be read. */
export function openDatabase(path: string, maxBytes = defaultLimits.maxDatabaseBytes) {
  const database = openFile(path, maxBytes);
  const statements = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    const known = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, known);
    return known;
  };
  return {
    all: (sql: string, ...params: readonly SqlValue[]): readonly SqlRow[] => prepare(sql).all(...params),
    run: (sql: string, ...params: readonly SqlValue[]) => Number(prepare(sql).run(...params).changes),
    transaction(work: () => void): void {
      database.exec('BEGIN IMMEDIATE');
      try {
        work();
        database.exec('COMMIT');
      } catch (error) {
        // After a full disk SQLite has rolled back by itself.
        if (database.isTransaction) database.exec('ROLLBACK');
        throw error;
      }
    },
    close: () => database.close(),
  };
}
