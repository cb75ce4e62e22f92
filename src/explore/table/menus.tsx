import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { MarketId } from '#core/prices/markets.ts';
import { maxViews, type SavedView, withView } from '#core/rows/saved-views.ts';
import { type ColumnId, plainColumns } from '#core/rows/view.ts';
import { maxTold } from '#core/rows/view-alerts.ts';
import { toCsv, toTsv } from '#core/tables/write-table.ts';
import type { ExploreDeps } from '#explore/deps.ts';
import { columnWords } from '#explore/table/cells.ts';
import { Act, Plain, SignButton, Trouble, useCopied } from '#ui/forms/parts.tsx';
import { useAsked } from '#ui/pages/use-asked.ts';
import { text } from '#ui/words/text.ts';

interface MenuProps {
  readonly kind?: string;
  readonly summary: string;
  readonly content: () => ComponentChildren;
}

/** A click elsewhere or Escape closes it. Closed it has no content, which each letter of a search would draw again. */
export function Menu({ kind = '', summary, content }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const closing = new AbortController();
    const close = () => setOpen(false);
    if (isOpen) {
      const isOutside = ({ target }: Event) => target instanceof Node && !place.current?.contains(target);
      addEventListener('pointerdown', (event) => isOutside(event) && close(), closing);
      addEventListener('keydown', ({ key }) => key === 'Escape' && close(), closing);
    }
    return () => closing.abort();
  }, [isOpen]);
  return (
    <details ref={place} class={`menu ${kind}`} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && <div class="menu-box">{content()}</div>}
    </details>
  );
}

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

interface SavedViewsProps {
  readonly deps: Pick<ExploreDeps, 'ask' | 'askToNotify' | 'now' | 'readViews' | 'writeViews'>;
  readonly address: string;
  readonly onOpen: (address: string) => void;
}

export function SavedViews({ deps, address, onOpen }: SavedViewsProps) {
  const { readViews, writeViews } = deps;
  const { last: views = [], tell: setViews } = useAsked(readViews);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  /** Changes the views as they are stored now: another tab may have changed them. Resolves to whether it did. */
  const store = async (change: (stored: readonly SavedView[]) => readonly SavedView[] | undefined) => {
    try {
      const next = change(await readViews());
      setProblem(next ? '' : text('exploreSavedFull', String(maxViews)));
      if (!next) return false;
      await writeViews(next);
      setViews(next);
      return true;
    } catch (error) {
      setProblem(text('exploreNotSaved', String(error)));
      return false;
    }
  };
  const save = async (event: Event) => {
    event.preventDefault();
    const saved = name.trim();
    if (saved !== '' && (await store((stored) => withView(stored, { name: saved, address })))) setName('');
  };
  const tell = async (name: string, isOn: boolean) => {
    // Comes first: the browser asks only during the click.
    if (isOn) void deps.askToNotify().catch(() => undefined);
    const tells = isOn ? deps.now() : undefined;
    const isStored = await store((stored) => stored.map((one) => (one.name === name ? { ...one, tells } : one)));
    if (isStored) await deps.ask('view-alerts', {}).catch(() => undefined);
  };
  return (
    <>
      {views.length === 0 && <p class="note">{text('exploreNoSaved')}</p>}
      <ul>
        {views.map((view) => (
          <li key={view.name}>
            <Plain onClick={() => onOpen(view.address)}>{view.name}</Plain>
            <SignButton
              sign="×"
              label={text('exploreForget', view.name)}
              onPress={() => void store((stored) => stored.filter((one) => one.name !== view.name))}
            />
            <label class="tell">
              <input
                type="checkbox"
                aria-label={`${text('exploreTell')}: ${view.name}`}
                checked={view.tells !== undefined}
                onChange={(event) => void tell(view.name, event.currentTarget.checked)}
              />
              {text('exploreTell')}
            </label>
          </li>
        ))}
      </ul>
      {views.some(({ tells }) => tells !== undefined) && <p class="note">{text('exploreTellHint', String(maxTold))}</p>}
      <form onSubmit={(event) => void save(event)}>
        <span class="input">
          <input
            type="text"
            maxLength={60}
            aria-label={text('exploreSaveName')}
            placeholder={text('exploreSaveName')}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </span>
        <Act type="submit">{text('exploreSave')}</Act>
      </form>
      <Trouble>{problem}</Trouble>
    </>
  );
}

interface ExportButtonsProps {
  readonly deps: Pick<ExploreDeps, 'copy' | 'save'>;
  readonly tableOf: () => Parameters<typeof toCsv>[0];
}

export function ExportButtons({ deps, tableOf }: ExportButtonsProps) {
  const { said, press } = useCopied(deps.copy);
  return (
    <div class="export">
      <Act onClick={() => deps.save('skinlens-explore.csv', toCsv(tableOf()))}>{text('exploreCsv')}</Act>
      <Act onClick={() => press(toTsv(tableOf()))}>{text('exploreCopy')}</Act>
      <p class="muted" role="status">
        {said}
      </p>
    </div>
  );
}
