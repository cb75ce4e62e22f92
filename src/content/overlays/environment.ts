import type { FindCards } from '#content/cards/cards.ts';
import type { FetchQuotes } from '#content/quotes/quote-cache.ts';

/** The browser's functions that the overlays use. */
export interface PageEnvironment {
  readonly document: Document;
  /** ms since the epoch. */
  readonly now: () => number;
  readonly fetchQuotes: FetchQuotes;
  /** Asks the page's framework for its state; the rows come to `addRows`. */
  readonly readState: () => void;
  /** Calls back before the next frame, or at once on a quiet page (src/content/time-slicing.ts). */
  readonly beforeFrame: (work: () => void) => void;
  /** Calls back in a new task, as early as possible. */
  readonly inOwnTask: (work: () => void) => void;
  readonly after: (work: () => void, ms: number) => void;
  /** How cards are found without an adapter; by default by the adapter's selectors. */
  readonly findCards?: FindCards | undefined;
  /** Longest slice of work, ms; default: that of the time slicer. */
  readonly sliceMs?: number | undefined;
  /** Called after each pass over the cards. */
  readonly onPass?: (() => void) | undefined;
  /** Called when every card is drawn. */
  readonly onDrawn?: (() => void) | undefined;
  /** Called when the number of deals on the page has changed. */
  readonly onDeals: (count: number) => void;
}
