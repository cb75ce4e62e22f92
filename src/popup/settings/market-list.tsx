import { useEffect, useRef, useState } from 'preact/hooks';
import { isMarketId, type MarketId, marketIds, markets } from '#core/markets.ts';
import { type ControlProps, controlId, Hint, Problem } from '#popup/settings/setting-inputs.tsx';
import { settingHint, settingLabel } from '#popup/settings/setting-words.ts';
import { text } from '#ui/text.ts';

/** The chosen markets in their order, then the others; a market is moved by its buttons. */
export function MarketList({ field: { name }, value, keep }: ControlProps) {
  const chosen = readMarkets(value);
  const [problem, setProblem] = useState('');
  const [moved, setMoved] = useState<Move>();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => focusMoved(list.current, moved), [moved]);
  const choose = (id: MarketId, on: boolean) => {
    const next = on ? [...chosen, id] : chosen.filter((other) => other !== id);
    setProblem(next.length === 0 ? text('settingsMarketsNone') : '');
    if (next.length > 0) keep(next);
  };
  const move = (id: MarketId, by: -1 | 1) => {
    keep(moveBy(chosen, id, by));
    setMoved({ id, by });
  };
  return (
    <fieldset class="markets" aria-describedby={`${controlId(name)}-hint`}>
      <legend>{settingLabel(name)}</legend>
      <ul ref={list}>
        {[...chosen, ...marketIds.filter((id) => !chosen.includes(id))].map((id) => (
          <MarketRow key={id} id={id} place={chosen.indexOf(id)} of={chosen.length} choose={choose} move={move} />
        ))}
      </ul>
      <Problem id={controlId(name)} problem={problem} />
      <p class="unseen" role="status">
        {moved && text('settingsMarketsMoved', markets[moved.id].name, String(chosen.indexOf(moved.id) + 1))}
      </p>
      <Hint id={`${controlId(name)}-hint`}>{settingHint(name)}</Hint>
    </fieldset>
  );
}

interface Move {
  readonly id: MarketId;
  readonly by: -1 | 1;
}

const readMarkets = (value: unknown): readonly MarketId[] =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'string').filter(isMarketId) : [];

/** The list with one market a place further up (-1) or down (1). */
export function moveBy(chosen: readonly MarketId[], id: MarketId, by: -1 | 1): readonly MarketId[] {
  const from = chosen.indexOf(id);
  const other = chosen[from + by];
  if (from < 0 || other === undefined) return chosen;
  return chosen.map((one) => (one === id ? other : one === other ? id : one));
}

/** A row that moves loses the focus; it comes back to the button that moved it, or to the other one at the end. */
function focusMoved(list: HTMLElement | null, moved: Move | undefined): void {
  const buttons = moved && list?.querySelectorAll<HTMLButtonElement>(`[data-market="${moved.id}"] button`);
  const [up, down] = buttons ? [...buttons] : [];
  const pressed = moved?.by === -1 ? up : down;
  const other = moved?.by === -1 ? down : up;
  (pressed?.disabled ? other : pressed)?.focus();
}

interface RowProps {
  readonly id: MarketId;
  /** Its place among the chosen; -1 when it is not chosen. */
  readonly place: number;
  readonly of: number;
  readonly choose: (id: MarketId, on: boolean) => void;
  readonly move: (id: MarketId, by: -1 | 1) => void;
}

function MarketRow({ id, place, of, choose, move }: RowProps) {
  const { name } = markets[id];
  const isChosen = place >= 0;
  return (
    <li data-market={id}>
      <label>
        <input
          type="checkbox"
          checked={isChosen}
          aria-label={text('settingsMarketPrices', name)}
          onClick={(event) => {
            // The last one stays: what the box shows is what is kept.
            if (isChosen && of === 1) event.preventDefault();
            choose(id, !isChosen);
          }}
        />
        <span>{name}</span>
      </label>
      {isChosen && (
        <>
          <MoveButton label={text('settingsMarketUp', name)} sign="↑" off={place === 0} onMove={() => move(id, -1)} />
          <MoveButton
            label={text('settingsMarketDown', name)}
            sign="↓"
            off={place === of - 1}
            onMove={() => move(id, 1)}
          />
        </>
      )}
    </li>
  );
}

interface MoveProps {
  readonly label: string;
  readonly sign: string;
  readonly off: boolean;
  readonly onMove: () => void;
}

const MoveButton = ({ label, sign, off, onMove }: MoveProps) => (
  <button type="button" class="move" aria-label={label} disabled={off} onClick={onMove}>
    {sign}
  </button>
);
