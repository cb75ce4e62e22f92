import { referenceMarkets } from '#core/markets.ts';
import { writeChecksums } from '#prices/table/checksum.ts';
import {
  formatVersion,
  headerWord,
  inflatedFlag,
  magic,
  maxTableRows,
  noCents,
  noLiquidity,
  type TableColumns,
  tableByteLength,
  tableColumns,
} from '#prices/table/layout.ts';
import { hashName } from '#prices/table/name-hash.ts';
import { extrasWord, type RowBuffer, rowWords } from '#prices/table/row-buffer.ts';

export interface PackedTable {
  readonly buffer: ArrayBuffer;
  /** Names with prices. */
  readonly items: number;
  /** Names left out because they collide with another name of other prices. */
  readonly ambiguous: number;
}

/**
 * Packs rows into the format of `openTable`.
 * Two names with the same hash and different prices are both left out: unknown beats wrong.
 * @throws RangeError for more than a million rows.
 */
export function packTable(rows: RowBuffer): PackedTable {
  const { length } = rows.names;
  if (length > maxTableRows) throw new RangeError(`${length} items are more than a table holds`);
  const hashes = hashAll(rows.names);
  const { places, conflicts } = dedupe(rows, hashes);
  const table = tableColumns(new ArrayBuffer(tableByteLength(places.length)), places.length);
  writeRows(table, rows.words, hashes, places);
  for (const row of conflicts) clearRow(table, row);
  return { buffer: finalize(table), items: places.length - conflicts.size, ambiguous: conflicts.size };
}

const hashWords = 3;

/** Three words a name (`hashName`). */
export function hashAll(names: readonly string[]): Uint32Array {
  const hashes = new Uint32Array(names.length * hashWords);
  for (let at = 0; at < names.length; at++) hashName(names[at] ?? '', hashes, at * hashWords);
  return hashes;
}

/** Row indexes sorted by hash, duplicates removed; `conflicts` are positions of duplicates with different prices. */
function dedupe(rows: RowBuffer, hashes: Uint32Array) {
  const order = sortedIndexes(hashes);
  const conflicts = new Set<number>();
  let count = 0;
  for (let next = 0; next < order.length; next++) {
    const place = order[next] ?? 0;
    const duplicate = duplicateOf(hashes, order, count, place);
    if (duplicate === undefined) order[count++] = place;
    else if (!isSamePrice(rows.words, (order[duplicate] ?? 0) * rowWords, place * rowWords)) conflicts.add(duplicate);
  }
  return { places: order.subarray(0, count), conflicts };
}

/**
 * Row indexes sorted by the first word of their hash. The word and the index are one number of 52 bits: a typed array
 * of numbers sorts many times faster than by a comparison function.
 */
export function sortedIndexes(hashes: Uint32Array): Uint32Array {
  const places = 2 ** 20;
  const keys = new Float64Array(hashes.length / hashWords);
  for (let at = 0; at < keys.length; at++) keys[at] = (hashes[at * hashWords] ?? 0) * places + at;
  keys.sort();
  const order = new Uint32Array(keys.length);
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] ?? 0;
    order[at] = key - Math.floor(key / places) * places;
  }
  return order;
}

/** The position, among the first `count`, of a row with the same hash as the row at `place`. */
function duplicateOf(hashes: Uint32Array, order: Uint32Array, count: number, place: number): number | undefined {
  const own = place * hashWords;
  for (let row = count - 1; row >= 0; row--) {
    const other = (order[row] ?? 0) * hashWords;
    if (hashes[other] !== hashes[own]) return undefined;
    const capitals = (hashes[other + 2] ?? 0) ^ (hashes[own + 2] ?? 0);
    if (hashes[other + 1] === hashes[own + 1] && (capitals & storedCapitals) === 0) return row;
  }
  return undefined;
}

/** The bits of the third hash word that the table stores. */
const storedCapitals = 0xffff;

function isSamePrice(words: Uint32Array, one: number, other: number): boolean {
  const extras = (words[one + extrasWord] ?? 0) ^ (words[other + extrasWord] ?? 0);
  const agrees = (_: unknown, market: number) => words[one + market] === words[other + market];
  return referenceMarkets.every(agrees) && (extras & inflatedFlag) === 0;
}

function writeRows(table: TableColumns, words: Uint32Array, hashes: Uint32Array, places: Uint32Array): void {
  const { high, low, capitals, cents, extras } = table;
  const [buff163, youpin, csfloat] = cents;
  for (let row = 0; row < places.length; row++) {
    const place = places[row] ?? 0;
    const hash = place * hashWords;
    const from = place * rowWords;
    high[row] = hashes[hash] ?? 0;
    low[row] = hashes[hash + 1] ?? 0;
    capitals[row] = hashes[hash + 2] ?? 0;
    buff163[row] = words[from] ?? noCents;
    youpin[row] = words[from + 1] ?? noCents;
    csfloat[row] = words[from + 2] ?? noCents;
    extras[row] = words[from + extrasWord] ?? noLiquidity;
  }
}

/** Removes the prices of a row. The row stays, so that a look-up in other capitals stays ambiguous. */
function clearRow(table: TableColumns, row: number): void {
  for (const column of table.cents) column[row] = noCents;
}

function finalize(table: TableColumns): ArrayBuffer {
  const { header } = table;
  header[headerWord.magic] = magic;
  header[headerWord.format] = formatVersion;
  header[headerWord.count] = table.high.length;
  writeChecksums(table);
  return header.buffer as ArrayBuffer;
}
