import { type ExitPrice, type NoExitReason, noExitReasons } from '#core/exit-value.ts';
import { type Guard, isObjectOf, isString } from '#core/guards.ts';
import { marketIds } from '#core/markets.ts';
import type { ExitQuote } from '#core/quote.ts';

/**
 * Where each row of one price table is sold best, in columns of so many values: USD cents, minutes since the epoch, and a
 * code, which is a market with the kind of its price, or a reason.
 */
export interface ExitColumns {
  readonly cents: Uint32Array<ArrayBuffer>;
  readonly minutes: Uint32Array<ArrayBuffer>;
  readonly codes: Uint8Array<ArrayBuffer>;
}

/** The exits of one version of the price table. */
export interface StoredExits {
  /** Fingerprint of the table. */
  readonly table: string;
  /** Identifies all that the exits were computed from. */
  readonly inputs: string;
  readonly version: string;
  readonly bytes: Blob;
}

export const isStoredExits: Guard<StoredExits> = isObjectOf<StoredExits>({
  table: isString,
  inputs: isString,
  version: isString,
  bytes: (value): value is Blob => value instanceof Blob,
});

export const exitsKey = 'exits';
/** Part of `inputs`: another layout or order of markets makes others. */
export const exitsFormat = 1;

const rowBytes = 4 + 4 + 1;
const minuteMs = 60_000;
const averageFlag = 0x40;
const reasonFlag = 0x80;

export const exitColumns = (rows: number, buffer = new ArrayBuffer(rows * rowBytes)): ExitColumns => ({
  cents: new Uint32Array(buffer, 0, rows),
  minutes: new Uint32Array(buffer, rows * 4, rows),
  codes: new Uint8Array(buffer, rows * 8, rows),
});

/** Opens stored columns. @throws RangeError for bytes of another length. */
export function openExitColumns(buffer: ArrayBuffer): ExitColumns {
  const rows = buffer.byteLength / rowBytes;
  if (!Number.isInteger(rows)) throw new RangeError('the exits are truncated');
  return exitColumns(rows, buffer);
}

export const bytesOf = ({ cents }: ExitColumns): ArrayBuffer => cents.buffer;

/** Of several reasons, that of the market that came furthest stays. */
export function writeReason({ codes }: ExitColumns, row: number, reason: NoExitReason): void {
  const code = reasonFlag | noExitReasons.indexOf(reason);
  if (code > (codes[row] ?? 0)) codes[row] = code;
}

export function writeExit(columns: ExitColumns, row: number, exit: ExitPrice): void {
  const { market, sells, asOf } = exit;
  columns.cents[row] = sells.cents;
  columns.minutes[row] = Math.floor(asOf / minuteMs);
  columns.codes[row] = marketIds.indexOf(market) | (sells.of === 'avg7' ? averageFlag : 0);
}

/** `undefined` for a row that is not there, and for a code of another version. */
export function readExit({ cents, minutes, codes }: ExitColumns, row: number): ExitQuote | undefined {
  const code = codes[row];
  if (code === undefined) return undefined;
  if (code & reasonFlag) {
    const reason = noExitReasons[code & ~reasonFlag];
    return reason && { reason };
  }
  const market = marketIds[code & ~averageFlag];
  const sells = { cents: cents[row] ?? 0, of: code & averageFlag ? ('avg7' as const) : ('ask' as const) };
  return market && { market, sells, asOf: (minutes[row] ?? 0) * minuteMs };
}
