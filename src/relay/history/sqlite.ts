import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { SqlDatabase } from '#relay/history/database.ts';

export interface SqliteDatabase extends SqlDatabase {
  readonly close: () => void;
}

/**
 * Opens a file of SQLite. In its mode WAL a process that is killed leaves a whole database.
 * @throws Error when the file is no database or cannot be opened
 */
export function openSqlite(path: string): SqliteDatabase {
  const database = new DatabaseSync(path);
  try {
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
