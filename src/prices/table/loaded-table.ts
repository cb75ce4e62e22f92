import type { Quote } from '#core/quote.ts';
import { withTimeout } from '#core/timeout.ts';
import {
  initialRefreshState,
  isRefreshState,
  isStoredTable,
  type KeyValueStore,
  type RefreshState,
  refreshStateKey,
  type TableInfo,
  tableKey,
} from '#prices/storage/stored-state.ts';
import { openTable, type PriceTable } from '#prices/table/read-table.ts';
import type { QuotesAnswer } from '#protocol/messages.ts';

export interface LoadedTable extends TableInfo {
  readonly table: PriceTable;
  /** Changes whenever a price or the time of the data may have changed. */
  readonly version: string;
}

/** State in the worker's memory. */
export interface LoadedPrices {
  table: LoadedTable | undefined;
  refreshState: RefreshState;
  /** By key: why a value cannot be stored. */
  readonly problems: Map<string, string>;
}

/** Loads the stored state. A truncated table or one of an older format counts as none. Never rejects. */
export async function loadPrices(store: KeyValueStore): Promise<LoadedPrices> {
  try {
    const [table, state] = await store.read([tableKey, refreshStateKey]);
    const refreshState = isRefreshState(state) ? state : initialRefreshState;
    return { table: await openStored(table), refreshState, problems: new Map() };
  } catch (error) {
    const problems = new Map([[tableKey, String(error)]]);
    return { table: undefined, refreshState: initialRefreshState, problems };
  }
}

async function openStored(stored: unknown): Promise<LoadedTable | undefined> {
  if (!isStoredTable(stored)) return undefined;
  try {
    const { bytes, ...info } = stored;
    return openLoadedTable(info, await bytes.arrayBuffer());
  } catch {
    return undefined;
  }
}

/** @throws Error when the table cannot be opened. */
export function openLoadedTable(info: TableInfo, buffer: ArrayBuffer): LoadedTable {
  const table = openTable(buffer);
  return { ...info, table, version: `${table.fingerprint}-${info.asOf}${info.sample ? '-sample' : ''}` };
}

/** One quote a name, in order; `null`: not in the table. `undefined` without a table. Drops a damaged table. */
function findQuotes(prices: LoadedPrices, names: readonly string[]): (Quote | null)[] | undefined {
  const { table } = prices;
  try {
    return table && names.map((name) => table.table.find(name) ?? null);
  } catch {
    prices.table = undefined;
    return undefined;
  }
}

export function quotesFrom(prices: LoadedPrices, names: readonly string[]): QuotesAnswer {
  const quotes = findQuotes(prices, names) ?? [];
  const { table, refreshState } = prices;
  const view = table && { version: table.version, asOf: table.asOf, ...(table.sample && { sample: true }) };
  return { table: view ?? null, fault: refreshState.fault, quotes };
}

const writeTimeoutMs = 10_000;

/**
 * Stores a value. Without room, or without an answer from the storage, prices stay in memory and the status names the
 * problem until the same key can be stored: there may be room for a small value and none for a table.
 */
export async function persist(prices: LoadedPrices, store: KeyValueStore, key: string, value: unknown): Promise<void> {
  try {
    await withTimeout(store.write({ [key]: value }), writeTimeoutMs);
    prices.problems.delete(key);
  } catch (error) {
    prices.problems.set(key, String(error));
  }
}
