import { type Guarded, isBoolean, isFiniteNumber, isObjectOf, isString, optional } from '#core/asks/guards.ts';
import { withTimeout } from '#core/asks/timeout.ts';
import { looseKey } from '#core/items/names.ts';
import { quoteOf } from '#core/prices/quote.ts';
import { openTable, type PriceTable } from '#data/catalogue/price-table.ts';
import { ownOf, type StoredOwn } from '#data/details/detail-store.ts';
import { checkShape, noCheck } from '#data/refresh/feed-check.ts';
import { isStoredColumns, type KeyValueStore, type StoredColumns } from '#data/storage/column-store.ts';
import type { AskedName, QuotesAnswer } from '#protocol/messages.ts';

export const tableKey = 'partner-table';
export const refreshStateKey = 'table-check';

const isTableInfo = isObjectOf({
  relay: isString,
  etag: optional(isString),
  asOf: isFiniteNumber,
  items: isFiniteNumber,
  badRows: isFiniteNumber,
  sample: optional(isBoolean),
});

export type TableInfo = Guarded<typeof isTableInfo>;

/** A stored table with its info: one write replaces both. */
export type StoredTable = StoredColumns<TableInfo>;

export const isStoredTable = isStoredColumns<TableInfo>(isTableInfo);

export type LoadedTable = ReturnType<typeof loadedTable>;

/** The last check of the price table, and the last use of prices, ms since the epoch. */
export const isRefreshState = isObjectOf({ ...checkShape, lastUseAt: optional(isFiniteNumber) });

export interface LoadedPrices {
  table: LoadedTable | undefined;
  refreshState: Guarded<typeof isRefreshState>;
  /** By key: why a value cannot be stored. */
  readonly problems: Map<string, string>;
}

/** Loads the stored state. A truncated table or one of another version counts as none. Never rejects. */
export async function loadPrices(store: KeyValueStore): Promise<LoadedPrices> {
  try {
    const [table, state] = await store.read([tableKey, refreshStateKey]);
    const refreshState = isRefreshState(state) ? state : noCheck;
    return { table: await openStored(table), refreshState, problems: new Map() };
  } catch (error) {
    const problems = new Map([[tableKey, String(error)]]);
    return { table: undefined, refreshState: noCheck, problems };
  }
}

async function openStored(stored: unknown): Promise<LoadedTable | undefined> {
  if (!isStoredTable(stored)) return undefined;
  try {
    const { bytes, catalogue, ...info } = stored;
    return loadedTable(info, openTable(await bytes.arrayBuffer(), catalogue));
  } catch {
    return undefined;
  }
}

export const loadedTable = (info: TableInfo, table: PriceTable) => ({
  ...info,
  table,
  /** Changes whenever a price or the time of the data may have changed. */
  version: `${table.fingerprint}-${info.asOf}${info.sample ? '-sample' : ''}`,
});

/** The catalogue's names of some numbers, in order; `undefined` when they cannot be read. Never rejects. */
export type ReadNames = (numbers: readonly number[]) => Promise<readonly string[] | undefined>;

export const askedText = (asked: AskedName): string => (typeof asked === 'string' ? asked : asked.assembled);

/**
 * Prices from the loaded table. A name that the catalogue spells otherwise has a price only where the catalogue's name
 * confirms it; names are read only then.
 */
export async function quotesFrom(
  { table, refreshState }: LoadedPrices,
  names: readonly AskedName[],
  readNames: ReadNames,
  ownColumns: StoredOwn['columns'],
): Promise<QuotesAnswer> {
  const found = table ? names.map((asked) => table.table.find(askedText(asked), typeof asked !== 'string')) : [];
  const own = table && !table.sample ? await ownColumns(table.table.catalogue) : undefined;
  const version = own && table ? `${table.version} ${own.about.version}` : (table?.version ?? '');
  const view = table ? { version, asOf: table.asOf, ...(table.sample && { sample: true }) } : null;
  const quotes = found.map((each) =>
    each && table ? quoteOf(each.row, table.asOf, own && ownOf(own, each.number)) : null,
  );
  const answer = { table: view, fault: refreshState.fault, quotes };
  const respelled = found.flatMap((each, at) => (each?.exact === false ? [{ at, number: each.number }] : []));
  if (respelled.length === 0) return answer;
  const spelled = await readNames(respelled.map(({ number }) => number));
  const spellings: Record<number, string> = {};
  for (const [index, { at }] of respelled.entries()) {
    const spelling = spelled?.[index];
    // Names that differ may share a hash.
    if (spelling !== undefined && looseKey(spelling) === looseKey(askedText(names[at] ?? ''))) spellings[at] = spelling;
    else quotes[at] = null;
  }
  return { ...answer, spellings };
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
