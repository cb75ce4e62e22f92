import { isUnpriced, lowBits, maxRememberedNames, noCents, type TableColumns } from '#prices/table/layout.ts';
import { rowWords } from '#prices/table/row-buffer.ts';

/** Words of a name's hash. */
export const hashWords = 3;

/** Rows on their way into a table. */
export interface TableRows {
  /** Three words for each row (`hashName`). */
  readonly hashes: Uint32Array;
  /** Four words for each row (`RowBuffer`). */
  readonly words: Uint32Array;
  /** Indexes of the rows that count, sorted by the first word of their hash. */
  readonly order: Uint32Array;
}

/** Both, sorted. No row may be in both. */
export function joinRows(one: TableRows, other: TableRows): TableRows {
  const hashes = concat(one.hashes, other.hashes);
  const offset = one.hashes.length / hashWords;
  const words = new Uint32Array((offset + other.hashes.length / hashWords) * rowWords);
  words.set(one.words.subarray(0, offset * rowWords));
  words.set(other.words, offset * rowWords);
  const order = new Uint32Array(one.order.length + other.order.length);
  const highOf = (place: number | undefined) => (place === undefined ? Infinity : (hashes[place * hashWords] ?? 0));
  const second = other.order.map((place) => place + offset);
  let [left, right] = [0, 0];
  for (let at = 0; at < order.length; at++) {
    const isLeft = highOf(one.order[left]) <= highOf(second[right]);
    order[at] = (isLeft ? one.order[left++] : second[right++]) ?? 0;
  }
  return { hashes, words, order };
}

function concat(one: Uint32Array, other: Uint32Array): Uint32Array {
  const both = new Uint32Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** All rows of a table, with their prices. */
export const rowsOf = (table: TableColumns): TableRows => {
  const { high, cents, extras } = table;
  const rows = Array.from(high, (_, row) => row);
  return pickRows(table, rows, (row) => [...cents.map((column) => column[row] ?? noCents), extras[row] ?? 0]);
};

/**
 * The rows of a table whose names are not listed any more, without their prices. Beyond `maxRememberedNames`, those that
 * were listed last stay.
 * @param day on which the others were listed (`dayOf`); it counts for rows that had prices until now
 */
export function delistedRows(table: TableColumns, listed: TableRows, day: number): TableRows {
  const dayOfRow = (row: number) => (isUnpriced(table, row) ? (table.extras[row] ?? 0) : day);
  const rows = missingRows(table, listed);
  const kept =
    rows.length <= maxRememberedNames
      ? rows
      : rows
          .toSorted((one, other) => dayOfRow(other) - dayOfRow(one))
          .slice(0, maxRememberedNames)
          .sort((one, other) => one - other);
  return pickRows(table, kept, (row) => [noCents, noCents, noCents, dayOfRow(row)]);
}

function pickRows(
  table: TableColumns,
  rows: readonly number[],
  wordsOf: (row: number) => readonly number[],
): TableRows {
  const hashes = new Uint32Array(rows.length * hashWords);
  const words = new Uint32Array(rows.length * rowWords);
  for (const [at, row] of rows.entries()) {
    hashes.set([table.high[row] ?? 0, table.low[row] ?? 0, table.spelling[row] ?? 0], at * hashWords);
    words.set(wordsOf(row), at * rowWords);
  }
  return { hashes, words, order: Uint32Array.from(rows.keys()) };
}

/** The table's rows that the listed rows lack. Both are sorted, so one pass is enough. */
function missingRows(table: TableColumns, listed: TableRows): number[] {
  const { hashes, order } = listed;
  const missing: number[] = [];
  let next = 0;
  for (let row = 0; row < table.high.length; row++) {
    const high = table.high[row] ?? 0;
    while (next < order.length && (hashes[(order[next] ?? 0) * hashWords] ?? 0) < high) next++;
    let isListed = false;
    for (let at = next; at < order.length && hashes[(order[at] ?? 0) * hashWords] === high; at++)
      isListed ||= isSameName(table, row, hashes, order[at]);
    if (!isListed) missing.push(row);
  }
  return missing;
}

/** The listed rows that the table lacks. */
export function newRows(listed: TableRows, table: TableColumns): TableRows {
  const { hashes, order } = listed;
  let row = 0;
  const added = order.filter((place) => {
    const high = hashes[place * hashWords] ?? 0;
    while (row < table.high.length && (table.high[row] ?? 0) < high) row++;
    for (let at = row; at < table.high.length && table.high[at] === high; at++)
      if (isSameName(table, at, hashes, place)) return false;
    return true;
  });
  return { ...listed, order: added };
}

function isSameName(table: TableColumns, row: number, hashes: Uint32Array, place = 0): boolean {
  const at = place * hashWords;
  return (
    table.high[row] === hashes[at] &&
    table.low[row] === ((hashes[at + 1] ?? 0) & lowBits) &&
    table.spelling[row] === hashes[at + 2]
  );
}
