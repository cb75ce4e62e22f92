import type { AskQuotes } from '#content/quotes/quote-cache.ts';

/** What the runner needs of the world. */
export interface World {
  readonly document: Document;
  /** ms since the epoch. */
  readonly now: () => number;
  /** Prices by name, 500 at most. Rejects when the extension is gone. */
  readonly ask: AskQuotes;
  /** Asks the page's framework what it knows of the cards; what it says comes to `learn`. */
  readonly readState: () => void;
  /** Calls back before the next frame; at once where the page has been quiet. */
  readonly soon: (work: () => void) => void;
  /** Calls back in a task of its own, as early as the browser lets it. */
  readonly next: (work: () => void) => void;
  readonly later: (work: () => void, ms: number) => void;
  /** Hears how many deals the page shows, when that has changed. */
  readonly onDeals: (count: number) => void;
}
