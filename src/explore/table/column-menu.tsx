import type { MarketId } from '#core/prices/markets.ts';
import { type ColumnId, plainColumns } from '#core/rows/view.ts';
import { columnWords } from '#explore/table/column-words.ts';
import { Act } from '#ui/forms/parts.tsx';
import { SignButton } from '#ui/forms/switches.tsx';
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
    <SignButton sign={sign} label={label} off={shown[at + by] === undefined} onPress={() => move(at, by)} />
  );
  return (
    <>
      <ul>
        {[...shown, ...others].map((id, at) => {
          const { text: head, title } = columnWords(id);
          const isShown = at < shown.length;
          const change = () => onColumns(isShown ? shown.filter((one) => one !== id) : [...shown, id]);
          return (
            <li key={id}>
              <label title={title}>
                <input type="checkbox" checked={isShown} onChange={change} />
                {head}
              </label>
              {isShown && moveButton('↑', text('exploreColumnUp', head), at, -1)}
              {isShown && moveButton('↓', text('exploreColumnDown', head), at, 1)}
            </li>
          );
        })}
      </ul>
      <Act onClick={() => onColumns(undefined)}>{text('exploreColumnsReset')}</Act>
    </>
  );
}
