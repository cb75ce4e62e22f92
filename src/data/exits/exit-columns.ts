import { isObjectOf, isString } from '#core/asks/guards.ts';
import { type Exit, type ExitPrice, type NoExitReason, noExitReasons } from '#core/prices/exit-value.ts';
import { marketIds } from '#core/prices/markets.ts';
import type { ExitQuote } from '#core/prices/quote.ts';
import { firstPlace } from '#core/rows/first-place.ts';
import { type ByName, byName, type Catalogue, columnStore } from '#data/storage/column-store.ts';
import { type Columns, type ColumnsOf, packColumns } from '#data/storage/columns.ts';
import type { KeyValueStore } from '#data/storage/stored-value.ts';

/** Where each item is sold best: one row a market, those of one item together, in the order of the names' numbers. */
const exitTypes = {
  numbers: 'u32',
  /** USD, with fractions. */
  cents: 'f64',
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
function readExit(columns: ExitColumns, number: number): ExitQuote | undefined {
  const { numbers, codes } = columns;
  const prices: ExitPrice[] = [];
  for (let row = firstPlace(numbers.length, (at) => (numbers[at] ?? 0) >= number); numbers[row] === number; row++) {
    const code = codes[row] ?? 0;
    if (code & reasonFlag) return noExitReasons[code & ~reasonFlag];
    const market = marketIds[code & ~averageFlag];
    const of = code & averageFlag ? 'avg7' : 'ask';
    if (market)
      prices.push({ market, sells: { cents: columns.cents[row] ?? 0, of }, asOf: (columns.seconds[row] ?? 0) * 1000 });
  }
  return prices.length > 0 ? prices : undefined;
}

/** `inputs` identifies all that the exits were computed from. */
const isAboutExits = isObjectOf({ inputs: isString, version: isString });

export type StoredExits = ReturnType<typeof openStoredExits>;

/** @param store opened on first use: without confirmed fees nothing is read */
export function openStoredExits(store: () => KeyValueStore) {
  const stored = columnStore(store, 'exits', exitTypes, isAboutExits);
  return {
    ...stored,
    /** `undefined` where none were computed for this catalogue. Never rejects. */
    of: async (table: Catalogue | undefined): Promise<ByName<ExitQuote> | undefined> => {
      const found = await stored.columns(table?.catalogue);
      return table && found && byName(table, found.about.version, (number) => readExit(found.columns, number));
    },
  };
}
