import { brief } from './figures.ts';
import type { Row } from './row.ts';
import { layOut } from './table.ts';

/** Rows of the growth parts are called `<count> <things>: <what>`. */
const pattern = /^([\d,]+) (?:items|cards|tabs?(?: of 40 cards)?): (.+)$/;

const subjects: Readonly<Record<string, string>> = {
  'growth-items': 'items with a price',
  'growth-cards': 'cards on a page',
  'growth-tabs': 'open tabs of 40 cards',
};

/** One table for each thing that grows: its numbers across, what was measured down, Chromium · Firefox in each cell. */
export const growthTables = (rows: readonly Row[]): string =>
  Object.entries(subjects)
    .map(([part, subject]) =>
      growthTable(
        subject,
        rows.filter((row) => row.part === part),
      ),
    )
    .join('\n\n');

interface Grown {
  readonly row: Row;
  /** Of the things that grow, as it is written. */
  readonly count: string;
  readonly what: string;
}

/** What a row of a growth part says, taken apart. */
export function grownOf(row: Row): Grown {
  const [, count = '', what = ''] = pattern.exec(row.what) ?? [];
  return { row, count, what: `${what}, ${row.unit}` };
}

function growthTable(subject: string, rows: readonly Row[]): string {
  const found = rows.map(grownOf);
  const counts = [...new Set(found.map(({ count }) => count))];
  const lines = [...Map.groupBy(found, ({ what }) => what)].flatMap(([what, all]) => {
    const cell = (of: (row: Row) => number | undefined) =>
      counts.map((count) => sideBySide(all.filter((one) => one.count === count).map(({ row }) => of(row))));
    const named = (side: 'floor' | 'peer') => all[0]?.row[side]?.name;
    const besides = (['floor', 'peer'] as const).flatMap((side) =>
      named(side) ? [[`… ${named(side)}`, ...cell((row) => row[side]?.median)]] : [],
    );
    return [[what, ...cell(({ median }) => median)], ...besides];
  });
  return layOut([subject, ...counts], lines);
}

/** Figures of one thing in Chromium and Firefox. */
export const sideBySide = (figures: readonly (number | undefined)[]): string =>
  figures.map((figure) => (figure === undefined ? '–' : brief(figure))).join(' · ');
