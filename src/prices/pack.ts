import { referenceMarkets } from '#core/markets.ts';
import { normaliseName } from '#core/names.ts';
import type { Quote } from '#core/quote.ts';
import { checksum, hashName } from '#prices/hash.ts';
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
  slotsFor,
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
  const hash = new Uint32Array(3);
  const columnsOf = allocate(rows.size);
  const clashes = new Set<number>();
  let count = 0;
  for (const [name, quote] of rows) {
    hashName(normaliseName(name), hash);
    const twin = insert(columnsOf, hash, count);
    if (twin === undefined) writeRow(columnsOf, count++, quote);
    else if (!sameRow(columnsOf, twin, quote)) clashes.add(twin);
  }
  for (const row of clashes) blankRow(columnsOf, row);
  const packed = count === rows.size ? columnsOf : shrink(columnsOf, count);
  return { buffer: seal(packed, count), items: count - clashes.size, ambiguous: clashes.size };
}

function allocate(count: number): Columns {
  const slots = slotsFor(count);
  return columns(new ArrayBuffer(byteLength(count, slots)), count, slots);
}

/** Puts row `row` into its slot; answers the row that already has this hash and these capitals, if one has. */
function insert(table: Columns, hash: Uint32Array, row: number): number | undefined {
  const high = hash[0] ?? 0;
  const low = hash[1] ?? 0;
  const capitals = hash[2] ?? 0;
  const { slots } = table;
  for (let slot = high % slots.length; ; slot = (slot + 1) % slots.length) {
    const held = (slots[slot] ?? 0) - 1;
    if (held < 0) {
      slots[slot] = row + 1;
      table.high[row] = high;
      table.low[row] = low;
      table.capitals[row] = capitals;
      return undefined;
    }
    const same = table.high[held] === high && table.low[held] === low && table.capitals[held] === (capitals & 0xffff);
    if (same) return held;
  }
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

/** A row that no look-up finds: its hash stays in place so that the rows behind it are still reached. */
function blankRow(table: Columns, row: number): void {
  for (const column of table.cents) column[row] = noCents;
}

/** Packs anew without the room that merged duplicates left at the end. */
function shrink(table: Columns, count: number): Columns {
  const smaller = allocate(count);
  for (let row = 0; row < count; row++) {
    insert(smaller, Uint32Array.of(table.high[row] ?? 0, table.low[row] ?? 0, table.capitals[row] ?? 0), row);
    smaller.cents.forEach((column, index) => {
      column[row] = table.cents[index]?.[row] ?? noCents;
    });
    smaller.extras[row] = table.extras[row] ?? noLiquidity;
  }
  return smaller;
}

function seal(table: Columns, count: number): ArrayBuffer {
  const { header } = table;
  header[word.magic] = magic;
  header[word.format] = formatVersion;
  header[word.count] = count;
  header[word.slots] = table.slots.length;
  header[word.checksum] = checksum(table.body);
  return header.buffer as ArrayBuffer;
}
