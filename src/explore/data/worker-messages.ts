import type { ItemLine } from '#core/tables/table-lines.ts';
import type { MatchedLines } from '#explore/bulk/matched-lines.ts';
import type { LoadedPart, LoadRequest } from '#explore/data/load-items.ts';

/** Questions of the page. Each has a number, which the answers carry. */
export type WorkerQuestion =
  | { readonly ask: 'load'; readonly id: number; readonly request: LoadRequest }
  | { readonly ask: 'search'; readonly id: number; readonly query: string }
  | { readonly ask: 'match'; readonly id: number; readonly lines: readonly ItemLine[] };

export type WorkerAnswer =
  | { readonly say: 'part'; readonly id: number; readonly part: LoadedPart }
  /** 1 for each row that the query finds. */
  | { readonly say: 'found'; readonly id: number; readonly found: Uint8Array<ArrayBuffer> }
  | { readonly say: 'matched'; readonly id: number; readonly matched: MatchedLines }
  | { readonly say: 'failed'; readonly id: number; readonly problem: string };
