import { type ExitPrice, type NoExitReason, noExitReasons } from '#core/exit-value.ts';
import { marketIds } from '#core/markets.ts';
import type { ExitQuote } from '#core/quote.ts';
import type { ColumnsOf } from '#data/catalogue/columns.ts';

/** Where each item is sold best, by number of name. */
export const exitTypes = {
  /** USD. */
  cents: 'u32',
  /** Since the epoch. */
  seconds: 'u32',
  /** A market with the kind of its price, or a reason. */
  codes: 'u8',
} as const;

export type ExitColumns = ColumnsOf<typeof exitTypes>;

const averageFlag = 0x40;
const reasonFlag = 0x80;

/** Of several reasons, that of the market that came furthest stays. */
export function writeReason({ codes }: ExitColumns, number: number, reason: NoExitReason): void {
  const code = reasonFlag | noExitReasons.indexOf(reason);
  if (code > (codes[number] ?? 0)) codes[number] = code;
}

export function writeExit(columns: ExitColumns, number: number, exit: ExitPrice): void {
  const { market, sells, asOf } = exit;
  columns.cents[number] = sells.cents;
  columns.seconds[number] = Math.floor(asOf / 1000);
  columns.codes[number] = marketIds.indexOf(market) | (sells.of === 'avg7' ? averageFlag : 0);
}

/** `undefined` for a number that was not known then, and for a code of another version. */
export function readExit({ cents, seconds, codes }: ExitColumns, number: number): ExitQuote | undefined {
  const code = codes[number];
  if (code === undefined) return undefined;
  if (code & reasonFlag) {
    const reason = noExitReasons[code & ~reasonFlag];
    return reason && { reason };
  }
  const market = marketIds[code & ~averageFlag];
  const sells = { cents: cents[number] ?? 0, of: code & averageFlag ? ('avg7' as const) : ('ask' as const) };
  return market && { market, sells, asOf: (seconds[number] ?? 0) * 1000 };
}
