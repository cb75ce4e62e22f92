import { referenceMarkets } from '#core/markets.ts';
import type { Quote } from '#core/quote.ts';
import { blockSum, bound } from '#prices/table/checksum.ts';
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
} from '#prices/table/layout.ts';
import { hashName } from '#prices/table/name-hash.ts';

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
  return {
    find: finder(table),
    fingerprint: table.print.toString(16).padStart(8, '0'),
  };
}

/**
 * Looks something up in a table of nothing. A worker that just woke has run none of this yet, and what was run before
 * is faster: call it while the disk is waited for.
 */
export function rehearse(): void {
  const table = { ...columns(new ArrayBuffer(byteLength(blockRows)), blockRows), print: 0, sound: new Uint8Array(1) };
  table.sums[0] = bound(blockSum(table, 0), table.print);
  const find = finder(table);
  for (let turn = 0; turn < rehearsals; turn++) {
    table.sound[0] = 0;
    find('AK-47 | Redline (Field-Tested)');
    readRow(table, 0);
  }
}

/** Most is won by the first two; after six a look-up is nearly as fast as it gets. */
const rehearsals = 6;

function finder(table: Checked): Table['find'] {
  const hash = new Uint32Array(3);
  return (name) => {
    hashName(name, hash);
    const row = findRow(table, hash);
    return row === undefined ? undefined : readRow(table, row);
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
  const high = hash[0] ?? 0;
  const low = hash[1] ?? 0;
  const capitals = (hash[2] ?? 0) & 0xffff;
  let alike: number | undefined;
  let unique = true;
  const first = firstRow(table.high, high);
  // The search believed what it read: a damaged row in front of the first might be the one that is looked for.
  if (first > 0) prove(table, first - 1);
  for (let row = first; row < table.high.length; row++) {
    prove(table, row);
    if (table.high[row] !== high) break;
    if (table.low[row] !== low) continue;
    if (table.capitals[row] === capitals) return row;
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
  for (let index = 0; index < referenceMarkets.length; index++) {
    const market = referenceMarkets[index];
    const cents = table.cents[index]?.[row] ?? noCents;
    if (!market || cents === noCents) continue;
    quote[market] = cents;
    priced = true;
  }
  const liquidity = extras & noLiquidity;
  if (liquidity !== noLiquidity) quote.liquidity = liquidity / 100;
  return priced ? quote : undefined;
}
