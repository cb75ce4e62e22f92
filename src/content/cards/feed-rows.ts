import type { Row } from '#core/site.ts';

/** Limit of rows kept for one page; the oldest are dropped first. */
const maxRowsKept = 20_000;

/** Adds rows to `known`; a row replaces an earlier one with the same key. */
export function addToRows(rows: readonly Row[], known: Map<string, Row>): void {
  for (const row of rows) {
    known.delete(row.key);
    known.set(row.key, row);
  }
  for (const key of known.keys()) {
    if (known.size <= maxRowsKept) break;
    known.delete(key);
  }
}
