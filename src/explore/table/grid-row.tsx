import { useMemo } from 'preact/hooks';
import type { RarityOf } from '#core/items/rarity.ts';
import { wearInitials, wearOf } from '#core/items/wears.ts';
import type { Rate } from '#core/money/rates.ts';
import { columnOf } from '#core/rows/columns.ts';
import type { RowModel } from '#core/rows/row-model.ts';
import type { ColumnId } from '#core/rows/view.ts';
import { rarityText } from '#explore/rarity/rarity-words.ts';
import { cellText } from '#explore/table/cells.ts';
import { rowPx } from '#explore/table/use-virtual-rows.ts';
import { text } from '#ui/words/text.ts';

/** `aria-rowindex` of the first row; the heads are row 1. */
export const firstRowIndex = 2;

/** The id of the cell that has the focus. */
export const activeCellId = 'active-cell';

interface RowProps {
  readonly model: RowModel;
  readonly row: number;
  readonly columns: readonly ColumnId[];
  readonly shown: Rate;
  readonly rarityOf: RarityOf;
  readonly watched: boolean;
  readonly index: number;
  /** The active cell's column; `undefined`: it is in another row. */
  readonly active: number | undefined;
}

/** Drawn again only when something in it changes: scrolling and typing keep most rows. */
export const GridRow = (props: RowProps) => {
  const { model, row, columns, shown, rarityOf, watched, index, active } = props;
  return useMemo(() => drawRow(props), [model, row, columns, shown, rarityOf, watched, index, active]);
};

function drawRow({ model, row, columns, shown, rarityOf, watched, index, active }: RowProps) {
  const isDoubtful = model.doubts()[row] === 1;
  const name = model.table.names[row] ?? '';
  const rarity = rarityOf(name);
  return (
    // biome-ignore lint/a11y: the grid takes the keys
    <div
      class={isDoubtful ? 'row doubtful' : 'row'}
      role="row"
      aria-rowindex={index + firstRowIndex}
      style={{ top: `${index * rowPx}px` }}
    >
      {columns.map((id, at) => {
        const isItem = id === 'item';
        const cell = cellText(model, id, row, shown);
        return (
          // biome-ignore lint/a11y: the grid takes the keys
          <div
            key={id}
            id={at === active ? activeCellId : undefined}
            class={`${columnOf(id).kind} ${cell.tone ?? ''} ${at === active ? 'active' : ''}`}
            data-rarity={isItem ? rarity : undefined}
            role="gridcell"
            title={isItem ? [name, rarityText(name, rarity)].filter(Boolean).join(' · ') : cell.title}
          >
            {isItem ? <ItemCell name={name} isWatched={watched} isDoubtful={isDoubtful} /> : cell.text}
          </div>
        );
      })}
    </div>
  );
}

interface ItemCellProps {
  readonly name: string;
  readonly isWatched: boolean;
  readonly isDoubtful: boolean;
}

const ItemCell = ({ name, isWatched, isDoubtful }: ItemCellProps) => (
  <>
    <ItemName name={name} />
    <span class={isWatched ? 'star on' : 'star'} title={text(isWatched ? 'exploreUnwatch' : 'exploreWatchKey')}>
      {isWatched ? '★' : '☆'}
    </span>
    {isDoubtful && (
      <span class="tag warn" title={text('exploreDoubtTitle')}>
        {text('exploreDoubt')}
      </span>
    )}
    <span class="bell" title={text('exploreAlertKey')}>
      ◷
    </span>
  </>
);

function ItemName({ name }: { readonly name: string }) {
  const end = name.endsWith(')') ? name.lastIndexOf(' (') + 1 : 0;
  const wear = wearOf(name);
  return (
    <span class="whole-name">
      <span class="name">{end > 0 ? name.slice(0, end) : name}</span>
      {end > 0 && (
        <span class={wear ? 'name-end wear' : 'name-end'} data-short={wear && wearInitials(wear)}>
          {name.slice(end)}
        </span>
      )}
    </span>
  );
}
