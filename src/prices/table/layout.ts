/**
 * The packed table's bytes, little-endian: a header of 4 words, then columns of `count` values each. Rows stand in the
 * order of their names' hashes, so that the hash itself says where to look and no index takes room: 24 bytes a row.
 * Behind them stands a checksum of every 8 rows, so that a look-up proves the few rows that it reads: to prove all of
 * a table takes as long as everything else that a worker does for its first answer.
 */
export const magic = 0x504c4b53; // "SKLP"
export const formatVersion = 6;
export const headerBytes = 16;
/** The mark for "no price" in a price column. */
export const noCents = 0xffff_ffff;
/** The extras' upper bit; the others hold the liquidity in hundredths. */
export const inflatedFlag = 0x8000;
/** The mark for "not known" among the bits of the liquidity. */
export const noLiquidity = 0x7fff;
/** More rows than this are refused: nearly thirty times what exists. */
export const maxRows = 1_000_000;

/** How many rows one checksum covers. */
export const blockRows = 8;

/** The header's words, by place; the print is a checksum of the count and of all rows. */
export const word = { magic: 0, format: 1, count: 2, print: 3 } as const;

export interface Columns {
  readonly header: Uint32Array;
  /** The name's hash without regard to case; `high` never falls from one row to the next. */
  readonly high: Uint32Array;
  readonly low: Uint32Array;
  /** Where its capitals stand, to tell names apart that differ in case alone. */
  readonly capitals: Uint16Array;
  /** USD cents, one column per reference market, in their order. */
  readonly cents: readonly [Uint32Array, Uint32Array, Uint32Array];
  /** Liquidity and flag in one. */
  readonly extras: Uint16Array;
  /** Checksums of the rows, `blockRows` at a time, and of the table's print: rows of another table do not pass. */
  readonly sums: Uint32Array;
}

/** Bytes of a row: two words of hash, three of prices, and two half words. */
const rowBytes = 5 * 4 + 2 + 2;

/** Size of a table in bytes. */
export const byteLength = (count: number): number => headerBytes + count * rowBytes + blocksOf(count) * 4;

const blocksOf = (count: number): number => Math.ceil(count / blockRows);

/** Lays typed arrays over a table's bytes. @throws RangeError when the buffer is shorter than the counts say. */
export function columns(buffer: ArrayBuffer, count: number): Columns {
  let at = headerBytes;
  const take = (bytes: number) => {
    at += bytes;
    return at - bytes;
  };
  const column = () => new Uint32Array(buffer, take(count * 4), count);
  const [high, low] = [column(), column()];
  const cents: Columns['cents'] = [column(), column(), column()];
  return {
    header: new Uint32Array(buffer, 0, headerBytes / 4),
    high,
    low,
    cents,
    capitals: new Uint16Array(buffer, take(count * 2), count),
    extras: new Uint16Array(buffer, take(count * 2), count),
    sums: new Uint32Array(buffer, take(blocksOf(count) * 4), blocksOf(count)),
  };
}
