import type { Rate } from '#core/money/rates.ts';
import { markets } from '#core/prices/markets.ts';
import { exitOf, isOfAnyPhase } from '#explore/bulk/list-sums.ts';
import type { MatchedLines } from '#explore/bulk/matched-lines.ts';
import type { RowModel } from '#explore/rows/row-model.ts';
import type { ColumnId } from '#explore/state/view.ts';
import { cellValue } from '#explore/table/cells.ts';
import { fileHead } from '#explore/table/export-rows.ts';

/** For a file: unit prices, counts, and what each line brings at its best market. It has no mark for prices of any phase. */
export function listTable(
  { model, exits }: { readonly model: RowModel; readonly exits: RowModel },
  { rows, unmatched }: MatchedLines,
  columns: readonly ColumnId[],
  shown: Rate,
) {
  const amount = (cents: number | undefined) =>
    cents === undefined ? undefined : Number(((cents / 100) * shown.perUsd).toFixed(2));
  const heads = [
    ...columns.map((id) => fileHead(id, shown)),
    'count',
    'best_market',
    `best_net_${shown.code}`.toLowerCase(),
  ];
  return [
    heads,
    ...rows.map(({ row, count }) => {
      const isLeftOut = (id: ColumnId) => id !== 'item' && isOfAnyPhase(model, row);
      const exit = exitOf(exits, { row, count });
      const cells = columns.map((id) => (isLeftOut(id) ? undefined : cellValue(model, id, row, shown)));
      return [...cells, count, exit && markets[exit.market].name, amount(exit?.net)];
    }),
    ...unmatched.map(({ readings }) => {
      const { name, count } = readings.at(-1) ?? {};
      return [name, ...columns.slice(1).map(() => undefined), count, undefined, undefined];
    }),
  ];
}
