import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Rate } from '#core/rates.ts';
import type { RowModel } from '#explore/rows/row-model.ts';
import type { Selection } from '#explore/rows/select-rows.ts';
import type { ColumnId, Sorting } from '#explore/state/view.ts';
import { cellText, kindOfColumn } from '#explore/table/cells.ts';
import { columnWords } from '#explore/table/column-words.ts';
import { type GridCell, moveCell } from '#explore/table/grid-keys.ts';
import { rowPx, useVirtualRows } from '#explore/table/use-virtual-rows.ts';
import { text } from '#ui/text.ts';

export interface GridProps {
  readonly model: RowModel;
  readonly selection: Selection;
  readonly columns: readonly ColumnId[];
  readonly sorting: Sorting;
  readonly shown: Rate;
  readonly onSort: (column: ColumnId) => void;
  readonly onOpen: (name: string) => void;
}

/**
 * The table. The focus stays on the grid, which names the active cell: a drawn row can go away while the focus stays.
 * Row 1 is the heads.
 */
export function Grid(props: GridProps) {
  const { model, selection, columns, shown } = props;
  const { rows } = selection;
  const place = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<GridCell>({ row: 0, column: 0 });
  const kept = Math.min(active.row, Math.max(rows.length - 1, 0));
  const { indexes, totalPx, scrollTo } = useVirtualRows(place, rows.length, kept);
  // Not the model: new prices and each new minute make another, and the reader keeps the place.
  const viewKey = JSON.stringify(model.view);
  useEffect(() => {
    place.current?.scrollTo?.({ top: 0 });
    setActive({ row: 0, column: 0 });
  }, [viewKey, props.sorting.column, props.sorting.descending]);
  const { press, choose } = gridActions({ ...props, place, cell: { row: kept, column: active.column } }, (cell) => {
    setActive(cell);
    scrollTo(cell.row);
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table of thousands of rows is drawn in part
    <div
      ref={place}
      class="grid"
      role="grid"
      aria-label={text('exploreTable')}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      aria-activedescendant={rows.length > 0 ? cellId(kept, active.column) : undefined}
      tabIndex={0}
      style={{ '--columns': templateOf(columns), '--others': `${widthOf(columns)}px` }}
      onKeyDown={press}
    >
      <Heads {...props} />
      {/* biome-ignore lint/a11y: a part of the grid, which takes the keys */}
      <div class="rows" role="rowgroup" style={{ height: `${totalPx}px` }} onClick={choose}>
        {indexes.map((index) => (
          <Row
            // The place and not the item: a letter changes texts and makes no elements.
            key={index}
            model={model}
            row={rows[index] ?? 0}
            columns={columns}
            shown={shown}
            index={index}
            active={index === kept ? active.column : undefined}
          />
        ))}
      </div>
    </div>
  );
}

interface GridState extends GridProps {
  readonly place: RefObject<HTMLDivElement | null>;
  /** The active cell. */
  readonly cell: GridCell;
}

/** What a key or a click in the table does. */
function gridActions({ model, selection, columns, onOpen, place, cell }: GridState, moveTo: (cell: GridCell) => void) {
  const { rows } = selection;
  const open = (at: number) => {
    const name = model.table.names[rows[at] ?? -1];
    if (name !== undefined) onOpen(name);
  };
  const press = (event: KeyboardEvent) => {
    if (event.target !== place.current || event.altKey || event.metaKey) return;
    if (event.key === 'Enter') open(cell.row);
    const page = Math.max(1, Math.floor((place.current?.clientHeight ?? 0) / rowPx) - 2);
    const next = moveCell(cell, event, { rows: rows.length, columns: columns.length, page });
    if (!next) return;
    event.preventDefault();
    moveTo(next);
    document.getElementById(`head-${columns[next.column]}`)?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  };
  const choose = ({ target }: Event) => {
    const row = target instanceof Element ? target.closest('[aria-rowindex]') : null;
    if (row) open(Number(row.getAttribute('aria-rowindex')) - firstRowIndex);
  };
  return { press, choose };
}

/** `aria-rowindex` of the first row; the heads are row 1. */
const firstRowIndex = 2;

const cellId = (index: number, column: number): string => `cell-${index}-${column}`;

/** Widths of columns, px; the item takes what is left. */
const widths: Readonly<Partial<Record<ColumnId, number>>> = {
  buy: 150,
  sell: 150,
  difference: 112,
  cost: 88,
  net: 88,
  profit: 88,
  profitPercent: 88,
  cash: 112,
  liquidity: 88,
  offers: 92,
  age: 76,
};
const usualPx = 96;

const pxOf = (id: ColumnId): number => widths[id] ?? usualPx;

const widthOf = (columns: readonly ColumnId[]): number =>
  columns.reduce((sum, id) => sum + (id === 'item' ? 0 : pxOf(id)), 0);

const templateOf = (columns: readonly ColumnId[]): string =>
  columns.map((id) => (id === 'item' ? 'minmax(0, 1fr)' : `${pxOf(id)}px`)).join(' ');

const Heads = ({ columns, sorting, onSort }: GridProps) => (
  // biome-ignore lint/a11y: a part of the grid, which takes the keys
  <div class="heads" role="rowgroup">
    {/* biome-ignore lint/a11y: a part of the grid, which takes the keys */}
    <div class="row" role="row" aria-rowindex={1}>
      {columns.map((id, at) => {
        const { head, title } = columnWords(id);
        const isSorted = sorting.column === id;
        return (
          // biome-ignore lint/a11y: the grid takes the keys, and the button inside sorts
          <div
            key={id}
            id={`head-${id}`}
            class={kindOfColumn(id)}
            role="columnheader"
            aria-colindex={at + 1}
            aria-sort={isSorted ? (sorting.descending ? 'descending' : 'ascending') : undefined}
          >
            <button type="button" title={title} onClick={() => onSort(id)}>
              {head}
              <span aria-hidden="true">{isSorted ? (sorting.descending ? ' ▼' : ' ▲') : ''}</span>
            </button>
          </div>
        );
      })}
    </div>
  </div>
);

interface RowProps extends Pick<GridProps, 'model' | 'columns' | 'shown'> {
  /** Row of the table. */
  readonly row: number;
  readonly index: number;
  /** The active cell's column; `undefined`: it is in another row. */
  readonly active: number | undefined;
}

/** Drawn again only when something in it changes: scrolling and typing keep most rows. */
const Row = (props: RowProps) => {
  const { model, row, columns, shown, index, active } = props;
  return useMemo(() => drawRow(props), [model, row, columns, shown, index, active]);
};

function ItemName({ name }: { readonly name: string }) {
  const end = name.endsWith(')') ? name.lastIndexOf(' (') + 1 : 0;
  return (
    <span class="name">
      {end > 0 ? name.slice(0, end) : name}
      {end > 0 && <span class="name-end">{name.slice(end)}</span>}
    </span>
  );
}

function drawRow({ model, row, columns, shown, index, active }: RowProps) {
  const isDoubtful = model.doubts()[row] === 1;
  return (
    // biome-ignore lint/a11y: the grid takes the keys
    <div
      class={isDoubtful ? 'row doubtful' : 'row'}
      role="row"
      aria-rowindex={index + firstRowIndex}
      style={{ top: `${index * rowPx}px` }}
    >
      {columns.map((id, at) => {
        const cell = cellText(model, id, row, shown);
        return (
          // biome-ignore lint/a11y: the grid takes the keys
          <div
            key={id}
            id={cellId(index, at)}
            class={`${kindOfColumn(id)} ${cell.tone ?? ''} ${at === active ? 'active' : ''}`}
            role="gridcell"
            aria-colindex={at + 1}
            aria-selected={at === active}
            title={cell.title ?? (id === 'item' ? cell.text : undefined)}
          >
            {id === 'item' ? <ItemName name={cell.text} /> : cell.text}
            {id === 'item' && isDoubtful && (
              <span class="tag warn" title={text('exploreDoubtTitle')}>
                {text('exploreDoubt')}
              </span>
            )}
          </div>
        );
      })}
    </div>
  );
}
