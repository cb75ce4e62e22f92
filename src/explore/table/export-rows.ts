import { markets } from '#core/markets.ts';
import type { Rate } from '#core/rates.ts';
import type { RowModel } from '#explore/rows/row-model.ts';
import type { ColumnId } from '#explore/state/view.ts';
import { cellValue, kindOfColumn, marketOfCell } from '#explore/table/cells.ts';
import { columnWords } from '#explore/table/column-words.ts';

type ExportCell = string | number | undefined;

/** Rows for a file: heads first. A cell with a market of its own takes two columns, and doubt has one. */
export function exportRows(
  model: RowModel,
  rows: Uint32Array,
  columns: readonly ColumnId[],
  shown: Rate,
): readonly (readonly ExportCell[])[] {
  const heads = columns.flatMap((id) => headsOf(id, shown));
  const doubts = model.doubts();
  const lines = Array.from(rows, (row) => [
    ...columns.flatMap((id): ExportCell[] => {
      const value = cellValue(model, id, row, shown);
      const market = marketOfCell(model, id, row);
      return hasMarket(id) ? [market && markets[market].name, value] : [value];
    }),
    model.table.sample ? 'sample' : doubts[row] ? 'doubtful' : undefined,
  ]);
  return [[...heads, 'note'], ...lines];
}

const hasMarket = (id: ColumnId): boolean => id === 'buy' || id === 'sell';

function headsOf(id: ColumnId, shown: Rate): readonly string[] {
  const { head } = columnWords(id);
  const kind = kindOfColumn(id);
  const unit = { money: shown.code, gain: shown.code, percent: '%', age: 'min', ratio: '', count: '', item: '' }[kind];
  const named = unit && !head.includes(unit) ? `${head} (${unit})` : head;
  return hasMarket(id) ? [head, named] : [named];
}
