import type { Exit, ExitPrice, NoExitReason } from '#core/prices/exit-value.ts';
import { noExitReasons } from '#core/prices/exit-value.ts';
import { marketIds } from '#core/prices/markets.ts';
import type { ExitQuote } from '#core/prices/quote.ts';
import { type Columns, type ColumnsOf, packColumns } from '#data/catalogue/columns.ts';

/** Where each item is sold best: one row a market, those of one item together, in the order of the names' numbers. */
export const exitTypes = {
  numbers: 'u32',
  /** USD. */
  cents: 'u32',
  /** Since the epoch. */
  seconds: 'u32',
  /** A market with the kind of its price, or a reason. */
  codes: 'u8',
} as const;

type ExitColumns = ColumnsOf<typeof exitTypes>;

const averageFlag = 0x40;
const reasonFlag = 0x80;

const seconds = ({ asOf }: ExitPrice): number => Math.floor(asOf / 1000);

/** The exits of an item with one more: none stays that another outlasts, which leaves as much and has as new a price. */
export function withExit(exits: readonly Exit[], exit: Exit): readonly Exit[] {
  if (exits.some((one) => one.netCents >= exit.netCents && seconds(one) >= seconds(exit))) return exits;
  return [...exits.filter((one) => one.netCents >= exit.netCents || seconds(one) > seconds(exit)), exit];
}

/** @param found what is known of each name, by its number */
export function packExits(found: readonly (readonly Exit[] | NoExitReason)[]): Columns<typeof exitTypes> {
  const rows = found.reduce((sum, { length }, number) => sum + (typeof found[number] === 'string' ? 1 : length), 0);
  const packed = packColumns(exitTypes, rows);
  const { columns } = packed;
  let row = 0;
  const write = (number: number, code: number, exit?: Exit) => {
    columns.numbers[row] = number;
    columns.codes[row] = code;
    columns.cents[row] = exit?.sells.cents ?? 0;
    columns.seconds[row++] = exit ? seconds(exit) : 0;
  };
  for (const [number, known] of found.entries()) {
    if (typeof known === 'string') write(number, reasonFlag | noExitReasons.indexOf(known));
    else
      for (const exit of known.toSorted((one, other) => other.netCents - one.netCents))
        write(number, marketIds.indexOf(exit.market) | (exit.sells.of === 'avg7' ? averageFlag : 0), exit);
  }
  return packed;
}

/** `undefined` for a number that was not known then, and for a code of another version. */
export function readExit(columns: ExitColumns, number: number): ExitQuote | undefined {
  const { numbers, codes } = columns;
  const prices: ExitPrice[] = [];
  for (let row = firstRow(numbers, number); numbers[row] === number; row++) {
    const code = codes[row] ?? 0;
    if (code & reasonFlag) return noExitReasons[code & ~reasonFlag];
    const market = marketIds[code & ~averageFlag];
    const of = code & averageFlag ? 'avg7' : 'ask';
    if (market)
      prices.push({ market, sells: { cents: columns.cents[row] ?? 0, of }, asOf: (columns.seconds[row] ?? 0) * 1000 });
  }
  return prices.length > 0 ? prices : undefined;
}

function firstRow(numbers: Uint32Array, wanted: number): number {
  let from = 0;
  let to = numbers.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((numbers[middle] ?? 0) < wanted) from = middle + 1;
    else to = middle;
  }
  return from;
}
