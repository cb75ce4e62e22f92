import type { ItemLine } from '#core/tables/table-lines.ts';
import type { LoadedPart, LoadRequest } from '#data/load-items.ts';
import type { SearchIndex } from '#data/search/search-index.ts';
import type { MatchedLines } from '#explore/bulk/matched-lines.ts';

/** Questions of the page. Each has a number, which the answers carry. */
export type WorkerQuestion =
  | { readonly ask: 'load'; readonly id: number; readonly request: LoadRequest }
  | { readonly ask: 'index'; readonly id: number }
  | { readonly ask: 'match'; readonly id: number; readonly lines: readonly ItemLine[] };

export type WorkerAnswer =
  | { readonly say: 'part'; readonly id: number; readonly part: LoadedPart }
  /** The page has the names. */
  | { readonly say: 'index'; readonly id: number; readonly index: Omit<SearchIndex, 'names'> }
  | { readonly say: 'matched'; readonly id: number; readonly matched: MatchedLines }
  | { readonly say: 'failed'; readonly id: number; readonly problem: string };
