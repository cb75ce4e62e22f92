import type { ItemTable } from '#core/rows/item-table.ts';
import type { SearchIndex } from '#core/search/search-index.ts';
import type { ItemLine, LineReading } from '#core/tables/table-lines.ts';
import type { LoadRequest } from '#data/load-items.ts';

export interface MatchedLines {
  /** Rows of the table with their counts, in the order of the list; each row once. */
  readonly rows: readonly { readonly row: number; readonly count: number }[];
  readonly found: readonly (LineReading & { readonly line: ItemLine })[];
  readonly unmatched: readonly ItemLine[];
}

/** Questions of the page. Each has a number, which the answers carry. */
export type WorkerQuestion =
  | { readonly ask: 'load'; readonly id: number; readonly request: LoadRequest }
  | { readonly ask: 'index'; readonly id: number }
  | { readonly ask: 'match'; readonly id: number; readonly lines: readonly ItemLine[] };

export type WorkerAnswer =
  | { readonly say: 'table'; readonly id: number; readonly table: ItemTable; readonly isComplete: boolean }
  /** The page has the names. */
  | { readonly say: 'index'; readonly id: number; readonly index: Omit<SearchIndex, 'names'> }
  | { readonly say: 'matched'; readonly id: number; readonly matched: MatchedLines }
  | { readonly say: 'failed'; readonly id: number; readonly problem: string };
