import { referenceMarkets } from '#core/markets.ts';
import { normaliseName } from '#core/names.ts';
import type { Quote } from '#core/quote.ts';
import { blockSum, bound } from '#prices/checksum.ts';
import { hashName } from '#prices/hash.ts';
import {
  blockRows,
  byteLength,
  type Columns,
  columns,
  formatVersion,
  headerBytes,
  inflatedFlag,
  magic,
  maxRows,
  noCents,
  noLiquidity,
  word,
} from '#prices/layout.ts';

/** A packed table that can be asked. */
export interface Table {
  /**
   * The prices of one item by its market hash name; `undefined` when the table has none.
   * A name in other capitals is found only where no second name differs from it in capitals alone.
   * @throws Error when the rows to read are damaged.
   */
  readonly find: (name: string) => Quote | undefined;
  /** Differs between tables that differ. */
  readonly fingerprint: string;
}

/** The columns, and which of their blocks were proved. */
interface Checked extends Columns {
  readonly print: number;
  readonly sound: Uint8Array;
}

/**
 * Opens a packed table; nothing is copied. Of the rows each is proved before it is first read.
 * @throws Error for another format, a cut table, or damage in front of the rows.
 */
export function openTable(buffer: ArrayBuffer): Table {
  const table = check(buffer);
  const hash = new Uint32Array(3);
  return {
    find: (name) => {
      hashName(normaliseName(name), hash);
      const row = findRow(table, hash);
      return row === undefined ? undefined : readRow(table, row);
    },
    fingerprint: table.print.toString(16).padStart(8, '0'),
  };
}

function check(buffer: ArrayBuffer): Checked {
  if (buffer.byteLength < headerBytes) throw new Error('the table is cut short');
  const header = new Uint32Array(buffer, 0, headerBytes / 4);
  const count = header[word.count] ?? 0;
  if (header[word.magic] !== magic || header[word.format] !== formatVersion)
    throw new Error('the table has another format');
  if (count > maxRows) throw new Error('the table’s header is damaged');
  if (buffer.byteLength !== byteLength(count)) throw new Error('the table is cut short');
  const table = columns(buffer, count);
  return { ...table, print: header[word.print] ?? 0, sound: new Uint8Array(table.sums.length) };
}

/** Nothing of a row counts before this. @throws Error when it is damaged. */
function prove(table: Checked, row: number): void {
  const block = Math.floor(row / blockRows);
  if (table.sound[block]) return;
  if (bound(blockSum(table, block), table.print) !== table.sums[block]) throw new Error('the table is damaged');
  table.sound[block] = 1;
}

/** The row with this name; without one, the only row whose name differs in capitals alone. */
function findRow(table: Checked, hash: Uint32Array): number | undefined {
  const [high = 0, low = 0, capitals = 0] = hash;
  let alike: number | undefined;
  let unique = true;
  const first = firstRow(table.high, high);
  // The search believed what it read: a damaged row in front of the first might be the one that is looked for.
  if (first > 0) prove(table, first - 1);
  for (let row = first; row < table.high.length; row++) {
    prove(table, row);
    if (table.high[row] !== high) break;
    if (table.low[row] !== low) continue;
    if (table.capitals[row] === (capitals & 0xffff)) return row;
    unique = alike === undefined;
    alike = row;
  }
  return unique ? alike : undefined;
}

/** The first row whose hash is not below `high`; `column.length` when all are. Halves what is left, 16 times for 40,000 rows. */
function firstRow(column: Uint32Array, high: number): number {
  let [from, to] = [0, column.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((column[middle] ?? 0) < high) from = middle + 1;
    else to = middle;
  }
  return from;
}

function readRow(table: Columns, row: number): Quote | undefined {
  const extras = table.extras[row] ?? noLiquidity;
  const quote: { -readonly [key in keyof Quote]: Quote[key] } = { inflated: (extras & inflatedFlag) !== 0 };
  let priced = false;
  for (const [index, market] of referenceMarkets.entries()) {
    const cents = table.cents[index]?.[row] ?? noCents;
    if (cents === noCents) continue;
    quote[market] = cents;
    priced = true;
  }
  const liquidity = extras & noLiquidity;
  if (liquidity !== noLiquidity) quote.liquidity = liquidity / 100;
  return priced ? quote : undefined;
}
