import { useMemo, useState } from 'preact/hooks';
import { costCents, netCents } from '#core/fees.ts';
import { type MarketId, markets } from '#core/markets.ts';
import type { Rate } from '#core/rates.ts';
import type { Settings } from '#core/settings.ts';
import type { LoadState } from '#explore/data/item-source.ts';
import type { MarketColumn } from '#explore/data/item-table.ts';
import type { ExploreDeps } from '#explore/deps.ts';
import { useLinks, useWatched } from '#explore/item/use-item.ts';
import { createRowModel, type RowModel } from '#explore/rows/row-model.ts';
import { currencyRate, type DatedState, limitsOf } from '#explore/state/use-items.ts';
import { firstView } from '#explore/state/view.ts';
import { cellText } from '#explore/table/cells.ts';
import { columnWords } from '#explore/table/column-words.ts';
import { spanText } from '#ui/age.ts';
import { AlertForm } from '#ui/alert-form.tsx';
import { formatAmount, formatNumber } from '#ui/format.ts';
import { PastOfItem } from '#ui/item-history.tsx';
import { text } from '#ui/text.ts';

interface ItemPageProps {
  readonly deps: ExploreDeps;
  readonly settings: Settings;
  readonly items: LoadState & DatedState;
  readonly minute: number;
  readonly name: string;
}

/** One item: its prices on all compared markets, its past, links, and its alert. */
export function ItemPage({ deps, settings, items, minute, name }: ItemPageProps) {
  const limits = limitsOf(settings);
  const { kind, rules } = firstView('all');
  const model = useMemo(
    () => createRowModel(items.table, { kind, rules }, limits, minute),
    [items.table, JSON.stringify(limits), minute],
  );
  const row = useMemo(() => items.table.names.indexOf(name), [items.table, name]);
  const shown = currencyRate(settings, items, minute);
  return (
    <article class="item-page">
      <h2>{name}</h2>
      {items.table.sample && <p class="note warn">{text('overlaySampleTitle')}</p>}
      <WatchLine deps={deps} name={name} />
      {!items.isComplete && <p class="note">{text('exploreLoading')}</p>}
      {row < 0 && items.isComplete && <p class="note">{text('exploreUnknownItem')}</p>}
      <div class="item-columns">
        <div class="item-prices">
          {row >= 0 && (
            <MarketTable {...{ deps, model, row, shown, now: minute, name }} isComplete={items.isComplete} />
          )}
          {row >= 0 && <Facts model={model} row={row} shown={shown} />}
        </div>
        <div class="history-place">
          <PastOfItem
            pastOf={deps.past}
            loadChart={deps.loadChart}
            name={name}
            shown={shown}
            coinUsd={settings.coinUsd}
            theme={settings.theme}
            now={minute}
          />
        </div>
      </div>
    </article>
  );
}

interface MarketTableProps {
  readonly deps: ExploreDeps;
  readonly model: RowModel;
  readonly row: number;
  readonly shown: Rate;
  /** Ms since the epoch. */
  readonly now: number;
  readonly name: string;
  /** All markets are loaded: until then the number of offers is not known. */
  readonly isComplete: boolean;
}

function MarketTable({ deps, name, ...rest }: MarketTableProps) {
  const links = useLinks(deps, name);
  const heads = ['offers', 'age', 'cost', 'net'] as const;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region takes the keys
    <section class="scroll" tabIndex={0} aria-label={text('exploreMarkets')}>
      <table>
        <caption>{text('exploreMarkets')}</caption>
        <thead>
          <tr>
            <th scope="col">{text('panelMarket')}</th>
            <th scope="col">{text('panelPrice')}</th>
            <th scope="col" title={text('panelAvg7Title')}>
              {text('panelAvg7')}
            </th>
            {heads.map((id) => (
              <th key={id} scope="col" title={columnWords(id).title}>
                {columnWords(id).head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rest.model.table.markets.map(({ market }, index) => (
            <MarketRow key={market} {...rest} index={index} link={links.get(market)} />
          ))}
        </tbody>
      </table>
      <NotCounted {...rest} />
    </section>
  );
}

/** Why prices do not count, each reason once with its markets. */
function NotCounted({ model, row, shown, isComplete }: Omit<MarketTableProps, 'deps' | 'name'>) {
  const reasons = new Map<string, string[]>();
  for (const { market, cents } of isComplete ? model.table.markets : []) {
    const { tone, title } = cellText(model, `price:${market}`, row, shown);
    if (!cents[row] || tone === 'best' || !title) continue;
    reasons.set(title, [...(reasons.get(title) ?? []), markets[market].name]);
  }
  return (
    <>
      {[...reasons].map(([reason, names]) => (
        <p key={reason} class="note">
          {names.join(', ')}: {reason}
        </p>
      ))}
    </>
  );
}

interface MarketRowProps extends Omit<MarketTableProps, 'deps' | 'name'> {
  readonly index: number;
  readonly link: string | undefined;
}

function MarketRow({ model, row, index, shown, now, isComplete, link }: MarketRowProps) {
  const column = model.table.markets[index];
  if (!column) return null;
  const { market, cents, avg7, offers, seconds, state } = column;
  const price = cents[row] ?? 0;
  const { tone, title } = isComplete ? cellText(model, `price:${market}`, row, shown) : {};
  const amount = (value: number | undefined) => (value ? formatAmount(value, shown) : '');
  const own = model.table.sample || !isComplete || !price || tone === 'off' ? undefined : model.limits.fees?.[market];
  return (
    <tr class={tone}>
      <th scope="row">
        <MarketName market={market} link={link} />
      </th>
      <td title={title}>{price ? formatAmount(price, shown) : <span class="muted">{noPriceText(state)}</span>}</td>
      <td>{amount(avg7[row])}</td>
      <td>{price && (offers[row] ?? -1) >= 0 ? formatNumber(offers[row] ?? 0, 'whole') : ''}</td>
      <td>{price ? spanText(now - (seconds[row] ?? 0) * 1000) : ''}</td>
      <td>{own && amount(costCents(price, own))}</td>
      <td>{own && amount(netCents(price, own))}</td>
    </tr>
  );
}

const noPriceText = (state: MarketColumn['state']): string =>
  state === 'reading' ? '' : text(state === 'missing' ? 'exploreNotLoaded' : 'exploreNoListing');

const MarketName = ({ market, link }: { readonly market: MarketId; readonly link: string | undefined }) => {
  const { name } = markets[market];
  if (!link) return <>{name}</>;
  return (
    <a href={link} target="_blank" rel="noopener noreferrer" title={text('panelOpen', name)}>
      {name}
    </a>
  );
};

/** Numbers of the item as a whole. */
function Facts({ model, row, shown }: Pick<MarketTableProps, 'model' | 'row' | 'shown'>) {
  const ids = ['exit', 'spread', 'profit', 'cash', 'change1', 'change7', 'change30', 'liquidity'] as const;
  const facts = ids.flatMap((id) => {
    const { text: value } = cellText(model, id, row, shown);
    return value === '' ? [] : [{ id, value }];
  });
  const isDoubtful = model.doubts()[row] === 1;
  return (
    <>
      <dl class="facts">
        {facts.map(({ id, value }) => (
          <div key={id} title={columnWords(id).title}>
            <dt>{columnWords(id).head}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {isDoubtful && <p class="note warn">{text('exploreDoubtTitle')}</p>}
    </>
  );
}

/** Watches the item, and sets its alert. */
function WatchLine({ deps, name }: Pick<ItemPageProps, 'deps' | 'name'>) {
  const { item, isOn, problem, star, setAlert } = useWatched(deps, name);
  const [isEditing, setEditing] = useState(false);
  return (
    <div class="watch-line">
      <button type="button" aria-pressed={isOn} onClick={() => void star(!isOn)}>
        {isOn ? '★ ' : '☆ '}
        {text('exploreWatch')}
      </button>
      <button type="button" aria-expanded={isEditing} onClick={() => setEditing(!isEditing)}>
        {text('watchAlert')}
      </button>
      <p class="problem" role="alert">
        {problem}
      </p>
      {isEditing && (
        <AlertForm
          name={name}
          alert={item?.alert ?? null}
          onSet={(alert) => {
            setEditing(false);
            // Comes first: the browser asks only during the click.
            if (alert) void deps.askToNotify().catch(() => undefined);
            void setAlert(alert);
          }}
          onCancel={() => setEditing(false)}
        />
      )}
    </div>
  );
}
