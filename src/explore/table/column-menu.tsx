import type { MarketId } from '#core/prices/markets.ts';
import { type ColumnId, plainColumns } from '#core/rows/view.ts';
import { columnWords } from '#explore/table/column-words.ts';
import { text } from '#ui/words/text.ts';

interface ColumnMenuProps {
  /** The shown columns; the item is always the first. */
  readonly columns: readonly ColumnId[];
  readonly markets: readonly MarketId[];
  /** `undefined`: the usual columns. */
  readonly onColumns: (columns: readonly ColumnId[] | undefined) => void;
}

export function ColumnMenu({ columns, markets, onColumns }: ColumnMenuProps) {
  const shown = columns.filter((id) => id !== 'item');
  const prices = markets.map((market): ColumnId => `price:${market}`);
  const others = [...prices, ...plainColumns].filter((id) => id !== 'item' && !shown.includes(id));
  const move = (at: number, by: number) => {
    const next = [...shown];
    next.splice(at + by, 0, ...next.splice(at, 1));
    onColumns(next);
  };
  const moveButton = (sign: string, label: string, at: number, by: number) => (
    <button
      type="button"
      class="move"
      aria-label={label}
      title={label}
      disabled={shown[at + by] === undefined}
      onClick={() => move(at, by)}
    >
      {sign}
    </button>
  );
  return (
    <>
      <ul>
        {shown.map((id, at) => (
          <li key={id}>
            <ColumnSwitch id={id} on onSwitch={() => onColumns(shown.filter((one) => one !== id))} />
            {moveButton('↑', text('exploreColumnUp', columnWords(id).text), at, -1)}
            {moveButton('↓', text('exploreColumnDown', columnWords(id).text), at, 1)}
          </li>
        ))}
        {others.map((id) => (
          <li key={id}>
            <ColumnSwitch id={id} on={false} onSwitch={() => onColumns([...shown, id])} />
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => onColumns(undefined)}>
        {text('exploreColumnsReset')}
      </button>
    </>
  );
}

interface ColumnSwitchProps {
  readonly id: ColumnId;
  readonly on: boolean;
  readonly onSwitch: () => void;
}

const ColumnSwitch = ({ id, on, onSwitch }: ColumnSwitchProps) => (
  <label title={columnWords(id).title}>
    <input type="checkbox" checked={on} onChange={onSwitch} />
    {columnWords(id).text}
  </label>
);
