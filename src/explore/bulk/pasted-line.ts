/** Lines of a list that are read, at most. */
export const maxLines = 10_000;

/** A name that a line may mean, with its count. */
export interface LineReading {
  readonly name: string;
  readonly count: number;
}

/** One line of a pasted list. */
export interface PastedLine {
  readonly text: string;
  readonly count: number;
  /** The plainest first. */
  readonly readings: readonly LineReading[];
}

/** The rows that pasted lines name, and the lines that name none. */
export interface MatchedLines {
  /** Rows of the table with their counts, in the order of the list; each row once. */
  readonly rows: readonly { readonly row: number; readonly count: number }[];
  readonly unmatched: readonly PastedLine[];
}
