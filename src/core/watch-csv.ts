type Cell = string | number | undefined;

/** Whether a spreadsheet takes a cell for a formula by what it begins with, white space or not, in wide form too. */
const isFormula = (cell: string): boolean => /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠|%]/u.test(cell);

/**
 * Rows as a CSV file (RFC 4180), with the mark by which spreadsheets know UTF-8. A text that could be a formula is made
 * a text by an apostrophe before it; numbers stay numbers.
 */
export const toCsv = (rows: readonly (readonly Cell[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')}`;

function cellText(cell: Cell): string {
  if (typeof cell !== 'string') return cell === undefined ? '' : String(cell);
  const text = isFormula(cell) || /^[\t\r\n]/.test(cell) ? `'${cell}` : cell;
  return /[",;\t\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
