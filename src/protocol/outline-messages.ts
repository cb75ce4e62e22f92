/** From the popup, when the user wants the page's outlines in the report. */
export interface PageOutlinesRequest {
  readonly ask: 'page-outlines';
}

/** The structure of a page, without its texts and values. */
export interface PageOutlines {
  /** The page has no unread cards, and `cards` are elements that look like some. */
  readonly guessed: boolean;
  /** HTML with masked texts; at most three. */
  readonly cards: readonly string[];
  /** Masked paths of the page's own JSON answers, and their keys and types as JSON, cut off at a limit; at most three. */
  readonly answers: readonly { readonly path: string; readonly shape: string }[];
}
