import type { Row } from '#core/site.ts';

/** Rows of the page's own that are remembered; the oldest go first. */
const mostRows = 20_000;

/** Adds rows to those that are known; the later of two with the same key counts. */
export function remember(rows: readonly Row[], known: Map<string, Row>): void {
  for (const row of rows) {
    known.delete(row.key);
    known.set(row.key, row);
  }
  for (const key of known.keys()) {
    if (known.size <= mostRows) break;
    known.delete(key);
  }
}
