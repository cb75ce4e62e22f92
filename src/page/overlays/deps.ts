import type { FetchQuotes } from '#page/quotes/quote-loader.ts';
import type { Requests } from '#protocol/messages.ts';

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
  /** Prepares what the first overlay needs (src/page/boot/warm-up.ts). */
  readonly warmUp?: (() => void) | undefined;
  readonly beforePass?: (() => void) | undefined;
  readonly onPass?: (() => void) | undefined;
  readonly onDrawn?: (() => void) | undefined;
  /** Tells the worker what the page shows, and resolves to the listings that others beat. */
  readonly tell: (shown: Requests['drawn']) => Promise<readonly string[]>;
}
