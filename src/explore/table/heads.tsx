import type { RowModel } from '#explore/rows/row-model.ts';
import { type ColumnId, marketOfColumn, type Sorting } from '#explore/state/view.ts';
import { kindOfColumn } from '#explore/table/cells.ts';
import { columnWords } from '#explore/table/column-words.ts';
import { text } from '#ui/text.ts';

export interface HeadsProps {
  readonly model: RowModel;
  readonly columns: readonly ColumnId[];
  readonly sorting: Sorting;
  readonly onSort: (column: ColumnId) => void;
}

/** The heads of the columns, which sort. A market's says when the market is not loaded yet. */
export const Heads = ({ model: { table }, columns, sorting, onSort }: HeadsProps) => (
  // biome-ignore lint/a11y: a part of the grid, which takes the keys
  <div class="heads" role="rowgroup">
    {/* biome-ignore lint/a11y: a part of the grid, which takes the keys */}
    <div class="row" role="row" aria-rowindex={1}>
      {columns.map((id) => {
        const { head, title } = columnWords(id);
        const ofMarket = marketOfColumn(id);
        const isMissing = table.markets.some(({ market, state }) => state === 'missing' && market === ofMarket);
        const isSorted = sorting.column === id;
        return (
          // biome-ignore lint/a11y: the grid takes the keys, and the button inside sorts
          <div
            key={id}
            id={`head-${id}`}
            class={kindOfColumn(id)}
            role="columnheader"
            aria-sort={isSorted ? (sorting.descending ? 'descending' : 'ascending') : undefined}
          >
            <button type="button" title={isMissing ? text('wordNotLoaded') : title} onClick={() => onSort(id)}>
              <span class="arrow" aria-hidden="true">
                {isSorted ? (sorting.descending ? '▼ ' : '▲ ') : ''}
              </span>
              {head}
              {isMissing && '…'}
            </button>
          </div>
        );
      })}
    </div>
  </div>
);
