import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type MarketId, markets, referenceMarkets } from '#core/markets.ts';
import type { Quote } from '#core/quote.ts';
import type { Rate } from '#core/rates.ts';
import { DoubtTags } from '#popup/search/doubt-tags.tsx';
import type { MarketLink } from '#popup/search/use-search.ts';
import { spanText } from '#ui/age.ts';
import { formatAmount } from '#ui/format.ts';
import { marketMark } from '#ui/market-mark.ts';
import { ageText, liquidityText } from '#ui/overlay-words.ts';
import { text } from '#ui/text.ts';

interface RowProps {
  readonly id: string;
  /** The keys are on it. */
  readonly active: boolean;
  readonly onChoose: () => void;
  readonly children: ComponentChildren;
}

/** A row of the grid; the focus stays in the field, which names the active row. */
export function Row({ id, active, onChoose, children }: RowProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) row.current?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);
  return (
    // biome-ignore lint/a11y: the keys for it are those of the field
    <div id={id} ref={row} class="row" role="row" aria-selected={active} onClick={onChoose}>
      {children}
    </div>
  );
}

interface Item {
  readonly name: string;
  /** `undefined`: the table does not have it. */
  readonly quote: Quote | undefined;
}

/** The item and what its prices have to be read with. */
export const Name = ({ name, quote }: Item) => (
  <Cell kind="name">
    {name}
    <DoubtTags name={name} quote={quote} />
  </Cell>
);

interface PricesProps extends Pick<Item, 'quote'> {
  readonly shown: Rate;
  readonly ageMs: number | undefined;
}

/** What the three markets ask, how easily the item sells, and how old that is. */
export const Prices = ({ quote, shown, ageMs }: PricesProps) => (
  <Cell kind="prices">
    {referenceMarkets.map((market) => (
      <Price key={market} market={market} cents={quote?.[market]} shown={shown} />
    ))}
    <span class="aside">
      {quote?.liquidity !== undefined && <Liquidity value={quote.liquidity} />}
      {ageMs !== undefined && <span title={ageText(ageMs).title}>{spanText(ageMs)}</span>}
    </span>
  </Cell>
);

interface PriceProps {
  readonly market: MarketId;
  readonly cents: number | undefined;
  readonly shown: Rate;
}

const Price = ({ market, cents, shown }: PriceProps) => (
  <span class="price" title={markets[market].name}>
    <span class="sign" ref={(place) => place?.replaceChildren(marketMark(market))} />
    <span class="spoken">{markets[market].name}</span>
    {cents === undefined ? <span class="none">{text('searchNoPrice')}</span> : formatAmount(cents, shown)}
  </span>
);

const Liquidity = ({ value }: { readonly value: number }) => (
  <span class="liquidity" role="img" aria-label={liquidityText(value).title} title={liquidityText(value).title}>
    <span style={{ width: `${Math.min(Math.max(value, 0), 100)}%` }} />
  </span>
);

interface StarProps {
  readonly name: string;
  /** It is on the watch list. */
  readonly on: boolean;
  readonly onStar: (name: string) => void;
}

/** Puts an item on the watch list, or takes it off. */
export const Star = ({ name, on, onStar }: StarProps) => (
  <Cell kind="star">
    <button type="button" aria-label={text('searchStar', name)} aria-pressed={on} onClick={() => onStar(name)}>
      {on ? '★' : '☆'}
    </button>
  </Cell>
);

/** The markets on which the item can be looked at; `undefined` until that is known. */
export const Links = ({ links }: { readonly links: readonly MarketLink[] | undefined }) => (
  <Cell kind="links">
    {links === undefined && text('searchWait')}
    {links?.length === 0 && text('searchNoLinks')}
    {links && links.length > 0 && text('searchOpenOn')}
    {links?.map(({ market, url }) => (
      <a key={market} href={url} target="_blank" rel="noopener noreferrer">
        {markets[market].name}
      </a>
    ))}
  </Cell>
);

/** A cell of a row; what is clicked in a star or a link does not choose the row. */
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
