import { useState } from 'preact/hooks';
import type { Settings } from '#core/settings.ts';
import type { PopupDeps } from '#popup/deps.ts';
import { SearchResults } from '#popup/search/search-results.tsx';
import { type Found, useFound, useOpened } from '#popup/search/use-search.ts';
import { maxQueryLength } from '#protocol/limits.ts';
import { text } from '#ui/text.ts';

export interface SearchProps {
  readonly deps: Pick<PopupDeps, 'ask' | 'onPush' | 'openTabs' | 'query'>;
  readonly settings: Settings;
  /** Ms since the epoch. */
  readonly now: number;
  /** Puts an item on the watch list; without it there is no star. */
  readonly onStar?: ((name: string) => void) | undefined;
  /** Whether an item is on the watch list. */
  readonly isStarred?: ((name: string) => boolean) | undefined;
}

/** Any item's prices by parts of its name: a field, and what it finds. */
export function SearchSection({ deps, settings, now, onStar, isStarred = () => false }: SearchProps) {
  const [query, setQuery] = useState(deps.query);
  const [active, setActive] = useState(0);
  const { opened, open, close } = useOpened(deps);
  const found = useFound(deps, query.trim());
  const list = found?.answer.state === 'found' ? found.answer : undefined;
  const names = list?.names ?? [];
  const type = (typed: string) => {
    setQuery(typed);
    setActive(0);
    close();
  };
  const move = (to: number) => {
    setActive(to);
    void open(names[to]);
  };
  const enter = async () => {
    const links = await open(names[active]);
    if (links.length > 0) await deps.openTabs(links.map(({ url }) => url));
  };
  // The keys wait for what was typed; the pointer takes what it points at.
  const count = found?.query === query.trim() ? names.length : 0;
  const press = (event: KeyboardEvent) => {
    const take = event.isComposing ? undefined : keys[event.key];
    if (take?.({ active, count, query, move, enter, clear: () => type('') })) event.preventDefault();
  };
  return (
    <search class="search">
      <Field query={query} row={names.length > 0 ? active : undefined} onType={type} onKey={press} ask={deps.ask} />
      <p class="said" role="status">
        {saying(query, found)}
      </p>
      {list && <SearchResults {...{ list, active, opened, settings, now, onStar, isStarred, move }} />}
    </search>
  );
}

interface Keyboard {
  readonly active: number;
  readonly count: number;
  readonly query: string;
  readonly move: (to: number) => void;
  readonly enter: () => Promise<void>;
  readonly clear: () => void;
}

/** What the keys do in the field; each answers whether it took the key. */
const keys: Readonly<Record<string, (keyboard: Keyboard) => boolean>> = {
  ArrowDown: ({ active, count, move }) => step(count, active + 1, move),
  ArrowUp: ({ active, count, move }) => step(count, active - 1, move),
  Enter: ({ count, enter }) => {
    if (count > 0) void enter();
    return true;
  },
  // With nothing to clear, the key closes the popup as ever.
  Escape: ({ query, clear }) => {
    if (query) clear();
    return query !== '';
  },
};

function step(count: number, to: number, move: Keyboard['move']): boolean {
  if (count > 0) move((to + count) % count);
  return count > 0;
}

interface FieldProps extends Pick<PopupDeps, 'ask'> {
  readonly query: string;
  /** The row that the keys are on; `undefined` when there is none. */
  readonly row: number | undefined;
  readonly onType: (typed: string) => void;
  readonly onKey: (event: KeyboardEvent) => void;
}

const Field = ({ query, row, onType, onKey, ask }: FieldProps) => (
  <input
    type="text"
    inputMode="search"
    class="query"
    role="combobox"
    aria-label={text('searchLabel')}
    aria-autocomplete="list"
    aria-haspopup="grid"
    aria-expanded={row !== undefined}
    aria-controls={row === undefined ? undefined : 'found'}
    aria-activedescendant={row === undefined ? undefined : `found-${row}`}
    placeholder={text('searchHint')}
    maxLength={maxQueryLength}
    autocomplete="off"
    spellcheck={false}
    value={query}
    onInput={(event) => onType(event.currentTarget.value)}
    onKeyDown={onKey}
    // Has the worker prepare the names while the user begins to type.
    onFocus={() => void ask('search', { query: '', limit: 1 }).catch(() => undefined)}
  />
);

/** What is to be said in place of results. */
function saying(query: string, found: Found | undefined): string {
  if (query.trim() === '') return '';
  if (!found) return text('searchWait');
  const { answer } = found;
  if (answer.state === 'gone') return text('searchGone');
  if (answer.state === 'unavailable') return answer.reason === 'none' ? text('searchNoNames') : text('searchStorage');
  return answer.names.length === 0 ? text('searchNothing') : '';
}
