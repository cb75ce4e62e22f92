import type { Money } from '#core/money/money.ts';
import type { AmountOptions } from '#core/tables/amounts.ts';
import type { ColumnRole, TableColumn } from '#core/tables/column-roles.ts';

/** Most of one item in a line. */
export const maxCount = 1_000_000;
/** Lines of a table that are read, at most, and UTF-16 units: Steam's JSON of a full inventory has some MB. */
export const maxLines = 10_000;
export const maxCharacters = 20_000_000;

export interface ReadOptions {
  /** What the user said of columns, by their heads. */
  readonly chosen?: Readonly<Record<string, ColumnRole>> | undefined;
  /** Leaves lines unread whose amounts cannot be read; without it amounts do not matter. */
  readonly amounts?: AmountOptions | undefined;
}

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
  /** What was paid for each one; `null` where the table does not say. */
  readonly paid: Money | null;
  /** What our own portfolio's file says of a purchase, as it says it. */
  readonly bought?: Readonly<Record<string, unknown>> | undefined;
  /** Of a line that is a sale in our own portfolio's file: what arrived for each one, and when, ms since the epoch. */
  readonly sale?: { readonly received: Money; readonly soldAt: number } | undefined;
}

/**
 * Why a line was not read. `name`: no name of an item; `count`: no count, several, or too many; `paid`: an amount that is none
 * or may mean two; `currency`: an amount in two currencies, or in one without a rate; `unnamed`: one whose currency nobody said;
 * `sold`: a sale or a closed position; `action`: an unknown word of an action; `parts`: columns of wear, StatTrak™ or phase that
 * are unclear or contradict the name; `game`: another game's item.
 */
export type LineProblem = 'name' | 'parts' | 'count' | 'paid' | 'currency' | 'unnamed' | 'sold' | 'action' | 'game';

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
