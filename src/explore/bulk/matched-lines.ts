import type { ItemLine } from '#core/tables/table-lines.ts';

/** The rows that pasted lines name, and the lines that name none. */
export interface MatchedLines {
  /** Rows of the table with their counts, in the order of the list; each row once. */
  readonly rows: readonly { readonly row: number; readonly count: number }[];
  readonly unmatched: readonly ItemLine[];
}
