import type { ComponentChild, RefObject } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Rate } from '#core/money/rates.ts';
import type { MarketId } from '#core/prices/markets.ts';
import { columnOf } from '#core/rows/columns.ts';
import type { RowModel } from '#core/rows/row-model.ts';
import type { Selection } from '#core/rows/select-rows.ts';
import { type ColumnId, marketOfColumn, type Sorting } from '#core/rows/view.ts';
import { columnWidths, columnWords } from '#explore/table/cells.ts';
import { activeCellId, firstRowIndex, GridRow } from '#explore/table/grid-row.tsx';
import { rowPx, useVirtualRows } from '#explore/table/use-virtual-rows.ts';
import { text } from '#ui/words/text.ts';

interface GridProps extends HeadsProps {
  readonly selection: Selection;
  readonly shown: Rate;
  readonly onOpen: (name: string) => void;
  readonly onAlert: (name: string) => void;
  readonly onMarket: (name: string, market: MarketId) => void;
  readonly watched: ReadonlySet<string>;
  readonly onStar: (name: string) => void;
  readonly empty: ComponentChild;
}

/** The focus stays on the grid, which names the active cell: a drawn row can go away. Row 1 is the heads. */
export function Grid(props: GridProps) {
  const { model, selection, columns, shown, watched } = props;
  const { rows } = selection;
  const widths = useMemo(() => columnWidths(columns, shown), [columns, shown]);
  const place = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<GridCell>({ row: 0, column: 0 });
  const kept = Math.min(active.row, Math.max(rows.length - 1, 0));
  const { drawn, totalPx, scrollTo } = useVirtualRows(place, rows.length, kept);
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
      aria-activedescendant={rows.length > 0 ? activeCellId : undefined}
      tabIndex={0}
      style={{
        '--columns': `minmax(0, 1fr) ${widths.map((px) => `${px}px`).join(' ')}`,
        '--others': `${widths.reduce((sum, px) => sum + px, 0)}px`,
      }}
      onKeyDown={press}
      onScroll={({ currentTarget }) => currentTarget.classList.toggle('aside', currentTarget.scrollLeft > 0)}
    >
      <Heads {...props} />
      {/* biome-ignore lint/a11y: a part of the grid, which takes the keys */}
      <div
        class={rows.length > 0 ? 'rows' : 'rows bare'}
        role="rowgroup"
        style={{ height: `${totalPx}px` }}
        onClick={choose}
      >
        {rows.length === 0 && <EmptyRow>{props.empty}</EmptyRow>}
        {drawn.map(({ index, slot }) => (
          <GridRow
            key={slot}
            {...{ model, columns, widths, shown, index }}
            row={rows[index] ?? 0}
            watched={watched.has(model.table.names[rows[index] ?? -1] ?? '')}
            active={index === kept ? active.column : undefined}
            lead={props.sorting.column}
          />
        ))}
      </div>
    </div>
  );
}

const EmptyRow = ({ children }: { readonly children: ComponentChild }) => (
  // biome-ignore lint/a11y: a part of the grid, which takes the keys
  <div class="empty" role="row">
    {/* biome-ignore lint/a11y: a part of the grid, which takes the keys */}
    <div role="gridcell">{children}</div>
  </div>
);

interface GridState extends GridProps {
  readonly place: RefObject<HTMLDivElement | null>;
  readonly cell: GridCell;
}

function gridActions(state: GridState, moveTo: (cell: GridCell) => void) {
  const { model, selection, columns, onOpen, onAlert, onMarket, onStar, place, cell } = state;
  const { rows } = selection;
  const withName = (at: number, act: (name: string, row: number) => void) => {
    const row = rows[at] ?? -1;
    const name = model.table.names[row];
    if (name !== undefined) act(name, row);
  };
  const open = (at: number, column: number) =>
    withName(at, (name, row) => {
      const market = marketAt(model, columns[column], row);
      if (market) onMarket(name, market);
      else onOpen(name);
    });
  const press = (event: KeyboardEvent) => {
    if (event.target !== place.current || event.altKey || event.metaKey) return;
    if (event.key === 'Enter') open(cell.row, cell.column);
    if (event.key === 's' && !event.ctrlKey) withName(cell.row, onStar);
    if (event.key === 'a' && !event.ctrlKey) withName(cell.row, onAlert);
    const page = Math.max(1, Math.floor((place.current?.clientHeight ?? 0) / rowPx) - 2);
    const next = moveCell(cell, event, { rows: rows.length, columns: columns.length, page });
    if (!next) return;
    event.preventDefault();
    moveTo(next);
    document.getElementById(`head-${columns[next.column]}`)?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  };
  const choose = ({ target }: Event) => {
    if (!(target instanceof Element)) return;
    const cell = target.closest('[role=gridcell]');
    const row = cell?.parentElement;
    if (!cell || !row) return;
    const at = Number(row.getAttribute('aria-rowindex')) - firstRowIndex;
    if (target.closest('.star')) withName(at, onStar);
    else if (target.closest('.bell')) withName(at, onAlert);
    else open(at, Array.from(row.children).indexOf(cell));
  };
  return { press, choose };
}

function marketAt(model: RowModel, id: ColumnId | undefined, row: number): MarketId | undefined {
  if (!id || Number.isNaN(model.value(id, row))) return undefined;
  return marketOfColumn(id) ?? columnOf(id).marketAt?.(model, row);
}

/** A cell of the grid: indexes among the selected rows and the shown columns. */
interface GridCell {
  readonly row: number;
  readonly column: number;
}

type GridSize = Readonly<Record<'rows' | 'columns' | 'page', number>>;
type Step = (cell: GridCell, size: GridSize, whole: boolean) => GridCell;

/** The keys of a grid (ARIA Authoring Practices, "Grid"); with Ctrl, Home and End go to the first and last row. */
const steps: Readonly<Record<string, Step>> = {
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  PageDown: ({ row, column }, { page }) => ({ row: row + page, column }),
  PageUp: ({ row, column }, { page }) => ({ row: row - page, column }),
  Home: ({ row }, _, whole) => ({ row: whole ? 0 : row, column: 0 }),
  End: ({ row }, { rows, columns }, whole) => ({ row: whole ? rows - 1 : row, column: columns - 1 }),
};

/** The active cell after a key; `undefined` for a key that moves nothing. */
function moveCell(cell: GridCell, { key, ctrlKey }: KeyboardEvent, size: GridSize): GridCell | undefined {
  const next = Object.hasOwn(steps, key) ? steps[key]?.(cell, size, ctrlKey) : undefined;
  if (!next || size.rows === 0) return undefined;
  const within = (value: number, count: number) => Math.min(Math.max(value, 0), count - 1);
  return { row: within(next.row, size.rows), column: within(next.column, size.columns) };
}

interface HeadsProps {
  readonly model: RowModel;
  readonly columns: readonly ColumnId[];
  readonly sorting: Sorting;
  readonly onSort: (column: ColumnId) => void;
}

const Heads = ({ model: { table }, columns, sorting, onSort }: HeadsProps) => (
  // biome-ignore lint/a11y: a part of the grid, which takes the keys
  <div class="heads" role="rowgroup">
    {/* biome-ignore lint/a11y: a part of the grid, which takes the keys */}
    <div class="row" role="row" aria-rowindex={1}>
      {columns.map((id) => {
        const { text: head, title } = columnWords(id);
        const ofMarket = marketOfColumn(id);
        const isMissing = table.markets.some(({ market, state }) => state === 'missing' && market === ofMarket);
        const isSorted = sorting.column === id;
        return (
          // biome-ignore lint/a11y: the grid takes the keys, and the button inside sorts
          <div
            key={id}
            id={`head-${id}`}
            class={columnOf(id).kind}
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
