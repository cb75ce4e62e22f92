import { isKept, type Row } from './row.ts';

const number = (value: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: Math.abs(value) < 100 ? 2 : 0 });

export const brief = (value: number): string => value.toLocaleString('en-US', { maximumSignificantDigits: 3 });

/** A row's budget: `≤ 50`, `≤ floor + 15`, `≤ 1/15 of the floor`. */
export function budgetOf({ budget, against }: Row): string {
  const share = budget >= 0.2 ? `${number(budget)} × floor` : `1/${number(1 / budget)} of the floor`;
  const limit = { 'beyond floor': `floor + ${number(budget)}`, 'times floor': share };
  return `≤ ${against ? limit[against] : number(budget)}`;
}

export const keptOf = (row: Row): string => (isKept(row) ? 'yes' : 'NO');

const columns: Readonly<Record<string, (row: Row) => string>> = {
  part: ({ part }) => part,
  browser: ({ browser = '' }) => browser,
  what: ({ what }) => what,
  median: ({ median }) => number(median),
  'middle half': ({ low, high }) => `${number(low)} – ${number(high)}`,
  unit: ({ unit }) => unit,
  runs: ({ runs }) => String(runs),
  floor: ({ floor }) => sideOf(floor),
  'peer’s way': ({ peer }) => sideOf(peer),
  budget: budgetOf,
  kept: keptOf,
};

const sideOf = (side: Row['floor']): string => (side ? `${number(side.median)} (${side.name})` : '');

export const formatTable = (rows: readonly Row[]): string =>
  layOut(
    Object.keys(columns),
    rows.map((row) => Object.values(columns).map((cell) => cell(row))),
  );

export function layOut(heads: readonly string[], cells: readonly (readonly string[])[]): string {
  const lines = [heads, ...cells];
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const format = (line: readonly string[]) =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  const [head = '', ...body] = lines.map(format);
  return [head, rule, ...body].join('\n');
}
