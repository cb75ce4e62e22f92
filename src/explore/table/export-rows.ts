import type { Rate } from '#core/money/rates.ts';
import { markets } from '#core/prices/markets.ts';
import type { RowModel } from '#core/rows/row-model.ts';
import type { ColumnId } from '#core/rows/view.ts';
import type { Cell } from '#core/tables/write-table.ts';
import { cellValue, kindOfColumn, marketOfCell } from '#explore/table/cells.ts';

/** Rows for a file: heads first. A cell with a market of its own takes two columns, and doubt has one. */
export function exportRows(
  model: RowModel,
  rows: Uint32Array,
  columns: readonly ColumnId[],
  shown: Rate,
): readonly (readonly Cell[])[] {
  const hasMarket = (id: ColumnId) => id === 'exit' || id === 'buy' || id === 'sell';
  const heads = columns.flatMap((id) => [...(hasMarket(id) ? [`${id}_at`] : []), fileHead(id, shown)]);
  const doubts = model.doubts();
  const lines = Array.from(rows, (row) => [
    ...columns.flatMap((id): Cell[] => {
      const value = cellValue(model, id, row, shown);
      const market = marketOfCell(model, id, row);
      return hasMarket(id) ? [market && markets[market].name, value] : [value];
    }),
    model.table.sample ? 'sample' : doubts[row] ? 'doubtful' : undefined,
  ]);
  return [[...heads, 'note'], ...lines];
}

/** The head of a column in a file: the same in every language, with its unit, as `price_buff163_usd`. */
export function fileHead(id: ColumnId, shown: Rate): string {
  const kind = kindOfColumn(id);
  const none = { ratio: '', count: '', item: '' };
  const units = { money: shown.code, gain: shown.code, percent: 'percent', age: 'minutes', ...none };
  const words = id.replace(/\W+/g, '_').replace(/(?=[A-Z])/g, '_');
  return [words, units[kind]].filter(Boolean).join('_').toLowerCase();
}
