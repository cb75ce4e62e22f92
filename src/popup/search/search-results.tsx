import { useCallback } from 'preact/hooks';
import { shownRate } from '#core/exchange.ts';
import type { Settings } from '#core/settings.ts';
import type { PopupDeps } from '#popup/deps.ts';
import { isStale } from '#popup/is-stale.ts';
import { HistoryCell, LinksCell, NameCell, PricesCell, SearchRow, StarCell } from '#popup/search/search-row.tsx';
import type { ItemLinks } from '#popup/search/use-search.ts';
import type { SearchAnswer } from '#protocol/messages.ts';
import { PastOfItem } from '#ui/item-history.tsx';
import { text } from '#ui/text.ts';

/** Found names with their prices. */
type FoundItems = Extract<SearchAnswer, { readonly state: 'found' }>;

interface SearchResultsProps {
  readonly deps: Pick<PopupDeps, 'ask' | 'loadChart'>;
  readonly items: FoundItems;
  /** Index of the row that the keys act on. */
  readonly active: number;
  readonly opened: ItemLinks | undefined;
  readonly settings: Settings;
  /** Ms since the epoch. */
  readonly now: number;
  readonly move: (to: number) => void;
  readonly onStar: ((name: string) => void) | undefined;
  readonly isStarred: (name: string) => boolean;
}

/** One row per found item; the opened one also links to its markets. */
export function SearchResults(props: SearchResultsProps) {
  const { deps, items, active, opened, settings, now, move, onStar, isStarred } = props;
  const { ask } = deps;
  const pastOf = useCallback((name: string) => ask('history', { name }), [ask]);
  if (items.names.length === 0) return null;
  const shown = shownRate(settings, items.rates, now);
  const ageMs = items.table ? now - items.table.asOf : undefined;
  const stale = items.table ? isStale(items.table.asOf, settings, now) : false;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a combobox opens a grid, and the rows are no table
    <div id="found" class={stale ? 'found stale' : 'found'} role="grid" aria-label={text('searchResults')}>
      {items.names.map((name, at) => (
        <SearchRow key={name} id={`found-${at}`} active={at === active} onChoose={() => move(at)}>
          <NameCell name={name} quote={items.quotes[at] ?? undefined} sample={items.table?.sample} />
          {onStar && <StarCell name={name} on={isStarred(name)} onStar={onStar} />}
          <PricesCell quote={items.quotes[at] ?? undefined} shown={shown} ageMs={ageMs} />
          {opened?.name === name && <LinksCell name={name} links={opened.links} />}
          {opened?.name === name && (
            <HistoryCell>
              <PastOfItem
                pastOf={pastOf}
                loadChart={deps.loadChart}
                name={name}
                shown={shown}
                coinUsd={settings.coinUsd}
                theme={settings.theme}
                now={now}
              />
            </HistoryCell>
          )}
        </SearchRow>
      ))}
    </div>
  );
}
