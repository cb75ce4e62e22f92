/**
 * The packed table, little-endian: a header of 4 words, then columns of `count` values each, 24 bytes a row. Rows are
 * sorted by the hash of their name, so that a binary search needs no index. A checksum of every 8 rows follows: a
 * look-up verifies only the rows that it reads. Verifying the whole table would take as long as the rest of a worker's
 * first answer.
 *
 * Rows without prices are names that are known and have no price now, so that a respelling that could mean them is
 * recognised as ambiguous (src/core/names.md, "Twins").
 */
export const magic = 0x504c4b53; // "SKLP"
export const formatVersion = 7;
export const headerBytes = 16;
/** "No price" in a price column. */
export const noCents = 0xffff_ffff;
/** The upper bit of `extras` in a row with prices; the other bits hold the liquidity in hundredths. */
export const inflatedFlag = 0x8000;
/** "Unknown" in the bits of the liquidity. */
export const noLiquidity = 0x7fff;
/** Largest number of rows with prices; about 40,000 items exist. */
export const maxTableRows = 1_000_000;
/** Largest number of names that a table remembers though its own data lack them. */
export const maxRememberedNames = 10_000;

/** Rows of a block; each block has a checksum. */
export const blockRows = 8;

/** Positions of the header's words. The checksum covers the count and all rows. */
export const headerWord = { magic: 0, format: 1, count: 2, checksum: 3 } as const;

export interface TableColumns {
  readonly header: Uint32Array;
  /** 48 bits of the hash that all spellings of a name share. `high` is sorted in ascending order. */
  readonly high: Uint32Array;
  readonly low: Uint16Array;
  /** The hash of the name's own spelling, for names that differ in spelling only. */
  readonly spelling: Uint32Array;
  /** USD cents, one column per reference market, in the order of `referenceMarkets`. */
  readonly cents: readonly [Uint32Array, Uint32Array, Uint32Array];
  /** Liquidity and the flag of inflated prices; in a row without prices the day when the name was last listed. */
  readonly extras: Uint16Array;
  /** The checksum of each block, combined with the table's checksum. */
  readonly checksums: Uint32Array;
}

/** Two words of hash, three words of prices, two half words. */
const rowBytes = 5 * 4 + 2 + 2;

export const tableByteLength = (count: number): number => headerBytes + count * rowBytes + blocksOf(count) * 4;

const blocksOf = (count: number): number => Math.ceil(count / blockRows);

/** Typed arrays over a table's bytes. @throws RangeError when the buffer is too short for `count` rows. */
export function tableColumns(buffer: ArrayBuffer, count: number): TableColumns {
  let at = headerBytes;
  const take = (bytes: number) => {
    at += bytes;
    return at - bytes;
  };
  const column = () => new Uint32Array(buffer, take(count * 4), count);
  const [high, spelling] = [column(), column()];
  const cents: TableColumns['cents'] = [column(), column(), column()];
  return {
    header: new Uint32Array(buffer, 0, headerBytes / 4),
    high,
    spelling,
    cents,
    low: new Uint16Array(buffer, take(count * 2), count),
    extras: new Uint16Array(buffer, take(count * 2), count),
    checksums: new Uint32Array(buffer, take(blocksOf(count) * 4), blocksOf(count)),
  };
}

/** The bits of the second hash word that a table stores. */
export const lowBits = 0xffff;

const dayMs = 86_400_000;

/** The day of a time, for `extras`: days since 1970, which fit into 16 bits until 2149. */
export const dayOf = (time: number): number => Math.min(Math.max(Math.floor(time / dayMs) || 0, 0), 0xffff);

/** Whether a row of a table has no price. */
export const isUnpriced = ({ cents: [first, second, third] }: TableColumns, row: number): boolean =>
  first[row] === noCents && second[row] === noCents && third[row] === noCents;
