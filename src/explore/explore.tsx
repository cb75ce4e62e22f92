import '#ui/tokens.css';
import '#ui/pages.css';
import '#ui/charts/history.css';
import '#explore/explore.css';
import '#explore/table/filters.css';
import '#explore/table/grid.css';
import '#explore/item/item.css';
import '#explore/item/tables.css';
import '#explore/portfolio/portfolio.css';
import '#ui/marks/items.css';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { pageLanguage } from '#browser/own-page.ts';
import type { MarketId } from '#core/prices/markets.ts';
import { missingOf } from '#core/rows/item-table.ts';
import { type ExploreView, firstView, type ViewKind, viewKinds } from '#core/rows/view.ts';
import { type Place, readPlace, writePlace } from '#core/rows/view-address.ts';
import { BulkPage } from '#explore/bulk/bulk-page.tsx';
import { type ExploreDeps, exploreDeps } from '#explore/deps.ts';
import { ItemPage } from '#explore/item/item-page.tsx';
import { PortfolioPage } from '#explore/portfolio/portfolio-page.tsx';
import { useItems, useMinute } from '#explore/state/use-items.ts';
import { TablePage } from '#explore/table/table-page.tsx';
import { Act, MarketsProgress, SettingsTrouble } from '#ui/forms/parts.tsx';
import { Rarities, unknownRarity } from '#ui/marks/signs.tsx';
import { type SettingsProps, useSettings } from '#ui/pages/live-settings.ts';
import { openPage } from '#ui/pages/render-view.ts';
import { useAsked } from '#ui/pages/use-asked.ts';
import { keyOf, text } from '#ui/words/text.ts';

export async function mountExplore(root: Element): Promise<void> {
  const view = () => <Explore deps={exploreDeps()} />;
  openPage(root, await pageLanguage(), view);
  document.title = `${text('exploreTitle')} · Skinlens`;
}

export function Explore({ deps }: { readonly deps: ExploreDeps }) {
  const { settings, problem, change } = useSettings(deps);
  return (
    <main>
      <SettingsTrouble problem={problem} />
      {settings && <Content deps={deps} settings={settings} change={change} />}
    </main>
  );
}

/** Opens an item's page on a market in a new tab; resolves to whether its address is known. */
async function openMarket({ ask, openLink }: ExploreDeps, name: string, market: MarketId): Promise<boolean> {
  const offers = await ask('details', { name }).catch(() => undefined);
  const link = offers?.find((offer) => offer.market === market)?.link;
  if (link) openLink(link);
  return link !== undefined;
}

function Content({ deps, settings, change }: SettingsProps & { readonly deps: ExploreDeps }) {
  const { place, go } = usePlace();
  const items = useItems(deps, settings);
  const minute = useMinute(deps.now);
  const { last: rarityOf = unknownRarity } = useAsked(deps.rarities);
  const { view, page } = place;
  const isItemOpen = place.item !== undefined;
  const open = (item: string, part?: 'alert') => go({ view, item, alert: part && true, page }, 'push');
  const showView = (next: ExploreView) =>
    go({ view: next, page: 'table' }, page === 'table' && next.kind === view.kind ? 'replace' : 'push');
  const common = { deps, settings, items, minute, onOpen: open };
  return (
    <Rarities.Provider value={rarityOf}>
      <header>
        <h1>
          <img src="/icons/icon.svg" alt="" />
          {text('exploreTitle')}
        </h1>
        {page !== 'list' && !isItemOpen && (
          <ViewTabs
            shown={page === 'portfolio' ? page : view.kind}
            onView={showView}
            onPortfolio={() => go({ view, page: 'portfolio' }, 'push')}
          />
        )}
        <MarketsProgress chosen={settings.markets} waiting={items.isComplete ? missingOf(items.table) : []} />
        {page === 'list' || isItemOpen ? (
          <Act onClick={() => go({ view, page: isItemOpen ? page : 'table' }, 'push')}>{text('exploreBack')}</Act>
        ) : (
          <Act onClick={() => go({ view, page: 'list' }, 'push')}>{text('exploreBulk')}</Act>
        )}
      </header>
      {isItemOpen && <ItemPage key={place.item} {...common} name={place.item ?? ''} alert={place.alert} />}
      {/* Hidden and not removed: what was typed stays while an item is open. */}
      {page !== 'table' && (
        <div class="page-place" hidden={isItemOpen}>
          {page === 'list' ? <BulkPage {...common} /> : <PortfolioPage {...common} />}
        </div>
      )}
      {page === 'table' && !isItemOpen && (
        <TablePage
          {...common}
          change={change}
          view={view}
          onView={showView}
          onPlace={(address) => go(readPlace(address), 'push')}
          onAlert={(name) => open(name, 'alert')}
          onMarket={(name, market) => void openMarket(deps, name, market).then((isOpen) => isOpen || open(name))}
        />
      )}
    </Rarities.Provider>
  );
}

/** The place that the address holds. A change of the view replaces the address; opening something adds to the history. */
function usePlace() {
  const [place, setPlace] = useState(() => readPlace(location.hash));
  useEffect(() => {
    const closing = new AbortController();
    const read = () => setPlace(readPlace(location.hash));
    addEventListener('popstate', read, closing);
    addEventListener('hashchange', read, closing);
    return () => closing.abort();
  }, []);
  const go = useCallback((next: Place, how: 'replace' | 'push') => {
    setPlace(next);
    const address = `#${writePlace(next)}`;
    if (how === 'push') history.pushState(null, '', address);
    else history.replaceState(null, '', address);
  }, []);
  return { place, go };
}

interface ViewTabsProps {
  /** The shown kind of view; the portfolio is the last one. */
  readonly shown: ViewKind | 'portfolio';
  readonly onView: (view: ExploreView) => void;
  readonly onPortfolio: () => void;
}

function ViewTabs({ shown, onView, onPortfolio }: ViewTabsProps) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    place.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  }, [shown]);
  return (
    <nav ref={place} class="views" aria-label={text('exploreViews')}>
      {([...viewKinds, 'portfolio'] as const).map((tab) => (
        <Act
          key={tab}
          aria-current={tab === shown ? 'page' : undefined}
          onClick={() => (tab === 'portfolio' ? onPortfolio() : onView(firstView(tab)))}
        >
          {tab === 'portfolio' ? text('portfolioTitle') : text(`explore${keyOf(tab)}`)}
        </Act>
      ))}
    </nav>
  );
}
