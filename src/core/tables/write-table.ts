import type { Money } from '#core/money/money.ts';

/** A number that is no money: a count, per cent, minutes. */
export interface Quantity {
  readonly quantity: number;
}

export type Cell = string | Money | Quantity | undefined;

export const quantity = (number: number | undefined): Quantity | undefined =>
  number === undefined ? undefined : { quantity: number };

/** US dollars to the cent; nothing where they are not known. */
export const dollarCell = (cents: number | undefined): Money | undefined =>
  cents === undefined ? undefined : { cents: Math.round(cents), currency: 'USD' };

/** What stands in a file: an amount in units of its currency, which the head or a cell beside it names. */
function plainCell(cell: Cell): string | number | undefined {
  if (typeof cell !== 'object') return cell;
  return 'quantity' in cell ? cell.quantity : Number((cell.cents / 100).toFixed(8));
}

/** Three decimals might be thousands. */
export const numberText = (number: number): string => String(number).replace(/\.\d{3}$/, '$&0');

/** Whether a spreadsheet reads a text as a formula: by its first sign, after white space, in full width too. */
const isFormula = (cell: string): boolean => /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠|%]/u.test(cell);
/** Also where apostrophes stand before the formula: the first is taken off at reading. */
function needsGuard(cell: string): boolean {
  const bare = cell.replace(/^'+/, '');
  return isFormula(bare) || /^[\t\r\n]/.test(bare);
}

/**
 * A CSV file (RFC 4180) with a byte order mark, by which spreadsheets recognise UTF-8. A text that looks like a formula
 * gets an apostrophe in front (OWASP, "CSV Injection"); numbers stay numbers. `readTable` reads both forms back.
 */
export const toCsv = (rows: readonly (readonly Cell[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')}`;

/** The same rows for pasting into a spreadsheet: columns by tabs, without a byte order mark. */
export const toTsv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => row.map(cellText).join('\t')).join('\n');

function cellText(cell: Cell): string {
  const plain = plainCell(cell);
  if (typeof plain !== 'string') return plain === undefined ? '' : numberText(plain);
  const text = needsGuard(plain) ? `'${plain}` : plain;
  return /[",;\t\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A cell as it was before `toCsv` or `toTsv` put an apostrophe in front. */
export const withoutGuard = (cell: string): string =>
  cell.startsWith("'") && needsGuard(cell.slice(1)) ? cell.slice(1) : cell;
