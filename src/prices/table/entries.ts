import { isUnpriced, lowBits, maxRememberedNames, noCents, type TableColumns } from '#prices/table/layout.ts';
import { rowWords } from '#prices/table/row-buffer.ts';

/** Words of a name's hash. */
export const hashWords = 3;

/** Rows on their way into a table. */
export interface Entries {
  /** Three words for each row (`hashName`). */
  readonly hashes: Uint32Array;
  /** Four words for each row (`RowBuffer`). */
  readonly words: Uint32Array;
  /** Indexes of the rows that count, sorted by the first word of their hash. */
  readonly order: Uint32Array;
}

/** Both, sorted. No row may be in both. */
export function mergeEntries(one: Entries, other: Entries): Entries {
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
export const copyOf = (table: TableColumns): Entries => {
  const { high, cents, extras } = table;
  const rows = Array.from(high, (_, row) => row);
  return entriesOf(table, rows, (row) => [...cents.map((column) => column[row] ?? noCents), extras[row] ?? 0]);
};

/**
 * The rows of a table whose names are not told any more, without their prices. Beyond `maxRememberedNames`, those that
 * were told last stay.
 * @param day on which the others were told (`dayOf`); it counts for rows that had prices until now
 */
export function leftOut(table: TableColumns, told: Entries, day: number): Entries {
  const dayOfRow = (row: number) => (isUnpriced(table, row) ? (table.extras[row] ?? 0) : day);
  const rows = missingFrom(table, told);
  const kept =
    rows.length <= maxRememberedNames
      ? rows
      : rows
          .toSorted((one, other) => dayOfRow(other) - dayOfRow(one))
          .slice(0, maxRememberedNames)
          .sort((one, other) => one - other);
  return entriesOf(table, kept, (row) => [noCents, noCents, noCents, dayOfRow(row)]);
}

function entriesOf(table: TableColumns, rows: readonly number[], wordsOf: (row: number) => readonly number[]): Entries {
  const hashes = new Uint32Array(rows.length * hashWords);
  const words = new Uint32Array(rows.length * rowWords);
  for (const [at, row] of rows.entries()) {
    hashes.set([table.high[row] ?? 0, table.low[row] ?? 0, table.spelling[row] ?? 0], at * hashWords);
    words.set(wordsOf(row), at * rowWords);
  }
  return { hashes, words, order: Uint32Array.from(rows.keys()) };
}

/** The table's rows that the entries lack. Both are sorted, so one pass is enough. */
function missingFrom(table: TableColumns, entries: Entries): number[] {
  const { hashes, order } = entries;
  const missing: number[] = [];
  let next = 0;
  for (let row = 0; row < table.high.length; row++) {
    const high = table.high[row] ?? 0;
    while (next < order.length && (hashes[(order[next] ?? 0) * hashWords] ?? 0) < high) next++;
    let isTold = false;
    for (let at = next; at < order.length && hashes[(order[at] ?? 0) * hashWords] === high; at++)
      isTold ||= isSameName(table, row, hashes, order[at]);
    if (!isTold) missing.push(row);
  }
  return missing;
}

/** The entries that the table lacks. */
export function withoutKnown(entries: Entries, table: TableColumns): Entries {
  const { hashes, order } = entries;
  let row = 0;
  const added = order.filter((place) => {
    const high = hashes[place * hashWords] ?? 0;
    while (row < table.high.length && (table.high[row] ?? 0) < high) row++;
    for (let at = row; at < table.high.length && table.high[at] === high; at++)
      if (isSameName(table, at, hashes, place)) return false;
    return true;
  });
  return { ...entries, order: added };
}

function isSameName(table: TableColumns, row: number, hashes: Uint32Array, place = 0): boolean {
  const at = place * hashWords;
  return (
    table.high[row] === hashes[at] &&
    table.low[row] === ((hashes[at + 1] ?? 0) & lowBits) &&
    table.spelling[row] === hashes[at + 2]
  );
}
