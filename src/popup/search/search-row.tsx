import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useRef } from 'preact/hooks';
import { inCurrency, type Rate, shownRate } from '#core/money/rates.ts';
import type { AskedDays } from '#core/prices/item-past.ts';
import { marketNames, referenceMarkets } from '#core/prices/markets.ts';
import { type AgeRules, doubtOf, type Offer } from '#core/prices/offer.ts';
import { type Quote, quotedOffer } from '#core/prices/quote.ts';
import { ageRules } from '#core/prices/stale-after.ts';
import { explorePath } from '#core/settings/explore-path.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { PopupDeps } from '#popup/deps.ts';
import { PriceCaveats } from '#popup/item-marks.tsx';
import type { SearchAnswer } from '#protocol/messages.ts';
import { PastOfItem } from '#ui/charts/item-history.tsx';
import { Away } from '#ui/forms/parts.tsx';
import { ItemName, MarketSign } from '#ui/marks/signs.tsx';
import type { MarketLink } from '#ui/pages/use-links.ts';
import { formatAmount } from '#ui/words/format.ts';
import { ageFact, liquidityText } from '#ui/words/overlay-words.ts';
import { text } from '#ui/words/text.ts';

export interface SearchResultsProps {
  readonly deps: Pick<PopupDeps, 'ask' | 'loadChart'>;
  readonly items: Extract<SearchAnswer, { readonly state: 'found' }>;
  readonly active: number;
  /** The name of the opened one, and its links; `undefined` until the worker has answered. */
  readonly opened: string | undefined;
  readonly links: readonly MarketLink[] | undefined;
  readonly settings: Settings;
  readonly now: number;
  readonly move: (to: number) => void;
  readonly onStar: (name: string) => void;
  readonly isStarred: (name: string) => boolean;
}

export function SearchResults(props: SearchResultsProps) {
  const { deps, items, active, opened, links, settings, now, move, onStar, isStarred } = props;
  const { ask } = deps;
  const pastOf = useCallback((name: string, days: AskedDays) => ask('history', { name, days }), [ask]);
  if (items.names.length === 0) return null;
  const shown = shownRate(settings, items.rates, now);
  const times = { ...ageRules(settings, now), asOf: items.table?.asOf ?? now };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a combobox opens a grid, and the rows are no table
    <div id="found" class="found scrolls" role="grid" aria-label={text('searchResults')}>
      {items.names.map((name, at) => (
        <SearchRow key={name} id={`found-${at}`} active={at === active} onChoose={() => move(at)}>
          <NameCell name={name} quote={items.quotes[at] ?? undefined} sample={items.table?.sample} />
          <StarCell name={name} on={isStarred(name)} onStar={onStar} />
          <PricesCell quote={items.quotes[at] ?? undefined} shown={shown} times={times} />
          {opened === name && <LinksCell name={name} links={links} />}
          {opened === name && (
            <Cell kind="history-cell">
              <PastOfItem {...{ pastOf, name, shown, settings, now }} loadChart={deps.loadChart} />
            </Cell>
          )}
        </SearchRow>
      ))}
    </div>
  );
}

interface SearchRowProps {
  readonly id: string;
  readonly active: boolean;
  readonly onChoose: () => void;
  readonly children: ComponentChildren;
}

/** A row of the grid. The focus stays in the search field, which names the active row. */
function SearchRow({ id, active, onChoose, children }: SearchRowProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) row.current?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);
  return (
    // biome-ignore lint/a11y: the search field handles the keys
    <div id={id} ref={row} class="row" role="row" aria-selected={active} onClick={onChoose}>
      {children}
    </div>
  );
}

interface NameCellProps {
  readonly name: string;
  /** `undefined`: the table does not have the item. */
  readonly quote: Quote | undefined;
  readonly sample?: boolean | undefined;
}

const NameCell = ({ name, quote, sample }: NameCellProps) => (
  <Cell kind="name">
    <ItemName name={name} />
    <PriceCaveats name={name} quote={quote} sample={sample} />
  </Cell>
);

interface PricesCellProps extends Pick<NameCellProps, 'quote'> {
  readonly shown: Rate;
  readonly times: AgeRules & { readonly asOf: number };
}

function PricesCell({ quote, shown, times }: PricesCellProps) {
  const offers = referenceMarkets.map((market) => quotedOffer(quote, market));
  const known = offers.flatMap(({ cents, asOf = times.asOf }) => (cents === undefined ? [] : [asOf]));
  const age = ageFact(times.now - Math.min(times.now, ...(known.length > 0 ? known : [times.asOf])));
  return (
    <Cell kind="prices">
      <span class="three">
        {offers.map((offer) => (
          <Price key={offer.market} offer={offer} isSound={!doubtOf(offer, times)} shown={shown} />
        ))}
      </span>
      <span class="aside" title={age?.title}>
        {quote?.liquidity !== undefined && <Liquidity value={quote.liquidity} />}
        {age?.text}
      </span>
    </Cell>
  );
}

/** Grey where it is not relied on. */
const Price = ({ offer: { market, cents }, isSound, shown }: { offer: Offer; isSound: boolean; shown: Rate }) => (
  <span class={isSound || cents === undefined ? 'price' : 'price doubtful'}>
    <MarketSign market={market} />
    {cents === undefined ? <span class="none">{text('wordNoPrice')}</span> : formatAmount(inCurrency(cents, shown))}
  </span>
);

const Liquidity = ({ value }: { readonly value: number }) => (
  <span class="liquidity" role="img" aria-label={liquidityText(value).title} title={liquidityText(value).title}>
    <span style={{ width: `${Math.min(Math.max(value, 0), 100)}%` }} />
  </span>
);

const StarCell = ({ name, on, onStar }: { name: string; on: boolean; onStar: (name: string) => void }) => (
  <Cell kind="star">
    <button type="button" aria-label={text('searchStar', name)} aria-pressed={on} onClick={() => onStar(name)}>
      {on ? '★' : '☆'}
    </button>
  </Cell>
);

const LinksCell = ({ name, links }: { readonly name: string } & Pick<SearchResultsProps, 'links'>) => (
  <Cell kind="links">
    <Away href={explorePath(name)}>{text('exploreOpenItem')}</Away>
    <Away href={explorePath(name, 'alert')}>{text('watchAlert')}</Away>
    {links === undefined && text('searchWait')}
    {links?.length === 0 && text('searchNoLinks')}
    {links && links.length > 0 && text('searchOpenOn')}
    {links?.map(({ market, url }) => (
      <Away key={market} href={url}>
        {marketNames[market]}
      </Away>
    ))}
  </Cell>
);

/** A cell of a row. A click on a star or a link does not choose the row. */
const Cell = ({ kind, children }: { readonly kind: string; readonly children: ComponentChildren }) => (
  // biome-ignore lint/a11y: a cell takes no keys
  <div
    role="gridcell"
    class={kind}
    onClick={(event) => kind !== 'name' && kind !== 'prices' && event.stopPropagation()}
  >
    {children}
  </div>
);
