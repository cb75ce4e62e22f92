import type { SqlDatabase, SqlRow, SqlValue } from '#relay/history/database.ts';

interface D1Statement {
  readonly bind: (...params: readonly (SqlValue | ArrayBuffer)[]) => D1Statement;
  readonly all: () => Promise<{ readonly results: readonly SqlRow[] }>;
}

/** The methods of a D1 database that the history uses. */
export interface D1Database {
  readonly prepare: (sql: string) => D1Statement;
  readonly batch: (statements: readonly D1Statement[]) => Promise<unknown>;
}

/** Cloudflare's D1 is SQLite behind promises; a batch is a transaction there. */
export function openD1(database: D1Database): SqlDatabase {
  const bind = (sql: string, params: readonly SqlValue[]): D1Statement => {
    const statement = database.prepare(sql);
    return params.length > 0 ? statement.bind(...params.map(toD1)) : statement;
  };
  return {
    all: async (sql, ...params) => (await bind(sql, params).all()).results,
    batch: async (statements) => {
      if (statements.length > 0) await database.batch(statements.map(({ sql, params }) => bind(sql, params)));
    },
  };
}

/** D1 takes bytes as a buffer of their own. */
const toD1 = (value: SqlValue): SqlValue | ArrayBuffer =>
  value instanceof Uint8Array ? new Uint8Array(value).buffer : value;
