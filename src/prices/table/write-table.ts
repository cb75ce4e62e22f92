import { referenceMarkets } from '#core/markets.ts';
import { writeSums } from '#prices/table/checksum.ts';
import {
  byteLength,
  type Columns,
  columns,
  formatVersion,
  inflatedFlag,
  magic,
  maxRows,
  noCents,
  noLiquidity,
  word,
} from '#prices/table/layout.ts';
import { hashName } from '#prices/table/name-hash.ts';
import { extrasWord, type Rows, rowWords } from '#prices/table/row-buffer.ts';

export interface Packed {
  readonly buffer: ArrayBuffer;
  /** Rows in the table. */
  readonly items: number;
  /** Names left out because another name, with other prices, could not be told from them. */
  readonly ambiguous: number;
}

/**
 * Packs rows into the binary form that `openTable` reads.
 * Two names that normalise alike and do not agree are both left out: unknown beats wrong.
 * @throws RangeError for more than a million rows.
 */
export function packTable(rows: Rows): Packed {
  const { length } = rows.names;
  if (length > maxRows) throw new RangeError(`${length} items are more than a table holds`);
  const hashes = hashAll(rows.names);
  const { places, clashes } = withoutTwins(rows, hashes);
  const table = columns(new ArrayBuffer(byteLength(places.length)), places.length);
  writeRows(table, rows.words, hashes, places);
  for (const row of clashes) blankRow(table, row);
  return { buffer: seal(table), items: places.length - clashes.size, ambiguous: clashes.size };
}

/** Words of a hash. */
const hashWords = 3;

function hashAll(names: readonly string[]): Uint32Array {
  const hashes = new Uint32Array(names.length * hashWords);
  for (let at = 0; at < names.length; at++) hashName(names[at] ?? '', hashes, at * hashWords);
  return hashes;
}

/**
 * Where the rows to pack stand in the answer, in the order of their hashes; of names with one key the first. Among them
 * the clashes: those that another row with their key does not agree with.
 */
function withoutTwins(rows: Rows, hashes: Uint32Array) {
  const order = orderOf(hashes);
  const clashes = new Set<number>();
  let count = 0;
  for (let next = 0; next < order.length; next++) {
    const place = order[next] ?? 0;
    const twin = twinOf(hashes, order, count, place);
    if (twin === undefined) order[count++] = place;
    else if (!isSame(rows.words, (order[twin] ?? 0) * rowWords, place * rowWords)) clashes.add(twin);
  }
  return { places: order.subarray(0, count), clashes };
}

/**
 * The places of the hashes in rising order of their first words. Such a word and its place make one number of 52 bits,
 * because numbers sort by themselves and many times faster than by a function.
 */
function orderOf(hashes: Uint32Array): Uint32Array {
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

/** The row, among the first `count`, whose name has the key of the one at `place`, if there is one. */
function twinOf(hashes: Uint32Array, order: Uint32Array, count: number, place: number): number | undefined {
  const own = place * hashWords;
  for (let row = count - 1; row >= 0; row--) {
    const other = (order[row] ?? 0) * hashWords;
    if (hashes[other] !== hashes[own]) return undefined;
    const capitals = (hashes[other + 2] ?? 0) ^ (hashes[own + 2] ?? 0);
    if (hashes[other + 1] === hashes[own + 1] && (capitals & keptCapitals) === 0) return row;
  }
  return undefined;
}

/** The bits that the table keeps of where capitals stand. */
const keptCapitals = 0xffff;

function isSame(words: Uint32Array, one: number, other: number): boolean {
  const extras = (words[one + extrasWord] ?? 0) ^ (words[other + extrasWord] ?? 0);
  const agrees = (_: unknown, market: number) => words[one + market] === words[other + market];
  return referenceMarkets.every(agrees) && (extras & inflatedFlag) === 0;
}

function writeRows(table: Columns, words: Uint32Array, hashes: Uint32Array, places: Uint32Array): void {
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

/** A row in which no look-up finds a price; it stays, so that a name in other capitals is not taken for it. */
function blankRow(table: Columns, row: number): void {
  for (const column of table.cents) column[row] = noCents;
}

function seal(table: Columns): ArrayBuffer {
  const { header } = table;
  header[word.magic] = magic;
  header[word.format] = formatVersion;
  header[word.count] = table.high.length;
  writeSums(table);
  return header.buffer as ArrayBuffer;
}
