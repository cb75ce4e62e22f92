import { useMemo, useState } from 'preact/hooks';
import type { RarityOf } from '#core/items/rarity.ts';
import { balanceMarket, type MarketId } from '#core/prices/markets.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { LoadState } from '#explore/data/item-source.ts';
import type { ItemTable } from '#explore/data/item-table.ts';
import type { ExploreDeps } from '#explore/deps.ts';
import { useWatchedNames } from '#explore/item/use-item.ts';
import type { UserLimits } from '#explore/rows/row-parts.ts';
import { effectiveSorting } from '#explore/rows/select-rows.ts';
import { hasRecordedTrends } from '#explore/rows/trends.ts';
import { currencyRate, type DatedState, limitsOf, useFound, useRows } from '#explore/state/use-items.ts';
import { type ColumnId, columnsOf, type ExploreView, isTrendKind } from '#explore/state/view.ts';
import { writePlace } from '#explore/state/view-address.ts';
import { ColumnMenu } from '#explore/table/column-menu.tsx';
import { ExportButtons } from '#explore/table/export-buttons.tsx';
import { exportRows } from '#explore/table/export-rows.ts';
import { FilterPanel } from '#explore/table/filter-panel.tsx';
import { Grid } from '#explore/table/grid.tsx';
import { SelectionCounts } from '#explore/table/left-out.tsx';
import { Menu } from '#explore/table/menu.tsx';
import { SavedViews } from '#explore/table/saved-menu.tsx';
import { maxQueryLength } from '#protocol/limits.ts';
import type { UpdateSettings } from '#ui/pages/live-settings.ts';
import { text } from '#ui/words/text.ts';

interface TablePageProps {
  readonly deps: ExploreDeps;
  readonly settings: Settings;
  readonly change: UpdateSettings;
  readonly items: LoadState & DatedState;
  readonly minute: number;
  readonly rarityOf: RarityOf;
  readonly view: ExploreView;
  readonly onView: (view: ExploreView) => void;
  readonly onPlace: (address: string) => void;
  readonly onOpen: (name: string) => void;
  readonly onAlert: (name: string) => void;
  /** Opens an item's page on a market. */
  readonly onMarket: (name: string, market: MarketId) => void;
}

/** The table of all items with its filters. */
export function TablePage(props: TablePageProps) {
  const { deps, settings, change, items, minute, rarityOf, view, onView, onPlace, onOpen, onAlert, onMarket } = props;
  const found = useFound(deps, view.filters.text.trim(), items.table.names);
  const limits = limitsOf(settings);
  const { model, selection } = useRows(items, view, limits, { minute, found });
  // The same objects while nothing changes: each row is drawn again for others.
  const shown = useMemo(() => currencyRate(settings, items, minute), [settings, items.dated, minute]);
  const { columns, hasChanges } = useColumns(props);
  const [isFiltering, setFiltering] = useState(false);
  const { watched, toggle, problem } = useWatchedNames(deps);
  const tableOf = () => exportRows(model, selection.rows, columns, shown);
  const hasItems = items.table.names.length > 0;
  const sorting = effectiveSorting(model, view.sorting);
  const sort = (column: ColumnId) => {
    const isSame = sorting.column === column;
    onView({ ...view, sorting: { column, descending: isSame ? !sorting.descending : column !== 'item' } });
  };
  return (
    <>
      <Notes
        {...{ table: items.table, isComplete: items.isComplete, hasChanges, view, limits, settings, change }}
        onSettings={deps.openSettings}
      />
      <div class="bar">
        <SearchField
          text={view.filters.text}
          onText={(typed) => onView({ ...view, filters: { ...view.filters, text: typed } })}
        />
        <button
          type="button"
          class="filter-button"
          aria-expanded={isFiltering}
          aria-controls="filters"
          onClick={() => setFiltering(!isFiltering)}
        >
          {text('exploreFilters')}
        </button>
        <Menus {...{ deps, view, columns, onView, onPlace }} markets={settings.markets} tableOf={tableOf} />
        {hasItems && (
          <SelectionCounts
            {...{ selection, isComplete: items.isComplete, rules: view.rules, minOffers: model.minOffers }}
            onRules={(rules) => onView({ ...view, rules })}
          />
        )}
      </div>
      <div class="table-place">
        {isFiltering && (
          <FilterPanel
            view={view}
            markets={settings.markets}
            usual={{
              liquidity: limits.minLiquidity,
              offers: limits.minOffers,
              ageMinutes: settings.freshness.staleMinutes,
            }}
            onChange={onView}
          />
        )}
        {!hasItems && <p class="loading muted">{stateText(items, 0)}</p>}
        {hasItems && (
          <Grid
            {...{ model, selection, columns, sorting, shown, rarityOf, onOpen, onAlert, onMarket, watched }}
            onStar={(name) => void toggle(name)}
            onSort={sort}
          />
        )}
      </div>
      <p class="below muted" role="status">
        {problem || (hasItems && stateText(items, selection.rows.length))}
      </p>
    </>
  );
}

/** The same list while nothing changes: each row is drawn again for another. */
function useColumns({ view, settings, items: { table } }: Pick<TablePageProps, 'view' | 'settings' | 'items'>) {
  const hasFees = settings.fees.confirmed;
  const hasChanges = useMemo(() => hasRecordedTrends(table), [table]);
  const columns = useMemo(
    () => columnsOf(view, settings.markets, { hasFees, hasChanges }),
    [view.kind, view.columns, settings.markets, hasFees, hasChanges],
  );
  return { columns, hasChanges };
}

interface MenusProps extends Pick<TablePageProps, 'deps' | 'view' | 'onView' | 'onPlace'> {
  readonly columns: readonly ColumnId[];
  readonly markets: readonly MarketId[];
  readonly tableOf: () => ReturnType<typeof exportRows>;
}

/** What is seldom needed. A narrow window shows it on request. */
function Menus({ deps, view, columns, markets, onView, onPlace, tableOf }: MenusProps) {
  const [isUnfolded, setUnfolded] = useState(false);
  return (
    <>
      <button type="button" class="more" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
        {text('exploreMore')}
      </button>
      <div class={isUnfolded ? 'menus unfolded' : 'menus'}>
        <Menu
          summary={text('exploreColumns')}
          content={() => (
            <ColumnMenu
              columns={columns}
              markets={markets}
              onColumns={(chosen) => onView({ ...view, columns: chosen })}
            />
          )}
        />
        <Menu
          kind="saved"
          summary={text('exploreSaved')}
          content={() => <SavedViews deps={deps} address={writePlace({ view, page: 'table' })} onOpen={onPlace} />}
        />
        <Menu summary={text('exploreExport')} content={() => <ExportButtons deps={deps} tableOf={tableOf} />} />
      </div>
    </>
  );
}

function stateText({ table, isComplete, problem }: LoadState, rows: number): string {
  if (problem) return text('exploreProblem', problem);
  if (!isComplete) return text('exploreLoading');
  if (table.names.length === 0) return text('overlayNoPricesTitle');
  return rows === 0 ? text('exploreEmpty') : text('exploreOffline');
}

interface SearchFieldProps {
  readonly text: string;
  readonly onText: (text: string) => void;
}

const SearchField = ({ text: typed, onText }: SearchFieldProps) => (
  <search class="input">
    <input
      type="search"
      aria-label={text('searchLabel')}
      placeholder={text('searchHint')}
      maxLength={maxQueryLength}
      autocomplete="off"
      spellcheck={false}
      value={typed}
      onInput={(event) => onText(event.currentTarget.value)}
    />
  </search>
);

interface NotesProps {
  readonly table: ItemTable;
  readonly isComplete: boolean;
  readonly hasChanges: boolean;
  readonly view: ExploreView;
  readonly limits: UserLimits;
  readonly settings: Settings;
  readonly change: UpdateSettings;
  readonly onSettings: () => void;
}

/** What the view lacks, each with what to do. */
const Notes = (props: NotesProps) => (
  <div class="notes">
    {props.table.sample && <p class="note warn">{text('overlaySampleTitle')}</p>}
    <FeesNote {...props} />
    <SteamNote {...props} />
    <ChangesNote {...props} />
  </div>
);

function FeesNote({ table, view, limits, onSettings }: NotesProps) {
  if (limits.fees || table.sample || isTrendKind(view.kind) || view.kind === 'all') return null;
  return (
    <p class="note warn">
      {text('exploreFeesNote')}{' '}
      <button type="button" onClick={onSettings}>
        {text('exploreFeesOpen')}
      </button>
    </p>
  );
}

function SteamNote({ view, settings, change }: NotesProps) {
  if ((view.kind !== 'steam' && view.kind !== 'balance') || settings.markets.includes(balanceMarket)) return null;
  const add = () => void change((before) => ({ ...before, markets: [...before.markets, balanceMarket] }));
  return (
    <p class="note warn">
      {text('exploreSteamMissing')}{' '}
      <button type="button" onClick={add}>
        {text('exploreSteamAdd')}
      </button>
    </p>
  );
}

function ChangesNote({ table, isComplete, hasChanges, view, settings, change }: NotesProps) {
  if (!isTrendKind(view.kind) || table.sample || hasChanges || !isComplete) return null;
  if (settings.overlay.change) return <p class="note">{text('exploreNoChanges')}</p>;
  const collect = () => void change((before) => ({ ...before, overlay: { ...before.overlay, change: true } }));
  return (
    <p class="note">
      {text('exploreChangesOff')}{' '}
      <button type="button" onClick={collect}>
        {text('exploreChangesOn')}
      </button>
    </p>
  );
}
