import { storedVersions } from '#core/settings/stored-versions.ts';

/**
 * Numbers by number of name, column after column in one buffer, behind a checksum and the number of rows. Bytes that are
 * damaged, of another version or layout, or sealed as something else count as none, everywhere: their owner fetches or
 * computes them again. What a user entered never lies in columns.
 */

const constructors = {
  f64: Float64Array,
  u32: Uint32Array,
  u16: Uint16Array,
  i16: Int16Array,
  u8: Uint8Array,
} as const;

type Arrays = { [type in keyof typeof constructors]: InstanceType<(typeof constructors)[type]> };

export type ColumnTypes = Readonly<Record<string, keyof Arrays>>;
export type ColumnsOf<T extends ColumnTypes> = { readonly [name in keyof T]: Arrays[T[name]] };

export interface Columns<T extends ColumnTypes> {
  readonly buffer: ArrayBuffer;
  readonly rows: number;
  readonly columns: ColumnsOf<T>;
}

const headerBytes = 8;

export function packColumns<T extends ColumnTypes>(types: T, rows: number): Columns<T> {
  const buffer = new ArrayBuffer(byteLength(types, rows));
  new Uint32Array(buffer, 4, 1)[0] = rows;
  return columnsIn(types, buffer, rows);
}

/** Writes the checksum. @param of what the columns are */
export function seal(buffer: ArrayBuffer, of: string): ArrayBuffer {
  new Uint32Array(buffer, 0, 1)[0] = checksum(buffer, of);
  return buffer;
}

/** Opens sealed columns without copying them. */
export function openColumns<T extends ColumnTypes>(types: T, buffer: ArrayBuffer, of: string): Columns<T> | undefined {
  if (buffer.byteLength < headerBytes) return undefined;
  const [sum = 0, rows = 0] = new Uint32Array(buffer, 0, 2);
  if (buffer.byteLength !== byteLength(types, rows) || sum !== checksum(buffer, of)) return undefined;
  return columnsIn(types, buffer, rows);
}

export const sealOf = (buffer: ArrayBuffer): string => (new Uint32Array(buffer, 0, 1)[0] ?? 0).toString(16);

/** Whole words, so that the checksum takes words. */
const byteLength = (types: ColumnTypes, rows: number): number =>
  headerBytes + Math.ceil((rows * rowBytes(types)) / 4) * 4;

const rowBytes = (types: ColumnTypes): number => Object.values(types).reduce((sum, type) => sum + bytesOf(type), 0);

const bytesOf = (type: keyof Arrays): number => constructors[type].BYTES_PER_ELEMENT;

function columnsIn<T extends ColumnTypes>(types: T, buffer: ArrayBuffer, rows: number): Columns<T> {
  let at = headerBytes;
  // Those of wider values first, so that all begin where their values may.
  const byWidth = Object.entries(types).toSorted(([, one], [, other]) => bytesOf(other) - bytesOf(one));
  const columns = byWidth.map(([name, type]) => {
    const column = new constructors[type](buffer, at, rows);
    at += column.byteLength;
    return [name, column];
  });
  return { buffer, rows, columns: Object.fromEntries(columns) };
}

const seed = 0x811c9dc5;
const prime = 0x01000193;

/** Any single change shows. It is no protection against forgery. */
function checksum(buffer: ArrayBuffer, what: string): number {
  const of = `${storedVersions.columns} ${what}`;
  let sum = seed ^ of.length;
  for (let at = 0; at < of.length; at++) sum = Math.imul(sum ^ of.charCodeAt(at), prime);
  const words = new Uint32Array(buffer, 4);
  for (let at = 0; at < words.length; at++) {
    sum = Math.imul(sum ^ (words[at] ?? 0), prime);
    sum ^= sum >>> 15;
  }
  return sum >>> 0;
}
