import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { createMutex } from '#core/asks/concurrency.ts';
import { maxQueryLength } from '#core/items/names.ts';
import type { PopupDeps } from '#popup/deps.ts';
import { SearchResults, type SearchResultsProps } from '#popup/search/search-row.tsx';
import { maxResults } from '#protocol/limits.ts';
import { useAsked } from '#ui/pages/use-asked.ts';
import { useLinks } from '#ui/pages/use-links.ts';
import { text } from '#ui/words/text.ts';

interface SearchSectionProps extends Pick<SearchResultsProps, 'settings' | 'now' | 'onStar' | 'isStarred'> {
  readonly deps: Pick<PopupDeps, 'ask' | 'onPush' | 'openTabs' | 'query' | 'loadChart'>;
}

export function SearchSection({ deps, settings, now, onStar, isStarred }: SearchSectionProps) {
  const [query, setQuery] = useState(deps.query);
  const [active, setActive] = useState(0);
  // With `inTabs` its pages are opened as soon as they are known.
  const [opened, setOpened] = useState<{ readonly name: string | undefined; readonly inTabs: boolean }>();
  const links = useLinks(deps, opened?.name);
  const { ask } = deps;
  // Makes the worker load the names before the user types.
  useEffect(() => void ask('search', { query: '', limit: 1 }).catch(() => undefined), [ask]);
  const response = useSearch(deps, query.trim());
  const items = response?.answer.state === 'found' ? response.answer : undefined;
  const names = items?.names ?? [];
  const type = (typed: string) => {
    setQuery(typed);
    setActive(0);
    setOpened(undefined);
  };
  const open = (to: number, inTabs = false) => setOpened({ name: names[to], inTabs });
  const move = (to: number) => {
    setActive(to);
    open(to);
  };
  useEffect(() => {
    if (!opened?.inTabs || !links) return;
    setOpened({ name: opened.name, inTabs: false });
    if (links.length > 0) void deps.openTabs(links.map(({ url }) => url));
  }, [opened, links]);
  const isBusy = query.trim() !== (response?.query ?? '');
  const press = useSearchKeys({
    active,
    count: names.length,
    isBusy,
    query,
    move,
    openTabs: () => open(active, true),
    clear: () => type(''),
  });
  return (
    <search class="search" aria-busy={isBusy}>
      <SearchField query={query} row={names.length > 0 ? active : undefined} onType={type} onKey={press} />
      <p class="search-status" role="status">
        {statusText(query, response)}
      </p>
      {items && (
        <SearchResults
          {...{ deps, items, active, links, settings, now, onStar, isStarred, move }}
          opened={opened?.name}
        />
      )}
    </search>
  );
}

/** The worker does not answer. */
const noAnswer = () => ({ state: 'no-answer' }) as const;

/** One request at a time, then the latest query: a slow worker is not asked for each letter. */
function useSearch({ ask, onPush }: Pick<PopupDeps, 'ask' | 'onPush'>, query: string) {
  const latest = useRef(query);
  latest.current = query;
  const [inTurn] = useState(createMutex);
  const question = useCallback(
    () =>
      inTurn(async () => {
        if (query === '' || query !== latest.current) return undefined;
        return { query, answer: await ask('search', { query, limit: maxResults }).catch(noAnswer) };
      }),
    [ask, query],
  );
  const { last } = useAsked(question, onPush);
  return query === '' ? undefined : last;
}

interface SearchFieldProps {
  readonly query: string;
  readonly row: number | undefined;
  readonly onType: (typed: string) => void;
  readonly onKey: (event: KeyboardEvent) => void;
}

const SearchField = ({ query, row, onType, onKey }: SearchFieldProps) => (
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
  />
);

function statusText(query: string, response: ReturnType<typeof useSearch>): string {
  if (query.trim() === '') return '';
  if (!response) return text('searchWait');
  const { answer } = response;
  if (answer.state === 'no-answer') return text('searchNoAnswer');
  if (answer.state === 'unavailable') return answer.reason === 'none' ? text('searchNoNames') : text('searchStorage');
  return answer.names.length === 0 ? text('searchNothing') : '';
}

interface SearchKeys {
  readonly active: number;
  readonly count: number;
  /** The rows do not answer the typed query yet. */
  readonly isBusy: boolean;
  readonly query: string;
  readonly move: (to: number) => void;
  readonly openTabs: () => void;
  readonly clear: () => void;
}

/** Keys act on the answer to the typed query: before it an Enter waits, until the query changes; arrows do nothing. */
function useSearchKeys(keys: SearchKeys): (event: KeyboardEvent) => void {
  const { isBusy, query } = keys;
  /** The query of an Enter that waits. */
  const entered = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (isBusy) return;
    if (entered.current === query) handlers['Enter']?.(keys);
    entered.current = undefined;
  }, [isBusy, query]);
  return (event) => {
    if (event.isComposing) return;
    if (isBusy && event.key === 'Enter') entered.current = query;
    if (handlers[event.key]?.(isBusy ? { ...keys, count: 0 } : keys)) event.preventDefault();
  };
}

/** A handler returns whether it handled the key. */
const handlers: Readonly<Record<string, (keys: SearchKeys) => boolean>> = {
  ArrowDown: ({ active, count, move }) => moveInCircle(count, active + 1, move),
  ArrowUp: ({ active, count, move }) => moveInCircle(count, active - 1, move),
  Enter: ({ count, openTabs }) => {
    if (count > 0) openTabs();
    return true;
  },
  // In an empty field, Escape closes the popup as usual.
  Escape: ({ query, clear }) => {
    if (query) clear();
    return query !== '';
  },
};

function moveInCircle(count: number, to: number, move: SearchKeys['move']): boolean {
  if (count > 0) move((to + count) % count);
  return count > 0;
}
