import { referenceMarkets } from '#core/markets.ts';
import type { Quote } from '#core/quote.ts';
import { writeSums } from '#prices/checksum.ts';
import { hashName } from '#prices/hash.ts';
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
} from '#prices/layout.ts';

export interface Packed {
  readonly buffer: ArrayBuffer;
  /** Rows in the table. */
  readonly items: number;
  /** Names left out because another name, with other prices, could not be told from them. */
  readonly ambiguous: number;
}

/**
 * Packs quotes into the binary form that `openTable` reads.
 * Two names that normalise alike and do not agree are both left out: unknown beats wrong.
 * @throws RangeError for more than a million rows.
 */
export function packTable(rows: ReadonlyMap<string, Quote>): Packed {
  if (rows.size > maxRows) throw new RangeError(`${rows.size} items are more than a table holds`);
  const { high, low, capitals } = hashAll(rows);
  const quotes = [...rows.values()];
  const table = allocate(rows.size);
  const clashes = new Set<number>();
  let count = 0;
  const order = orderOf(high);
  for (let next = 0; next < order.length; next++) {
    const at = order[next] ?? 0;
    const quote = quotes[at];
    if (!quote) continue;
    table.high[count] = high[at] ?? 0;
    table.low[count] = low[at] ?? 0;
    table.capitals[count] = capitals[at] ?? 0;
    const twin = twinOf(table, count);
    if (twin === undefined) writeRow(table, count++, quote);
    else if (!sameRow(table, twin, quote)) clashes.add(twin);
  }
  for (const row of clashes) blankRow(table, row);
  const packed = count === rows.size ? table : shrink(table, count);
  return { buffer: seal(packed, count), items: count - clashes.size, ambiguous: clashes.size };
}

const allocate = (count: number): Columns => columns(new ArrayBuffer(byteLength(count)), count);

function hashAll(rows: ReadonlyMap<string, Quote>) {
  const [high, low] = [new Uint32Array(rows.size), new Uint32Array(rows.size)];
  const capitals = new Uint16Array(rows.size);
  const hash = new Uint32Array(3);
  let at = 0;
  for (const name of rows.keys()) {
    hashName(name, hash);
    high[at] = hash[0] ?? 0;
    low[at] = hash[1] ?? 0;
    capitals[at++] = hash[2] ?? 0;
  }
  return { high, low, capitals };
}

/**
 * The places of the hashes in rising order. A hash and its place make one number of 52 bits, because numbers sort by
 * themselves and many times faster than by a function.
 */
function orderOf(high: Uint32Array): Uint32Array {
  const places = 2 ** 20;
  const keys = new Float64Array(high.length);
  for (let at = 0; at < keys.length; at++) keys[at] = (high[at] ?? 0) * places + at;
  keys.sort();
  const order = new Uint32Array(keys.length);
  for (let at = 0; at < keys.length; at++) order[at] = (keys[at] ?? 0) % places;
  return order;
}

/** An earlier row with the hash and the capitals of the last one, if there is one. */
function twinOf({ high, low, capitals }: Columns, last: number): number | undefined {
  for (let row = last - 1; row >= 0 && high[row] === high[last]; row--)
    if (low[row] === low[last] && capitals[row] === capitals[last]) return row;
  return undefined;
}

function writeRow(table: Columns, row: number, quote: Quote): void {
  for (let index = 0; index < referenceMarkets.length; index++) {
    const [column, market] = [table.cents[index], referenceMarkets[index]];
    if (column && market) column[row] = quote[market] ?? noCents;
  }
  table.extras[row] = packLiquidity(quote.liquidity) | packFlag(quote);
}

function packLiquidity(liquidity: number | undefined): number {
  const hundredths = liquidity === undefined ? noLiquidity : Math.round(liquidity * 100);
  return hundredths >= 0 && hundredths < noLiquidity ? hundredths : noLiquidity;
}

const packFlag = ({ inflated }: Quote): number => (inflated ? inflatedFlag : 0);

const sameRow = (table: Columns, row: number, quote: Quote): boolean =>
  referenceMarkets.every((market, index) => table.cents[index]?.[row] === (quote[market] ?? noCents)) &&
  ((table.extras[row] ?? 0) & inflatedFlag) === packFlag(quote);

/** A row in which no look-up finds a price; it stays, so that a name in other capitals is not taken for it. */
function blankRow(table: Columns, row: number): void {
  for (const column of table.cents) column[row] = noCents;
}

/** The table without the room that merged duplicates left at the end of each column. */
function shrink(table: Columns, count: number): Columns {
  const smaller = allocate(count);
  for (const key of ['high', 'low', 'capitals', 'extras'] as const) smaller[key].set(table[key].subarray(0, count));
  for (const [index, column] of table.cents.entries()) smaller.cents[index]?.set(column.subarray(0, count));
  return smaller;
}

function seal(table: Columns, count: number): ArrayBuffer {
  const { header } = table;
  header[word.magic] = magic;
  header[word.format] = formatVersion;
  header[word.count] = count;
  writeSums(table);
  return header.buffer as ArrayBuffer;
}
