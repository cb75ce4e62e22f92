import type { DecimalSign } from '#core/decimal-text.ts';
import { hundredths, parsePrinted } from '#core/money.ts';
import { type ColumnRole, currenciesInFile, type TableColumn } from '#core/tables/column-roles.ts';
import {
  type CellRow,
  type ItemLine,
  type LineProblem,
  maxCount,
  type ReadOptions,
  type UnreadLine,
} from '#core/tables/table-lines.ts';

interface CellOptions extends ReadOptions {
  readonly delimiter: string;
}

/** Reads the lines of a table by the roles of its columns. A line with count 0 is no item, and neither is it unread. */
export function readCells(
  rows: readonly CellRow[],
  columns: readonly TableColumn[],
  { needsPaid = false, delimiter }: CellOptions,
): readonly (ItemLine | UnreadLine)[] {
  const placesOf = (...roles: readonly ColumnRole[]) =>
    columns.flatMap(({ role }, at) => (role && roles.includes(role) ? [at] : []));
  const cellOf = ({ cells }: CellRow, role: ColumnRole): string => cells[placesOf(role)[0] ?? -1] ?? '';
  const paidOf = paidReader(rows, columns, delimiter);
  return rows.flatMap((row): (ItemLine | UnreadLine)[] => {
    const about = { text: row.cells.join(' ').slice(0, 200), line: row.line };
    const [name, count] = [cellOf(row, 'name'), readCount(cellOf(row, 'count'))];
    const problem = ((): LineProblem | undefined => {
      if (name === '') return 'name';
      if (placesOf('game').some((at) => !isOurGame(row.cells[at] ?? ''))) return 'game';
      if (placesOf('sold').some((at) => isSaid(row.cells[at] ?? ''))) return 'sold';
      if (placesOf('side').some((at) => sales.test(row.cells[at] ?? ''))) return 'sold';
      return count === undefined ? 'count' : undefined;
    })();
    if (row.cells.every((cell) => cell === '') || (count === 0 && !problem)) return [];
    if (problem || count === undefined) return [{ ...about, problem: problem ?? 'count' }];
    const paid = needsPaid ? paidOf(row, count) : null;
    if (typeof paid === 'string') return [{ ...about, problem: paid }];
    return [{ ...about, readings: [{ name, count }], paidCents: paid }];
  });
}

/** Reads what was paid for each item of a line, USD cents; `null` where the table does not say. */
function paidReader(rows: readonly CellRow[], columns: readonly TableColumn[], delimiter: string) {
  const each = columns.findIndex(({ role }) => role === 'paid');
  const at = each < 0 ? columns.findIndex(({ role }) => role === 'paid-total') : each;
  const currency = columns.findIndex(({ role }) => role === 'currency');
  const decimal = decimalSignOf(
    rows.map(({ cells }) => cells[at] ?? ''),
    delimiter,
  );
  return ({ cells }: CellRow, count: number): number | null | 'paid' | 'currency' => {
    const [paid = '', code = ''] = [cells[at], cells[currency]];
    if (!isDollar(code) || (columns[at]?.isForeign && paid !== '')) return 'currency';
    const cents = readCents(paid, decimal);
    return typeof cents === 'number' && each < 0 ? Math.round(cents / count) : cents;
  };
}

/** Words of sales and of closed positions in a column of actions or states. */
const sales = /\b(?:sell|sells|sold|sale|sales|closed|withdraw\w*|gifted|lost|verkauf\w*|verkauft)\b/i;
const isSaid = (cell: string): boolean => !/^(?:|0+(?:[.,]0+)?|no|false|-|n\/a|none|null)$/i.test(cell.trim());
const isOurGame = (cell: string): boolean => /^(?:|730|cs ?2|cs:? ?go|counter[- ]?strike.*)$/i.test(cell.trim());
const isDollar = (cell: string): boolean => cell === '' || currenciesInFile(cell).includes('USD');

/** A whole number, 1 where none is given; `undefined` for any other text. */
function readCount(cell: string): number | undefined {
  if (cell === '') return 1;
  return /^\d{1,7}(?:\.0+)?$/.test(cell) ? Math.min(Math.trunc(Number(cell)), maxCount) : undefined;
}

const readWith = (cell: string, decimal: DecimalSign | undefined) => {
  const isPlain = /^[\d.,\s'’]+$/.test(cell);
  return parsePrinted(cell, { decimal, symbols: { $: 'USD' }, ...(isPlain && { currency: 'USD' }) });
};

/**
 * The decimal sign of a column: the one by which all its amounts can be read. Columns by commas are written where a point
 * is the decimal sign, so there "3,400" are thousands.
 */
function decimalSignOf(cells: readonly string[], delimiter: string): DecimalSign | undefined {
  const only = (sign: DecimalSign, other: DecimalSign) =>
    cells.some((cell) => readWith(cell, sign) !== undefined && readWith(cell, other) === undefined);
  const [point, comma] = [only('.', ','), only(',', '.')];
  if (point !== comma) return point ? '.' : ',';
  return delimiter === ',' && !comma ? '.' : undefined;
}

/** USD cents of an amount, `null` where none is given, else why there is none. */
export function readCents(cell: string, decimal: DecimalSign | undefined): number | null | 'paid' | 'currency' {
  if (cell === '') return null;
  if (/^\$?\s*0+(?:[.,]0*)?$/.test(cell)) return 0;
  const read = readWith(cell, decimal);
  if (read && read.currency !== 'USD') return 'currency';
  const cents = read && hundredths(read.amount);
  if (cents !== undefined) return Math.round(cents);
  const signs = cell.split(/[\d.,\s'’-]+/).filter(Boolean);
  return signs.some((sign) => !currenciesInFile(sign).includes('USD') && currenciesInFile(sign).length > 0)
    ? 'currency'
    : 'paid';
}
