import type { MarketId } from '#core/markets.ts';
import type { Settings } from '#core/settings.ts';
import { BulkPage } from '#explore/bulk/bulk-page.tsx';
import { missingOf } from '#explore/data/item-table.ts';
import type { ExploreDeps } from '#explore/deps.ts';
import { ItemPage } from '#explore/item/item-page.tsx';
import { PortfolioPage } from '#explore/portfolio/portfolio-page.tsx';
import { useRarities } from '#explore/rarity/use-rarities.ts';
import { useItems, useMinute } from '#explore/state/use-items.ts';
import { usePlace } from '#explore/state/use-place.ts';
import type { ExploreView } from '#explore/state/view.ts';
import { readPlace } from '#explore/state/view-address.ts';
import { TablePage } from '#explore/table/table-page.tsx';
import { ViewTabs } from '#explore/table/view-tabs.tsx';
import { type UpdateSettings, useSettings, useTheme } from '#ui/live-settings.ts';
import { MarketsProgress } from '#ui/markets-progress.tsx';
import { text } from '#ui/text.ts';

/** The page. Empty until the settings are read. */
export function Explore({ deps }: { readonly deps: ExploreDeps }) {
  const { settings, problem, change } = useSettings(deps);
  useTheme(settings?.theme);
  return (
    <main>
      <p class="trouble" role="alert">
        {problem && text('popupTrouble', problem)}
      </p>
      {settings && <Content deps={deps} settings={settings} change={change} />}
    </main>
  );
}

interface ContentProps {
  readonly deps: ExploreDeps;
  readonly settings: Settings;
  readonly change: UpdateSettings;
}

/** Opens an item's page on a market in a new tab; resolves to whether its address is known. */
async function openMarket({ ask, openLink }: ExploreDeps, name: string, market: MarketId): Promise<boolean> {
  const answer = await ask('details', { name }).catch(() => undefined);
  const link = answer?.markets.find((one) => one.market === market)?.detail?.link;
  if (link) openLink(link);
  return link !== undefined;
}

function Content({ deps, settings, change }: ContentProps) {
  const { place, go } = usePlace();
  const items = useItems(deps, settings);
  const minute = useMinute(deps.now);
  const rarityOf = useRarities(deps);
  const { view, page } = place;
  const isItemOpen = place.item !== undefined;
  const open = (item: string, part?: 'alert') => go({ view, item, alert: part && true, page }, 'push');
  const showView = (next: ExploreView) =>
    go({ view: next, page: 'table' }, page === 'table' && next.kind === view.kind ? 'replace' : 'push');
  const common = { deps, settings, items, minute };
  return (
    <>
      <header>
        <h1>
          <img src="/icons/icon.svg" alt="" />
          {text('exploreTitle')}
        </h1>
        <MarketsProgress chosen={settings.markets} waiting={items.isComplete ? missingOf(items.table) : []} />
        {page === 'list' || isItemOpen ? (
          <button type="button" onClick={() => go({ view, page: isItemOpen ? page : 'table' }, 'push')}>
            {text('exploreBack')}
          </button>
        ) : (
          <button type="button" onClick={() => go({ view, page: 'list' }, 'push')}>
            {text('exploreBulk')}
          </button>
        )}
      </header>
      {isItemOpen && (
        <ItemPage key={place.item} {...common} rarityOf={rarityOf} name={place.item ?? ''} alert={place.alert} />
      )}
      {page !== 'list' && !isItemOpen && (
        <ViewTabs
          shown={page === 'portfolio' ? page : view.kind}
          onView={showView}
          onPortfolio={() => go({ view, page: 'portfolio' }, 'push')}
        />
      )}
      {/* Hidden and not removed: what was typed stays while an item is open. */}
      {page !== 'table' && (
        <div class="page-place" hidden={isItemOpen}>
          {page === 'list' ? <BulkPage {...common} onOpen={open} /> : <PortfolioPage {...common} onOpen={open} />}
        </div>
      )}
      {page === 'table' && !isItemOpen && (
        <TablePage
          {...common}
          change={change}
          rarityOf={rarityOf}
          view={view}
          onView={showView}
          onPlace={(address) => go(readPlace(address), 'push')}
          onOpen={open}
          onAlert={(name) => open(name, 'alert')}
          onMarket={(name, market) => void openMarket(deps, name, market).then((isOpen) => isOpen || open(name))}
        />
      )}
    </>
  );
}
