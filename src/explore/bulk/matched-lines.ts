import type { ItemLine, LineReading } from '#core/tables/table-lines.ts';

/** The rows that pasted lines name, and the lines that name none. */
export interface MatchedLines {
  /** Rows of the table with their counts, in the order of the list; each row once. */
  readonly rows: readonly { readonly row: number; readonly count: number }[];
  /** Each line that names an item, as it is meant. */
  readonly found: readonly (LineReading & { readonly line: ItemLine })[];
  readonly unmatched: readonly ItemLine[];
}
