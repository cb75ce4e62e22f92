type SqlValue = number | string | Uint8Array | null;

export interface SqlStatement {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

export type SqlRow = Readonly<Record<string, unknown>>;

/** The part of SQLite that the history needs. */
export interface SqlDatabase {
  readonly all: (sql: string, ...params: readonly SqlValue[]) => Promise<readonly SqlRow[]>;
  /** Runs all statements in one transaction, or none. */
  readonly batch: (statements: readonly SqlStatement[]) => Promise<void>;
}

/** A column of a row. @throws TypeError when it is no number: the database is foreign */
export function numberColumn(row: SqlRow, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`${column} is no number`);
  return value;
}

/** A column of a row. @throws TypeError when it is no text */
export function textColumn(row: SqlRow, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`${column} is no text`);
  return value;
}

/** A column of a row. @throws TypeError when it holds no bytes */
export function bytesColumn(row: SqlRow, column: string): Uint8Array {
  const value = row[column];
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`${column} holds no bytes`);
}
