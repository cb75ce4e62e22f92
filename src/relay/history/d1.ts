import type { SqlDatabase, SqlRow, SqlStatement, SqlValue } from '#relay/history/database.ts';

interface D1Statement {
  readonly bind: (...params: readonly (SqlValue | ArrayBuffer)[]) => D1Statement;
  readonly all: () => Promise<{ readonly results: readonly SqlRow[] }>;
}

/** The methods of a D1 database that the history uses. */
export interface D1Database {
  readonly prepare: (sql: string) => D1Statement;
  readonly batch: (statements: readonly D1Statement[]) => Promise<unknown>;
}

/** D1 takes at most 100 bound parameters a statement (Cloudflare's documentation, "D1 limits"). */
const maxParams = 100;

/** A row is at most 2 MB there; a statement with all of its parameters stays under half of it. */
const maxBoundBytes = 1_000_000;

/** Cloudflare's D1 is SQLite behind promises; a batch is a transaction there. */
export function openD1(database: D1Database): SqlDatabase {
  const bind = ({ sql, params }: SqlStatement): D1Statement => {
    const statement = database.prepare(sql);
    return params.length > 0 ? statement.bind(...params.map(toD1)) : statement;
  };
  return {
    all: async (sql, ...params) => (await bind({ sql, params }).all()).results,
    batch: async (statements) => {
      if (statements.length > 0) await database.batch(mergeInserts(statements).map(bind));
    },
  };
}

/** An INSERT of one row whose values are all bound. */
const singleRow = /^(INSERT\b[^?]*\bVALUES) (\(\?(?:, \?)*\))$/;

/**
 * Merges successive inserts into the same columns: D1 allows 1,000 statements for one call of a Worker, and a look has one
 * for each block of items, and the first one for each item.
 */
export function mergeInserts(statements: readonly SqlStatement[]): SqlStatement[] {
  const merged: SqlStatement[] = [];
  let group: SqlStatement[] = [];
  const flush = () => {
    const [first] = group;
    if (first) merged.push(group.length === 1 ? first : joinRows(first, group));
    group = [];
  };
  for (const statement of statements) {
    if (!fits(group, statement)) flush();
    group.push(statement);
  }
  flush();
  return merged;
}

function fits(group: readonly SqlStatement[], next: SqlStatement): boolean {
  const first = group[0];
  if (first?.sql !== next.sql || !singleRow.test(next.sql)) return false;
  const all = [...group, next];
  const count = all.length * next.params.length;
  return count <= maxParams && all.reduce((sum, { params }) => sum + boundBytes(params), 0) <= maxBoundBytes;
}

const boundBytes = (params: readonly SqlValue[]): number =>
  params.reduce<number>((sum, value) => sum + (typeof value === 'object' ? (value?.length ?? 0) : 8), 0);

function joinRows(first: SqlStatement, group: readonly SqlStatement[]): SqlStatement {
  const [, head, row] = singleRow.exec(first.sql) ?? [];
  return { sql: `${head} ${group.map(() => row).join()}`, params: group.flatMap(({ params }) => params) };
}

/** D1 takes bytes as a buffer of their own. */
const toD1 = (value: SqlValue): SqlValue | ArrayBuffer =>
  value instanceof Uint8Array ? new Uint8Array(value).buffer : value;
