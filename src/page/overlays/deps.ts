import type { FetchQuotes } from '#page/quotes/quote-cache.ts';

/** The browser's functions that the overlays use. */
export interface PageDeps {
  readonly document: Document;
  /** ms since the epoch. */
  readonly now: () => number;
  readonly fetchQuotes: FetchQuotes;
  /** Calls back before the next frame, or at once on a quiet page (src/page/frame-scheduler.ts). */
  readonly beforeFrame: (work: () => void) => void;
  /** Calls back in a new task, as early as possible. */
  readonly inOwnTask: (work: () => void) => void;
  readonly after: (work: () => void, ms: number) => void;
  /** Called before each pass over the cards: the extension may be gone. */
  readonly beforePass?: (() => void) | undefined;
  /** Called after each pass over the cards. */
  readonly onPass?: (() => void) | undefined;
  /** Called when every card is drawn. */
  readonly onDrawn?: (() => void) | undefined;
  /** Called when the number of deals on the page has changed. */
  readonly onDeals: (count: number) => void;
}
