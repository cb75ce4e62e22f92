import type { AdapterAtPage } from '#page/finder/adapter-reading.ts';
import type { FetchQuotes } from '#page/quotes/quote-loader.ts';

export interface FinderDeps {
  readonly document: Document;
  /** ms, monotonic. */
  readonly now: () => number;
  readonly fetchQuotes: FetchQuotes;
  /** Default: a scheduler of the finder's own file (src/page/finder/sliced-work.ts). */
  readonly inOwnTask?: ((work: () => void) => void) | undefined;
  readonly after: (work: () => void, ms: number) => void;
  readonly unsureNames?: RegExp | undefined;
  /** The site's adapter, unless the user chose names alone. */
  readonly adapter?: (() => AdapterAtPage | undefined) | undefined;
  /** As in an adapter. */
  readonly readingContext?: string | undefined;
}

/** Tells the overlays that these cards may show another item now, before the browser paints; without cards, that others have items. */
export type OnFound = (changed?: readonly Element[]) => void;
