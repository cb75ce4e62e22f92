import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { SqlDatabase } from '#relay/history/database.ts';

export interface SqliteDatabase extends SqlDatabase {
  readonly close: () => void;
}

/** Ten times what a year of all markets takes. */
const defaultMaxBytes = 2 * 1024 ** 3;

const pageBytes = 4096;

/**
 * Opens a file of SQLite that grows to `maxBytes` at most; then writing fails as on a full disk. In its mode WAL a process
 * that is killed leaves a whole database.
 * @throws Error when the file is no database or cannot be opened
 */
export function openSqlite(path: string, maxBytes = defaultMaxBytes): SqliteDatabase {
  const database = new DatabaseSync(path);
  try {
    database.exec(`PRAGMA page_size = ${pageBytes}; PRAGMA max_page_count = ${Math.floor(maxBytes / pageBytes)}`);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000');
    database.exec('PRAGMA journal_size_limit = 67108864; PRAGMA cache_size = -16384');
  } catch (error) {
    database.close();
    throw error;
  }
  const statements = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    const known = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, known);
    return known;
  };
  return {
    all: async (sql, ...params) => prepare(sql).all(...params),
    batch: async (batch) => {
      database.exec('BEGIN IMMEDIATE');
      try {
        for (const { sql, params } of batch) prepare(sql).run(...params);
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
