import { createMutex } from '#core/asks/concurrency.ts';
import { type LoadedPrices, type LoadedTable, loadedTable, persist } from '#data/catalogue/loaded-table.ts';
import { type GrownTable, maxUnlistedNames, packTable, withNames } from '#data/catalogue/pack-table.ts';
import { createRelayFeed, type FeedDeps, type FeedDescription, type RelayFeed } from '#data/refresh/feed.ts';
import { parsePartnerPrices } from '#data/refresh/parse-partner-prices.ts';
import type { NameStore } from '#data/search/name-store.ts';
import { type KeyValueStore, refreshStateKey, type StoredTable, tableKey } from '#data/storage/stored-state.ts';
import { endpoints } from '#protocol/price-api.ts';

export interface TableDeps extends FeedDeps {
  readonly loadedPrices: () => Promise<LoadedPrices>;
  readonly store: KeyValueStore;
  readonly names: Pick<NameStore, 'append' | 'hasAll'>;
}

export interface TableFeed extends RelayFeed {
  /**
   * The numbers of names that another feed told, which are known from now on; `undefined` without a table: prices come
   * first, and the other feed tells its names again. @param names without duplicates
   */
  readonly numberNames: (names: readonly string[]) => Promise<GrownTable | undefined>;
}

/** The feed of the price table. The table is replaced whole or not at all. */
export function createTableFeed(deps: TableDeps, onChecked: FeedDescription['onChecked'] & {}): TableFeed {
  const { store, names, loadedPrices: loaded } = deps;
  const inTurn = createMutex();
  /** Replaces the table in memory, then in the store. A worker may end between names and table: names come first. */
  const replace = (prices: LoadedPrices, next: LoadedTable, { added, firstAdded }: GrownTable) => {
    prices.table = next;
    const appended = names.append(next.table.catalogue, firstAdded, added);
    return inTurn(async () => {
      await appended;
      await storeTable(store, prices, next);
    });
  };
  const feed = createRelayFeed(deps, {
    path: endpoints.partner,
    lastCheck: async () => (await loaded()).refreshState,
    saveCheck: async (check) => {
      const prices = await loaded();
      prices.refreshState = { ...check, lastUseAt: prices.refreshState.lastUseAt };
      await persist(prices, store, refreshStateKey, prices.refreshState);
    },
    data: async () => {
      const { table } = await loaded();
      // Only a whole body tells the names again.
      return table && !(await names.hasAll(table.table)) ? { ...table, etag: undefined } : table;
    },
    replace: async ({ about, body, refuseLoss }) => {
      const prices = await loaded();
      const parsed = parsePartnerPrices(body());
      const hasNames = prices.table === undefined || (await names.hasAll(prices.table.table));
      // No await between reading the known names and replacing the table.
      const { table } = prices;
      // Names of samples are no known names beside real prices.
      const isSameKind = (table?.sample ?? false) === (about.sample ?? false);
      const items = parsed.rows.size;
      refuseLoss(items);
      const grown = packTable(parsed.rows, isSameKind && hasNames ? table?.table : undefined);
      const next = loadedTable({ ...about, items, badRows: parsed.bad }, grown.table);
      await replace(prices, next, grown);
      return next.version !== table?.version;
    },
    onChecked,
  });
  return {
    ...feed,
    numberNames: async (told) => {
      const prices = await loaded();
      const { table } = prices;
      if (!table) return undefined;
      const grown = withNames(table.table, told, table.items + maxUnlistedNames - table.table.rows);
      if (grown.added.length > 0) await replace(prices, loadedTable(table, grown.table), grown);
      return grown;
    },
  };
}

async function storeTable(store: KeyValueStore, prices: LoadedPrices, next: LoadedTable): Promise<void> {
  const { relay, etag, asOf, items, badRows, sample, table } = next;
  const about = { relay, etag, asOf, items, badRows, ...(sample && { sample }) };
  const stored: StoredTable = { ...about, catalogue: table.catalogue, bytes: new Blob([table.buffer]) };
  await persist(prices, store, tableKey, stored);
}
