import { referenceMarkets } from '#core/markets.ts';
import { writeChecksums } from '#prices/table/checksum.ts';
import {
  formatVersion,
  headerWord,
  inflatedFlag,
  lowBits,
  magic,
  maxRememberedNames,
  maxTableRows,
  noCents,
  noLiquidity,
  type TableColumns,
  tableByteLength,
  tableColumns,
} from '#prices/table/layout.ts';
import { hashName } from '#prices/table/name-hash.ts';
import { extrasWord, type RowBuffer, rowWords } from '#prices/table/row-buffer.ts';
import { delistedRows, hashWords, joinRows, newRows, rowsOf, type TableRows } from '#prices/table/table-rows.ts';

export interface PackedTable {
  readonly buffer: ArrayBuffer;
  /** Names that the rows tell, without `ambiguous` ones. */
  readonly items: number;
  /** Names left out because they collide with another name of other prices. */
  readonly ambiguous: number;
  /** Of the rows' names (`fingerprintOf`), so that nobody hashes them again. */
  readonly fingerprint: string;
}

/**
 * Packs rows into the format of `openTable`. Names of the table `before` that the rows lack stay known, without prices.
 * Two names with the same hash and different prices lose their prices: unknown beats wrong.
 * @param day of the rows (`dayOf`)
 * @throws RangeError for more than a million rows.
 */
export function packTable(rows: RowBuffer, before?: TableColumns | undefined, day = 0): PackedTable {
  const { length } = rows.names;
  if (length > maxTableRows) throw new RangeError(`${length} items are more than a table holds`);
  const hashes = hashAll(rows.names);
  const { listed, ambiguous } = dedupe({ hashes, words: rows.words.slice() });
  stampUnpriced(listed, day);
  const all = before ? joinRows(listed, delistedRows(before, listed, day)) : listed;
  const items = listed.order.length - ambiguous;
  return { buffer: write(all), items, ambiguous, fingerprint: fingerprintOf(hashes) };
}

/**
 * The table with further known names, which have no prices; `undefined` when it has all of them already. It takes at most
 * `maxRememberedNames` at once.
 * @param day on which the names were listed (`dayOf`)
 */
export function withKnownNames(table: TableColumns, names: readonly string[], day: number): ArrayBuffer | undefined {
  const words = new Uint32Array(names.length * rowWords).fill(noCents);
  const { listed } = dedupe({ hashes: hashAll(names), words });
  stampUnpriced(listed, day);
  const added = newRows(listed, table);
  const room = Math.min(maxRememberedNames, maxTableRows + maxRememberedNames - table.high.length);
  const order = added.order.subarray(0, Math.max(room, 0));
  return order.length > 0 ? write(joinRows({ ...added, order }, rowsOf(table))) : undefined;
}

/** Three words a name (`hashName`). */
export function hashAll(names: readonly string[]): Uint32Array {
  const hashes = new Uint32Array(names.length * hashWords);
  for (let at = 0; at < names.length; at++) hashName(names[at] ?? '', hashes, at * hashWords);
  return hashes;
}

/** Differs between sets of names, whatever their order. It takes their hashes (`hashAll`). */
export function fingerprintOf(hashes: Uint32Array): string {
  const sums = Array.from({ length: hashWords }, (_, word) => {
    let sum = 0;
    for (let at = word; at < hashes.length; at += hashWords) sum = (sum + (hashes[at] ?? 0)) >>> 0;
    return sum;
  });
  return [hashes.length / hashWords, ...sums].map((part) => part.toString(16)).join('-');
}

/** Sorts rows by hash and removes duplicates. Duplicates with different prices lose them. */
function dedupe(rows: Pick<TableRows, 'hashes' | 'words'>): { readonly listed: TableRows; readonly ambiguous: number } {
  const order = sortedIndexes(rows.hashes);
  const conflicts = new Set<number>();
  let count = 0;
  for (let next = 0; next < order.length; next++) {
    const place = order[next] ?? 0;
    const duplicate = duplicateOf(rows.hashes, order, count, place);
    if (duplicate === undefined) order[count++] = place;
    else if (!isSamePrice(rows.words, duplicate * rowWords, place * rowWords)) conflicts.add(duplicate);
  }
  for (const place of conflicts) rows.words.fill(noCents, place * rowWords, place * rowWords + extrasWord);
  return { listed: { ...rows, order: order.subarray(0, count) }, ambiguous: conflicts.size };
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

/** The index, among the first `count` of the order, of a row with the same hash as the row at `place`. */
function duplicateOf(hashes: Uint32Array, order: Uint32Array, count: number, place: number): number | undefined {
  const own = place * hashWords;
  for (let at = count - 1; at >= 0; at--) {
    const index = order[at] ?? 0;
    const other = index * hashWords;
    if (hashes[other] !== hashes[own]) return undefined;
    const low = (hashes[other + 1] ?? 0) ^ (hashes[own + 1] ?? 0);
    if ((low & lowBits) === 0 && hashes[other + 2] === hashes[own + 2]) return index;
  }
  return undefined;
}

function isSamePrice(words: Uint32Array, one: number, other: number): boolean {
  const extras = (words[one + extrasWord] ?? 0) ^ (words[other + extrasWord] ?? 0);
  const agrees = (_: unknown, market: number) => words[one + market] === words[other + market];
  return referenceMarkets.every(agrees) && (extras & inflatedFlag) === 0;
}

/** Writes the day into the rows without prices. */
function stampUnpriced({ words, order }: TableRows, day: number): void {
  for (const place of order) {
    const at = place * rowWords;
    if (words[at] === noCents && words[at + 1] === noCents && words[at + 2] === noCents) words[at + extrasWord] = day;
  }
}

function write(rows: TableRows): ArrayBuffer {
  const { length } = rows.order;
  const table = tableColumns(new ArrayBuffer(tableByteLength(length)), length);
  writeRows(table, rows);
  return finalize(table);
}

function writeRows(table: TableColumns, { hashes, words, order }: TableRows): void {
  const { high, low, spelling, cents, extras } = table;
  const [buff163, youpin, csfloat] = cents;
  for (let row = 0; row < order.length; row++) {
    const place = order[row] ?? 0;
    const hash = place * hashWords;
    const from = place * rowWords;
    high[row] = hashes[hash] ?? 0;
    low[row] = hashes[hash + 1] ?? 0;
    spelling[row] = hashes[hash + 2] ?? 0;
    buff163[row] = words[from] ?? noCents;
    youpin[row] = words[from + 1] ?? noCents;
    csfloat[row] = words[from + 2] ?? noCents;
    extras[row] = words[from + extrasWord] ?? noLiquidity;
  }
}

function finalize(table: TableColumns): ArrayBuffer {
  const { header } = table;
  header[headerWord.magic] = magic;
  header[headerWord.format] = formatVersion;
  header[headerWord.count] = table.high.length;
  writeChecksums(table);
  return header.buffer as ArrayBuffer;
}
