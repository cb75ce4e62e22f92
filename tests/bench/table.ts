import { budgetOf, number } from './figures.ts';
import { isKept, type Row, type Side } from './row.ts';

const heads = [
  'part',
  'browser',
  'what',
  'median',
  'middle half',
  'unit',
  'runs',
  'floor',
  'peer’s way',
  'budget',
  'kept',
];

/** Rows as a table in Markdown, its columns in line. */
export const formatTable = (rows: readonly Row[]): string => layOut(heads, rows.map(cellsOf));

/** Lines of cells as a table in Markdown, its columns in line. */
export function layOut(heads: readonly string[], cells: readonly (readonly string[])[]): string {
  const lines = [heads, ...cells];
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const format = (line: readonly string[]) =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  const [head = '', ...body] = lines.map(format);
  return [head, rule, ...body].join('\n');
}

function cellsOf(row: Row): string[] {
  const { part, browser = '', what, unit, median, low, high, runs, floor, peer } = row;
  const kept = { true: 'yes', false: 'NO', undefined: '' }[`${isKept(row)}`];
  const spread = `${number(low)} – ${number(high)}`;
  const beside = [floor, peer].map(sideOf);
  return [part, browser, what, number(median), spread, unit, String(runs), ...beside, budgetOf(row), kept];
}

const sideOf = (side: Side | undefined): string => (side ? `${number(side.median)} (${side.name})` : '');
