import { createMutex } from '#core/asks/concurrency.ts';
import { Fault } from '#core/asks/fault.ts';
import { isObject } from '#core/asks/guards.ts';
import { maxNameLength } from '#core/items/names.ts';
import { parseRelayAddress, type RelayTest } from '#core/settings/relay-address.ts';
import {
  type LoadedPrices,
  type LoadedTable,
  loadedTable,
  persist,
  refreshStateKey,
  type StoredTable,
  tableKey,
} from '#data/catalogue/loaded-table.ts';
import { type GrownTable, packTable, withNames } from '#data/catalogue/pack-table.ts';
import { createRelayFeed, type FeedDeps, type FeedDescription, toFaultReport } from '#data/refresh/feed.ts';
import { fetchFromRelay } from '#data/refresh/relay-client.ts';
import type { NameStore } from '#data/search/name-store.ts';
import type { KeyValueStore } from '#data/storage/column-store.ts';
import { endpoints, type PartnerRow } from '#protocol/price-api.ts';
import { areMostlyBad, isPartnerRow } from '#protocol/row-check.ts';

export interface TableDeps extends FeedDeps {
  readonly loadedPrices: () => Promise<LoadedPrices>;
  readonly store: KeyValueStore;
  readonly names: Pick<NameStore, 'append' | 'hasAll'>;
}

export type TableFeed = ReturnType<typeof createTableFeed>;

/** The feed of the price table. The table is replaced whole or not at all. */
export function createTableFeed(deps: TableDeps, onChecked: FeedDescription['onChecked'] & {}) {
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
    /**
     * The numbers of names that another feed told, which are known from now on; `undefined` without a table: prices come
     * first, and the other feed tells its names again. @param told without duplicates
     */
    numberNames: async (told: readonly string[]): Promise<GrownTable | undefined> => {
      const prices = await loaded();
      const { table } = prices;
      if (!table) return undefined;
      const grown = withNames(table.table, told, table.items);
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

/** Tries a relay's address and token without storing them. Never rejects. */
export async function testRelay(
  { url, token }: { url: string; token: string },
  deps: { readonly fetch: typeof fetch; readonly now: () => number },
): Promise<RelayTest> {
  const address = parseRelayAddress(url);
  if ('problem' in address) return { outcome: 'bad-address', problem: address.problem };
  try {
    const target = { base: address.base, token };
    const response = await fetchFromRelay({ ...deps, relay: target, path: endpoints.partner });
    const { rows, bad } = parsePartnerPrices(response.body());
    const { sample, relayName } = response;
    return {
      outcome: 'fine',
      items: rows.size,
      badRows: bad,
      ...(sample && { sample }),
      ...(relayName !== undefined && { name: relayName }),
    };
  } catch (error) {
    return { outcome: 'fault', fault: toFaultReport(error, deps.now()) };
  }
}

/** `/api/get-partner-prices` (src/protocol/price-api.md). @throws Fault `malformed` for another envelope, no items, many bad rows */
export function parsePartnerPrices(body: unknown): { rows: ReadonlyMap<string, PartnerRow>; bad: number } {
  if (!isObject(body)) throw new Fault('malformed', 'the answer is not a map of items');
  const names = Object.keys(body);
  const rows = new Map<string, PartnerRow>();
  for (const name of names) {
    const row = body[name];
    if (name.length > 0 && name.length <= maxNameLength && isPartnerRow(row)) rows.set(name, row);
  }
  const good = rows.size;
  const bad = names.length - good;
  if (names.length === 0) throw new Fault('malformed', 'the answer holds no items');
  if (areMostlyBad({ rows: names.length, good, bad }))
    throw new Fault('malformed', `${bad} of ${names.length} items are not price rows`);
  return { rows, bad };
}
