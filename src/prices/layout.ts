/**
 * The packed table's bytes, little-endian: a header of 8 words, then columns of `count` values each, then `slots`.
 * An empty slot holds 0, a full one the row's number plus one; a row stands at its hash's slot or behind it.
 */
export const magic = 0x504c4b53; // "SKLP"
export const formatVersion = 3;
export const headerBytes = 32;
/** The mark for "no price" in a price column. */
export const noCents = 0xffff_ffff;
/** The extras' upper bit; the others hold the liquidity in hundredths. */
export const inflatedFlag = 0x8000;
/** The mark for "not known" among the bits of the liquidity. */
export const noLiquidity = 0x7fff;
/** More rows than this are refused: nearly thirty times what exists. */
export const maxRows = 1_000_000;

/** The header's words, by place. */
export const word = { magic: 0, format: 1, count: 2, slots: 3, checksum: 4 } as const;

export interface Columns {
  readonly header: Uint32Array;
  /** Everything behind the header, for the checksum. */
  readonly body: Uint32Array;
  /** The name's hash without regard to case. */
  readonly high: Uint32Array;
  readonly low: Uint32Array;
  /** Where its capitals stand, to tell names apart that differ in case alone. */
  readonly capitals: Uint16Array;
  /** USD cents, one column per reference market, in their order. */
  readonly cents: readonly [Uint32Array, Uint32Array, Uint32Array];
  readonly slots: Uint16Array | Uint32Array;
  /** Liquidity and flag in one. */
  readonly extras: Uint16Array;
}

/** Rows of a table that fit two bytes leave room for the "empty" mark. */
const slotBytes = (count: number): 2 | 4 => (count < 0xffff ? 2 : 4);

/** An eighth of the slots stays empty, so that a look-up of an unknown name ends soon. */
export const slotsFor = (count: number): number => Math.ceil(count * 1.15) + 1;

/** Size of a table in bytes, a multiple of four. */
export const byteLength = (count: number, slots: number): number =>
  Math.ceil((headerBytes + count * (5 * 4 + 2 + 2) + slots * slotBytes(count)) / 4) * 4;

/** Lays typed arrays over a table's bytes. @throws RangeError when the buffer is shorter than the counts say. */
export function columns(buffer: ArrayBuffer, count: number, slots: number): Columns {
  let at = headerBytes;
  const take = (bytes: number) => {
    at += bytes;
    return at - bytes;
  };
  const column = () => new Uint32Array(buffer, take(count * 4), count);
  const [high, low] = [column(), column()];
  const cents: Columns['cents'] = [column(), column(), column()];
  const Slots = slotBytes(count) === 2 ? Uint16Array : Uint32Array;
  return {
    header: new Uint32Array(buffer, 0, headerBytes / 4),
    body: new Uint32Array(buffer, headerBytes, (byteLength(count, slots) - headerBytes) / 4),
    high,
    low,
    cents,
    slots: new Slots(buffer, take(slots * slotBytes(count)), slots),
    capitals: new Uint16Array(buffer, take(count * 2), count),
    extras: new Uint16Array(buffer, take(count * 2), count),
  };
}
