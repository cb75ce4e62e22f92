import { isKept, type Row } from './row.ts';

const heads = ['part', 'browser', 'what', 'median', 'middle half', 'unit', 'runs', 'budget', 'kept'];

/** Rows as a table in Markdown, its columns in line. */
export function formatTable(rows: readonly Row[]): string {
  const lines = [heads, ...rows.map(cellsOf)];
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const format = (line: readonly string[]) =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  const [head = '', ...body] = lines.map(format);
  return [head, rule, ...body].join('\n');
}

function cellsOf(row: Row): string[] {
  const { part, browser = '', what, unit, median, spread, runs, budget, atLeast } = row;
  const limit = budget === undefined ? '' : `${atLeast ? '≥' : '≤'} ${number(budget)}`;
  const kept = { true: 'yes', false: 'NO', undefined: '' }[`${isKept(row)}`];
  return [part, browser, what, number(median), spread.map(number).join(' – '), unit, String(runs), limit, kept];
}

const number = (value: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: Math.abs(value) < 100 ? 2 : 0 });
