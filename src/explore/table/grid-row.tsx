import { useMemo } from 'preact/hooks';
import type { Rate } from '#core/money/rates.ts';
import { columnOf } from '#core/rows/columns.ts';
import type { RowModel } from '#core/rows/row-model.ts';
import type { ColumnId } from '#core/rows/view.ts';
import { cellText } from '#explore/table/cells.ts';
import { rowPx } from '#explore/table/use-virtual-rows.ts';
import { ItemName, MarketSign } from '#ui/marks/signs.tsx';
import { ageFact, isUnusual } from '#ui/words/overlay-words.ts';
import { text } from '#ui/words/text.ts';

/** `aria-rowindex` of the first row; the heads are row 1. */
export const firstRowIndex = 2;

export const activeCellId = 'active-cell';

interface RowProps {
  readonly model: RowModel;
  readonly row: number;
  readonly columns: readonly ColumnId[];
  /** Px of each column but the item's. */
  readonly widths: readonly number[];
  readonly shown: Rate;
  readonly watched: boolean;
  readonly index: number;
  /** The active cell's column; `undefined`: it is in another row. */
  readonly active: number | undefined;
  readonly lead: ColumnId;
}

/** Drawn again only when something in it changes: scrolling and typing keep most rows. */
export const GridRow = (props: RowProps) => useMemo(() => drawRow(props), Object.values(props));

/** Px of a letter, of which most are digits, and beside a text. */
const letterPx = 8;
const besidePx = 14;

function drawRow(props: RowProps) {
  const { model, row, columns, widths, shown, index, active, lead } = props;
  return (
    // biome-ignore lint/a11y: the grid takes the keys
    <div
      class={model.doubts()[row] === 1 ? 'row doubtful' : 'row'}
      role="row"
      aria-rowindex={index + firstRowIndex}
      style={{ top: `${index * rowPx}px` }}
    >
      {columns.map((id, at) => {
        const { text: words, at: place, tone = '', title } = cellText(model, id, row, shown);
        const kind = id === 'liquidity' ? id : columnOf(id).kind;
        const written = place?.text ?? words;
        const mayBeCut = place || written.length * letterPx + besidePx > (widths[at - 1] ?? 0);
        return (
          // biome-ignore lint/a11y: the grid takes the keys
          <div
            key={id}
            id={at === active ? activeCellId : undefined}
            class={`${kind} ${tone}${place ? ' at' : ''}${id === lead ? ' lead' : ''}${at === active ? ' active' : ''}${mayBeCut ? ' cut' : ''}`}
            style={id === 'liquidity' ? { '--share': model.value(id, row) } : undefined}
            role="gridcell"
            title={title}
          >
            {place && <MarketSign market={place.market} />}
            {id === 'item' ? <ItemCell {...props} name={words} /> : written}
          </div>
        );
      })}
    </div>
  );
}

/** An age stands beside the name where it is unusual. */
function ItemCell({ name, model, row, columns, watched }: RowProps & { readonly name: string }) {
  const ageMs = columns.includes('age') ? 0 : model.value('age', row);
  return (
    <>
      <span class={watched ? 'star on' : 'star'} title={text(watched ? 'exploreUnwatch' : 'exploreWatchKey')}>
        {watched ? '★' : '☆'}
      </span>
      <ItemName name={name} />
      {isUnusual(ageMs) && (
        <span class="tag" title={ageFact(ageMs).title}>
          {ageFact(ageMs).text}
        </span>
      )}
      {model.doubts()[row] === 1 && (
        <span class="tag warn" title={text('exploreDoubtTitle')}>
          {text('exploreDoubt')}
        </span>
      )}
      <span class="bell" title={text('exploreAlertKey')}>
        ◷
      </span>
    </>
  );
}
