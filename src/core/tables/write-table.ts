export type Cell = string | number | undefined;

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
  if (typeof cell !== 'string') return cell === undefined ? '' : String(cell);
  const text = needsGuard(cell) ? `'${cell}` : cell;
  return /[",;\t\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A cell as it was before `toCsv` or `toTsv` put an apostrophe in front. */
export const withoutGuard = (cell: string): string =>
  cell.startsWith("'") && needsGuard(cell.slice(1)) ? cell.slice(1) : cell;
