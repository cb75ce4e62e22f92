import { useState } from 'preact/hooks';
import type { Settings } from '#core/settings.ts';
import type { PopupDeps } from '#popup/deps.ts';
import { SearchResults } from '#popup/search/search-results.tsx';
import { type SearchResponse, useItemLinks, useSearch } from '#popup/search/use-search.ts';
import { useSearchKeys } from '#popup/search/use-search-keys.ts';
import { maxQueryLength } from '#protocol/limits.ts';
import { text } from '#ui/text.ts';

export interface SearchSectionProps {
  readonly deps: Pick<PopupDeps, 'ask' | 'onPush' | 'openTabs' | 'query' | 'loadChart'>;
  readonly settings: Settings;
  /** Ms since the epoch. */
  readonly now: number;
  /** Puts an item on the watch list; rows have no star without it. */
  readonly onStar?: ((name: string) => void) | undefined;
  /** Whether an item is on the watch list. */
  readonly isStarred?: ((name: string) => boolean) | undefined;
}

/** A search field and the items that match it, with their prices. */
export function SearchSection({ deps, settings, now, onStar, isStarred = () => false }: SearchSectionProps) {
  const [query, setQuery] = useState(deps.query);
  const [active, setActive] = useState(0);
  const { opened, open, close } = useItemLinks(deps);
  const response = useSearch(deps, query.trim());
  const items = response?.answer.state === 'found' ? response.answer : undefined;
  const names = items?.names ?? [];
  const type = (typed: string) => {
    setQuery(typed);
    setActive(0);
    close();
  };
  const move = (to: number) => {
    setActive(to);
    void open(names[to]);
  };
  const openTabs = async () => {
    const links = await open(names[active]);
    if (links.length > 0) await deps.openTabs(links.map(({ url }) => url));
  };
  const isBusy = query.trim() !== (response?.query ?? '');
  const press = useSearchKeys({ active, count: names.length, isBusy, query, move, openTabs, clear: () => type('') });
  return (
    <search class="search" aria-busy={isBusy}>
      <SearchField
        query={query}
        row={names.length > 0 ? active : undefined}
        onType={type}
        onKey={press}
        ask={deps.ask}
      />
      <p class="search-status" role="status">
        {statusText(query, response)}
      </p>
      {items && <SearchResults {...{ deps, items, active, opened, settings, now, onStar, isStarred, move }} />}
    </search>
  );
}

interface SearchFieldProps extends Pick<PopupDeps, 'ask'> {
  readonly query: string;
  /** The active row; `undefined` without rows. */
  readonly row: number | undefined;
  readonly onType: (typed: string) => void;
  readonly onKey: (event: KeyboardEvent) => void;
}

const SearchField = ({ query, row, onType, onKey, ask }: SearchFieldProps) => (
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
    // Makes the worker load the names while the user starts to type.
    onFocus={() => void ask('search', { query: '', limit: 1 }).catch(() => undefined)}
  />
);

/** The line above the results; empty when there are results. */
function statusText(query: string, response: SearchResponse | undefined): string {
  if (query.trim() === '') return '';
  if (!response) return text('searchWait');
  const { answer } = response;
  if (answer.state === 'no-answer') return text('searchNoAnswer');
  if (answer.state === 'unavailable') return answer.reason === 'none' ? text('searchNoNames') : text('searchStorage');
  return answer.names.length === 0 ? text('searchNothing') : '';
}
