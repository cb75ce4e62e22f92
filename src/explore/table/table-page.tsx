import { useMemo, useState } from 'preact/hooks';
import { maxQueryLength } from '#core/items/names.ts';
import { costCents } from '#core/money/fees.ts';
import { shownRate } from '#core/money/rates.ts';
import { balanceMarket, type MarketId } from '#core/prices/markets.ts';
import { effectiveSorting, selectRows } from '#core/rows/select-rows.ts';
import { hasRecordedTrends } from '#core/rows/trends.ts';
import { type ColumnId, columnsOf, type ExploreView, firstView, isRouteKind, isTrendKind } from '#core/rows/view.ts';
import { writePlace } from '#core/rows/view-address.ts';
import type { LoadState } from '#explore/data/item-source.ts';
import { type PageProps, useFound, useRowModel } from '#explore/state/use-items.ts';
import { exportRows } from '#explore/table/cells.ts';
import { FilterPanel } from '#explore/table/filter-panel.tsx';
import { Grid } from '#explore/table/grid.tsx';
import { Reasons, type ReasonsProps, SelectionCounts } from '#explore/table/left-out.tsx';
import { ColumnMenu, ExportButtons, Menu, SavedViews } from '#explore/table/menus.tsx';
import { Act, RemovedNote } from '#ui/forms/parts.tsx';
import type { SettingsProps } from '#ui/pages/live-settings.ts';
import { useWatchList } from '#ui/pages/use-watch-list.ts';
import { text } from '#ui/words/text.ts';

interface TablePageProps extends PageProps, SettingsProps {
  readonly view: ExploreView;
  readonly onView: (view: ExploreView) => void;
  readonly onPlace: (address: string) => void;
  readonly onAlert: (name: string) => void;
  readonly onMarket: (name: string, market: MarketId) => void;
}

export function TablePage(props: TablePageProps) {
  const { deps, settings, items, minute, view, onView, onOpen, onAlert, onMarket } = props;
  const { filters } = view;
  const found = useFound(deps, filters.text.trim(), items.table.names);
  const model = useRowModel(props, view);
  const selection = useMemo(
    () => selectRows(model, { filters, sorting: view.sorting, found }),
    [model, found, JSON.stringify([filters, view.sorting])],
  );
  // The same objects while nothing changes: each row is drawn again for others.
  const shown = useMemo(() => shownRate(settings, items.dated, minute), [settings, items.dated, minute]);
  const { columns, hasChanges } = useColumns(props);
  const [isFiltering, setFiltering] = useState(false);
  const { answer, problem, star, removed } = useWatchList(deps);
  const watched = useMemo(() => new Set(answer?.items.map(({ name }) => name)), [answer]);
  // While prices are loaded there may be names, and no row yet.
  const hasRows = items.table.names.length > 0 && (items.isComplete || selection.rows.length > 0);
  const sorting = effectiveSorting(model, view.sorting);
  const sort = (column: ColumnId) => {
    const isSame = sorting.column === column;
    onView({ ...view, sorting: { column, descending: isSame ? !sorting.descending : column !== 'item' } });
  };
  const reasons = {
    selection,
    rules: view.rules,
    minOffers: model.minOffers,
    onRules: (rules: ReasonsProps['rules']) => onView({ ...view, rules }),
  };
  return (
    <>
      <Notes {...props} hasFees={model.limits.fees !== undefined} hasChanges={hasChanges} />
      <div class="bar">
        <search class="input">
          <input
            type="search"
            aria-label={text('searchLabel')}
            placeholder={text('searchHint')}
            maxLength={maxQueryLength}
            autocomplete="off"
            spellcheck={false}
            value={filters.text}
            onInput={(event) => onView({ ...view, filters: { ...filters, text: event.currentTarget.value } })}
          />
        </search>
        <Act
          class="filter-button"
          aria-expanded={isFiltering}
          aria-controls="filters"
          onClick={() => setFiltering(!isFiltering)}
        >
          {text('exploreFilters')}
        </Act>
        <Menus {...props} columns={columns} tableOf={() => exportRows(model, selection.rows, columns, shown)} />
        {hasRows && <SelectionCounts {...reasons} isComplete={items.isComplete} />}
      </div>
      <div class="table-place">
        {isFiltering && <FilterPanel {...{ view, settings }} onChange={onView} />}
        <Grid
          {...{ model, selection, columns, sorting, shown, onOpen, onAlert, onMarket, watched }}
          onStar={(name) => void star(name, !watched.has(name))}
          onSort={sort}
          empty={hasRows ? <NoneFits {...props} reasons={reasons} /> : stateText(items)}
        />
      </div>
      <RemovedNote {...removed} />
      <p class="below muted" role="status">
        {(answer && problem) || (selection.rows.length > 0 && stateText(items))}
      </p>
    </>
  );
}

/** The same list while nothing changes: each row is drawn again for another. */
function useColumns({ view, settings, items: { table } }: Pick<TablePageProps, 'view' | 'settings' | 'items'>) {
  const { confirmed: hasFees, markets: fees } = settings.fees;
  const hasCosts = settings.markets.some((market) => (costCents(1, fees[market]) ?? 1) !== 1);
  const hasChanges = useMemo(() => hasRecordedTrends(table), [table]);
  const columns = useMemo(
    () => columnsOf(view, settings.markets, { hasFees, hasCosts, hasChanges }),
    [view.kind, view.columns, settings.markets, hasFees, hasCosts, hasChanges],
  );
  return { columns, hasChanges };
}

interface MenusProps extends TablePageProps {
  readonly columns: readonly ColumnId[];
  readonly tableOf: () => ReturnType<typeof exportRows>;
}

function Menus({ deps, settings, view, columns, onView, onPlace, tableOf }: MenusProps) {
  const [isUnfolded, setUnfolded] = useState(false);
  const choose = (chosen: readonly ColumnId[] | undefined) => onView({ ...view, columns: chosen });
  return (
    <>
      <Act class="more" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
        {text('exploreMore')}
      </Act>
      <div class={isUnfolded ? 'menus unfolded' : 'menus'}>
        <Menu
          summary={text('exploreColumns')}
          content={() => <ColumnMenu columns={columns} markets={settings.markets} onColumns={choose} />}
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

function stateText({ table, isComplete, problem }: LoadState): string {
  if (problem) return text('exploreProblem', problem);
  if (!isComplete) return text('exploreLoading');
  return text(table.names.length === 0 ? 'overlayNoPricesTitle' : 'exploreOffline');
}

const NoneFits = ({ view, onView, reasons }: TablePageProps & { readonly reasons: ReasonsProps }) => (
  <>
    <strong>{text('exploreEmpty')}</strong>
    <Reasons {...reasons} />
    <Act onClick={() => onView({ ...firstView(view.kind), columns: view.columns })}>{text('exploreFiltersClear')}</Act>
  </>
);

function Notes({
  deps,
  settings,
  change,
  items: { table, isComplete },
  view: { kind },
  hasFees,
  hasChanges,
}: TablePageProps & { readonly hasFees: boolean; readonly hasChanges: boolean }) {
  const lacksSteam = (kind === 'steam' || kind === 'balance') && !settings.markets.includes(balanceMarket);
  const lacksChanges = isTrendKind(kind) && !table.sample && !hasChanges && isComplete;
  const collects = settings.overlay.change;
  const addSteam = () => void change((before) => ({ ...before, markets: [...before.markets, balanceMarket] }));
  const collect = () => void change((before) => ({ ...before, overlay: { ...before.overlay, change: true } }));
  return (
    <div class="notes">
      {table.sample && <p class="note warn">{text('overlaySampleTitle')}</p>}
      {!hasFees && !table.sample && isRouteKind(kind) && (
        <p class="note warn">
          {text('exploreFeesNote')} <Act onClick={deps.openSettings}>{text('exploreFeesOpen')}</Act>
        </p>
      )}
      {lacksSteam && (
        <p class="note warn">
          {text('exploreSteamMissing')} <Act onClick={addSteam}>{text('exploreSteamAdd')}</Act>
        </p>
      )}
      {lacksChanges && collects && <p class="note">{text('exploreNoChanges')}</p>}
      {lacksChanges && !collects && (
        <p class="note">
          {text('exploreChangesOff')} <Act onClick={collect}>{text('exploreChangesOn')}</Act>
        </p>
      )}
    </div>
  );
}
