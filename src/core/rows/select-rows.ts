import { itemKinds, wears } from '#core/items/item-kinds.ts';
import { mark } from '#core/rows/item-table.ts';
import type { RowModel } from '#core/rows/row-model.ts';
import {
  type ColumnId,
  isRouteKind,
  isTrendKind,
  type LeftOutReason,
  leftOutReasons,
  type RowFilters,
  type Sorting,
} from '#core/rows/view.ts';

export interface Selection {
  /** Rows of the table, in their order; those with doubtful differences last. */
  readonly rows: Uint32Array;
  /** How many of the rows, at the end, are in doubt. */
  readonly doubtful: number;
  /** Rows that fit the filters of names and are left out, by the first reason. */
  readonly leftOut: ReadonlyMap<LeftOutReason, number>;
}

interface RowSelection {
  readonly filters: RowFilters;
  readonly sorting: Sorting;
  /** 1 for each row that the text finds; `undefined` without a text. */
  readonly found: Uint8Array | undefined;
  /** Where not, the rows are in the table's order. */
  readonly isSorted?: boolean;
}

/** Columns by which a doubtful row can come first in the table of all items: they are no differences. */
const certainColumns: ReadonlySet<ColumnId> = new Set(['item', 'cheapest', 'dearest', 'liquidity', 'offers', 'age']);

const afterFees: ReadonlySet<ColumnId> = new Set([
  'exit',
  'cost',
  'net',
  'profit',
  'profitPercent',
  'patience',
  'cash',
  'toBalance',
  'credit',
]);

export function selectRows(model: RowModel, { filters, sorting, found, isSorted = true }: RowSelection): Selection {
  const fitsName = nameFilter(model, filters, found);
  const fitsValues = valueFilter(model, filters);
  const [reasons, doubts] = [model.reasons(), model.doubts()];
  const order = isSorted ? model.sorted(effectiveSorting(model, sorting)) : undefined;
  const isLast =
    model.view.kind !== 'all' || !(certainColumns.has(sorting.column) || sorting.column.startsWith('price:'));
  const counts = new Uint32Array(leftOutReasons.length + 1);
  const rows = new Uint32Array(reasons.length);
  const doubtfulRows: number[] = [];
  let [count, doubtful] = [0, 0];
  for (let at = 0; at < rows.length; at++) {
    const row = order ? (order[at] ?? 0) : at;
    if (!fitsName(row)) continue;
    const reason = reasons[row] ?? 0;
    if (reason !== 0) counts[reason] = (counts[reason] ?? 0) + 1;
    else if (!fitsValues(row)) continue;
    else if (doubts[row] && isLast) doubtfulRows.push(row);
    else {
      if (doubts[row]) doubtful++;
      rows[count++] = row;
    }
  }
  rows.set(doubtfulRows, count);
  const leftOut = leftOutReasons.flatMap((reason, at) =>
    counts[at + 1] ? [[reason, counts[at + 1] ?? 0] as const] : [],
  );
  return {
    rows: rows.slice(0, count + doubtfulRows.length),
    doubtful: doubtful + doubtfulRows.length,
    leftOut: new Map(leftOut),
  };
}

/**
 * Without confirmed fees, a view of what is left after them is sorted by the difference, and without recorded changes a view
 * of trends by what it has.
 */
export function effectiveSorting(
  { limits, view, trend }: Pick<RowModel, 'limits' | 'view' | 'trend'>,
  sorting: Sorting,
): Sorting {
  if (isTrendKind(view.kind) && sorting.column === 'change7') return { ...sorting, column: trend().column };
  return afterFees.has(sorting.column) && !limits.fees && isRouteKind(view.kind)
    ? { column: 'difference', descending: true }
    : sorting;
}

function nameFilter(
  { table: { traits } }: RowModel,
  { kinds, wears: chosen, special }: RowFilters,
  found: Uint8Array | undefined,
): (row: number) => boolean {
  const byKind = Uint8Array.from(itemKinds, (kind) => (kinds.length === 0 || kinds.includes(kind) ? 1 : 0));
  const byWear = Uint8Array.from({ length: wears.length + 1 }, (_, wear) =>
    chosen.length === 0 || chosen.includes(wear) ? 1 : 0,
  );
  const asked = { any: 0, plain: 0, statTrak: mark.statTrak, souvenir: mark.souvenir }[special];
  const specialBits = mark.statTrak | mark.souvenir;
  return (row) =>
    (found === undefined || found[row] === 1) &&
    byKind[traits.kinds[row] ?? 0] === 1 &&
    byWear[traits.wears[row] ?? 0] === 1 &&
    (special === 'any' || ((traits.marks[row] ?? 0) & specialBits) === asked);
}

/** A row without a value fails a limit on it. */
function valueFilter(model: RowModel, filters: RowFilters): (row: number) => boolean {
  const { kind } = model.view;
  const limits: (readonly [Float64Array, (value: number) => boolean])[] = [];
  const limit = (id: ColumnId, fits: (value: number) => boolean) => limits.push([model.column(id), fits]);
  const { minCents, maxCents, minProfitCents, minProfitPercent, minPatience } = filters;
  const price = isRouteKind(kind) ? 'buy' : 'cheapest';
  if (minCents !== undefined) limit(price, (cents) => cents >= minCents);
  if (maxCents !== undefined) limit(price, (cents) => cents <= maxCents);
  if (minProfitCents !== undefined) limit('profit', (cents) => cents >= minProfitCents);
  if (minProfitPercent !== undefined) limit('profitPercent', (percent) => percent >= minProfitPercent);
  if (minPatience !== undefined) limit('patience', (percent) => percent >= minPatience);
  if (kind === 'cheaper') limit(model.limits.fees ? 'profit' : 'difference', (gain) => gain > 0);
  if (isTrendKind(kind))
    limit(model.trend().column, kind === 'falling' ? (percent) => percent < 0 : (percent) => percent > 0);
  return (row) => {
    for (const [values, fits] of limits) if (!fits(values[row] ?? Number.NaN)) return false;
    return true;
  };
}
