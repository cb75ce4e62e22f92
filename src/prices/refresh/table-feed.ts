import { createRelayFeed, type FeedDeps, type FeedDescription, type RelayFeed } from '#prices/refresh/feed.ts';
import { parsePartnerPrices } from '#prices/refresh/parse-partner-prices.ts';
import {
  type KeyValueStore,
  refreshStateKey,
  type StoredTable,
  type TableInfo,
  tableKey,
} from '#prices/storage/stored-state.ts';
import { dayOf } from '#prices/table/layout.ts';
import { type LoadedPrices, openLoadedTable, persist } from '#prices/table/loaded-table.ts';
import { packTable, withKnownNames } from '#prices/table/write-table.ts';
import { endpoints } from '#protocol/price-api.ts';

export interface TableDeps extends FeedDeps {
  readonly store: KeyValueStore;
  /** Called with the names of a new table, and their fingerprint, once it is stored. */
  readonly onTable?: ((names: readonly string[], fingerprint: string) => void) | undefined;
}

/** The feed of the price table. The table is replaced whole or not at all. */
export function createTableFeed(
  deps: TableDeps,
  loaded: () => Promise<LoadedPrices>,
  onChecked: FeedDescription['onChecked'] & {},
): RelayFeed {
  const { store, now, onTable } = deps;
  return createRelayFeed(deps, {
    path: endpoints.partner,
    lastCheck: async () => (await loaded()).refreshState,
    saveCheck: async (check) => {
      const prices = await loaded();
      prices.refreshState = { ...check, lastUseAt: prices.refreshState.lastUseAt };
      await persist(prices, store, refreshStateKey, prices.refreshState);
    },
    data: async () => (await loaded()).table,
    replace: async ({ about, body, refuseLoss }) => {
      const prices = await loaded();
      const parsed = parsePartnerPrices(body());
      // No await between reading the known names and replacing the table.
      const { table } = prices;
      // Names of samples are no known names beside real prices.
      const isSameKind = (table?.sample ?? false) === (about.sample ?? false);
      const known = isSameKind ? table?.table.verifiedColumns() : undefined;
      const { buffer, items, fingerprint } = packTable(parsed.rows, known, dayOf(now()));
      refuseLoss(items);
      prices.table = openLoadedTable({ ...about, items, badRows: parsed.bad }, buffer);
      const isNew = prices.table.version !== table?.version;
      await storeTable(store, prices, prices.table, buffer);
      onTable?.(parsed.rows.names, fingerprint);
      return isNew;
    },
    onChecked,
  });
}

async function storeTable(
  store: KeyValueStore,
  prices: LoadedPrices,
  { relay, etag, asOf, items, badRows, sample }: TableInfo,
  buffer: ArrayBuffer,
): Promise<void> {
  const about = { relay, etag, asOf, items, badRows, ...(sample && { sample }) };
  const stored: StoredTable = { ...about, bytes: new Blob([buffer]) };
  await persist(prices, store, tableKey, stored);
}

/**
 * Adds names that another feed told to the known names of the table. Without a table they are not kept: prices come
 * first, and the other feed tells its names again.
 */
export async function rememberNames(
  { store, now }: Pick<TableDeps, 'store' | 'now'>,
  prices: LoadedPrices,
  names: readonly string[],
): Promise<boolean> {
  const columns = prices.table?.table.verifiedColumns();
  const buffer = columns && withKnownNames(columns, names, dayOf(now()));
  if (!prices.table || !buffer) return false;
  prices.table = openLoadedTable(prices.table, buffer);
  await storeTable(store, prices, prices.table, buffer);
  return true;
}
