import type { ColumnRole, TableColumn } from '#core/tables/column-roles.ts';

/** Most of one item in a line. */
export const maxCount = 1_000_000;
/** Lines of a table that are read, at most, and UTF-16 units: Steam's JSON of a full inventory has some MB. */
export const maxLines = 10_000;
export const maxCharacters = 20_000_000;

export interface ReadOptions {
  /** What the user said of columns, by their heads. */
  readonly chosen?: Readonly<Record<string, ColumnRole>> | undefined;
  /** Whether lines whose paid amount cannot be read are unread; else amounts do not matter. */
  readonly needsPaid?: boolean | undefined;
}

/** A name that a line may mean, with its count. */
export interface LineReading {
  readonly name: string;
  readonly count: number;
}

export interface ItemLine {
  readonly text: string;
  /** From 1, with the header. */
  readonly line: number;
  /** The plainest first: a name may hold a comma ("Music Kit | Darude, Moments CSGO"). */
  readonly readings: readonly LineReading[];
  /** What was paid for each one, USD cents, perhaps with a fraction; `null` where the table does not say. */
  readonly paidCents: number | null;
}

/**
 * Why a line was not read. `name`: no name of an item; `count`: no count, or several; `paid`: an amount that is none or may
 * mean two; `currency`: an amount in another currency than the dollar; `sold`: a sale or a closed position; `action`: an unknown
 * word of an action; `parts`: columns of wear, StatTrak™ or phase that are unclear or contradict the name; `game`: another
 * game's item.
 */
export type LineProblem = 'name' | 'parts' | 'count' | 'paid' | 'currency' | 'sold' | 'action' | 'game';

export interface UnreadLine {
  readonly text: string;
  readonly line: number;
  readonly problem: LineProblem;
}

/** Why nothing of a text was read: JSON without items, or a quotation mark that does not close. */
export type TableProblem = 'json' | 'quotes';

export interface ReadTable {
  readonly items: readonly ItemLine[];
  readonly unread: readonly UnreadLine[];
  /** Empty where the text has no header. */
  readonly columns: readonly TableColumn[];
  /** The items of the whole of which the text is a part; absent where it does not say so. */
  readonly of?: number | undefined;
  readonly isCut: boolean;
  readonly problem: TableProblem | undefined;
}

/** A row of cells; its first is line 1. */
export interface CellRow {
  readonly cells: readonly string[];
  readonly line: number;
}
