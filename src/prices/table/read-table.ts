import { referenceMarkets } from '#core/markets.ts';
import type { Quote } from '#core/quote.ts';
import { hasTwin } from '#core/twins.ts';
import { bindChecksum, blockChecksum } from '#prices/table/checksum.ts';
import {
  blockRows,
  formatVersion,
  headerBytes,
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

export interface FoundQuote {
  readonly quote: Quote;
  /** The table has the name in this spelling. */
  readonly exact: boolean;
}

export interface PriceTable {
  /**
   * The prices of an item by its market hash name; `undefined` when the table has none. A name in another spelling
   * (`nearKey`) counts only where one known name comes near it, with or without prices, and no other real name does
   * (`hasTwin`). `assembled`: so does a name in
   * this very spelling, because the text may be a respelling of its twin.
   * @throws Error when the rows that are read are damaged.
   */
  readonly find: (name: string, assembled?: boolean) => FoundQuote | undefined;
  /** The row of this very spelling, of items without prices as well. @throws Error when the rows that are read are damaged. */
  readonly rowOf: (name: string) => number | undefined;
  /** Number of rows. */
  readonly rows: number;
  /** All rows; `undefined` when any of them is damaged. */
  readonly verifiedColumns: () => TableColumns | undefined;
  /** Differs between tables with different rows. */
  readonly fingerprint: string;
}

interface VerifiableColumns extends TableColumns {
  /** The checksum of the whole table. */
  readonly checksum: number;
  /** Per block: 1 when it was verified. */
  readonly verified: Uint8Array;
}

/**
 * Opens a packed table without copying it. A block is verified before its first read.
 * @throws Error for another format, a truncated table or a damaged header.
 */
export function openTable(buffer: ArrayBuffer): PriceTable {
  const table = openColumns(buffer);
  return {
    find: finder(table),
    rowOf: rowFinder(table),
    rows: table.high.length,
    verifiedColumns: () => (isSound(table) ? table : undefined),
    fingerprint: table.checksum.toString(16).padStart(8, '0'),
  };
}

function finder(table: VerifiableColumns): PriceTable['find'] {
  const hash = new Uint32Array(3);
  return (name, assembled = false) => {
    hashName(name, hash);
    const found = findRow(table, hash, assembled);
    if (!found || ((assembled || !found.exact) && hasTwin(name))) return undefined;
    const quote = readRow(table, found.row);
    return quote && { quote, exact: found.exact };
  };
}

function rowFinder(table: VerifiableColumns): PriceTable['rowOf'] {
  const hash = new Uint32Array(3);
  return (name) => {
    hashName(name, hash);
    const found = findRow(table, hash, false);
    return found?.exact ? found.row : undefined;
  };
}

function isSound(table: VerifiableColumns): boolean {
  for (let block = 0; block < table.checksums.length; block++)
    if (bindChecksum(blockChecksum(table, block), table.checksum) !== table.checksums[block]) return false;
  return true;
}

function openColumns(buffer: ArrayBuffer): VerifiableColumns {
  if (buffer.byteLength < headerBytes) throw new Error('the table is truncated');
  const header = new Uint32Array(buffer, 0, headerBytes / 4);
  const count = header[headerWord.count] ?? 0;
  if (header[headerWord.magic] !== magic || header[headerWord.format] !== formatVersion)
    throw new Error('the table has another format');
  if (count > maxTableRows + maxRememberedNames) throw new Error('the table’s header is damaged');
  if (buffer.byteLength !== tableByteLength(count)) throw new Error('the table is truncated');
  const table = tableColumns(buffer, count);
  return { ...table, checksum: header[headerWord.checksum] ?? 0, verified: new Uint8Array(table.checksums.length) };
}

/** Verifies the block of a row, once. @throws Error when the block is damaged. */
function verifyBlock(table: VerifiableColumns, row: number): void {
  const block = Math.floor(row / blockRows);
  if (table.verified[block]) return;
  if (bindChecksum(blockChecksum(table, block), table.checksum) !== table.checksums[block])
    throw new Error('the table is damaged');
  table.verified[block] = 1;
}

interface FoundRow extends Pick<FoundQuote, 'exact'> {
  readonly row: number;
}

/** The row of this very spelling unless the name is assembled, else the only row that comes near. */
function findRow(table: VerifiableColumns, hash: Uint32Array, assembled: boolean): FoundRow | undefined {
  const high = hash[0] ?? 0;
  const low = (hash[1] ?? 0) & lowBits;
  let near: FoundRow | undefined;
  let isUnique = true;
  const first = firstRow(table.high, high);
  // The binary search read unverified rows: the row before the first may be a damaged match.
  if (first > 0) verifyBlock(table, first - 1);
  for (let row = first; row < table.high.length; row++) {
    verifyBlock(table, row);
    if (table.high[row] !== high) break;
    if (table.low[row] !== low) continue;
    const exact = table.spelling[row] === hash[2];
    if (exact && !assembled) return { row, exact };
    isUnique = near === undefined;
    near = { row, exact };
  }
  return isUnique ? near : undefined;
}

/** Binary search for the first row whose hash is at least `high`; `column.length` without one. */
function firstRow(column: Uint32Array, high: number): number {
  let [from, to] = [0, column.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((column[middle] ?? 0) < high) from = middle + 1;
    else to = middle;
  }
  return from;
}

function readRow(table: TableColumns, row: number): Quote | undefined {
  const extras = table.extras[row] ?? noLiquidity;
  const quote: { -readonly [key in keyof Quote]: Quote[key] } = { inflated: (extras & inflatedFlag) !== 0 };
  let hasPrice = false;
  for (let index = 0; index < referenceMarkets.length; index++) {
    const market = referenceMarkets[index];
    const cents = table.cents[index]?.[row] ?? noCents;
    if (!market || cents === noCents) continue;
    quote[market] = cents;
    hasPrice = true;
  }
  const liquidity = extras & noLiquidity;
  if (liquidity !== noLiquidity) quote.liquidity = liquidity / 100;
  return hasPrice ? quote : undefined;
}
