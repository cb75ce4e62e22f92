import type { Settings } from '#core/settings.ts';
import { Links, Name, Prices, Row, Star } from '#popup/search/search-row.tsx';
import type { Opened } from '#popup/search/use-search.ts';
import { shownRate } from '#popup/shown-rate.ts';
import { isStale } from '#popup/status/diagnosis.ts';
import type { SearchAnswer } from '#protocol/messages.ts';
import { text } from '#ui/text.ts';

/** Found names with their prices. */
type FoundList = Extract<SearchAnswer, { readonly state: 'found' }>;

interface ResultsProps {
  readonly list: FoundList;
  /** The row that the keys are on. */
  readonly active: number;
  readonly opened: Opened | undefined;
  readonly settings: Settings;
  /** Ms since the epoch. */
  readonly now: number;
  readonly move: (to: number) => void;
  readonly onStar: ((name: string) => void) | undefined;
  readonly isStarred: (name: string) => boolean;
}

/** What a search found, a row an item; under the opened one the markets on which it can be looked at. */
export function SearchResults({ list, active, opened, settings, now, move, onStar, isStarred }: ResultsProps) {
  if (list.names.length === 0) return null;
  const shown = shownRate(settings, list.rates, now);
  const ageMs = list.table ? now - list.table.asOf : undefined;
  const stale = list.table ? isStale(list.table.asOf, settings, now) : false;
  return (
    // biome-ignore lint/a11y/useSemanticElements: what a combobox opens is a grid, and this one no table
    <div id="found" class={stale ? 'found stale' : 'found'} role="grid" aria-label={text('searchResults')}>
      {list.names.map((name, at) => (
        <Row key={name} id={`found-${at}`} active={at === active} onChoose={() => move(at)}>
          <Name name={name} quote={list.quotes[at] ?? undefined} />
          {onStar && <Star name={name} on={isStarred(name)} onStar={onStar} />}
          <Prices quote={list.quotes[at] ?? undefined} shown={shown} ageMs={ageMs} />
          {opened?.name === name && <Links links={opened.links} />}
        </Row>
      ))}
    </div>
  );
}
