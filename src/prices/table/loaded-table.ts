import { type Guard, isFiniteNumber, isObjectOf, optional } from '#core/guards.ts';
import { withTimeout } from '#core/timeout.ts';
import { checkShape, type FeedCheck, noCheck } from '#prices/refresh/feed-check.ts';
import {
  isStoredTable,
  type KeyValueStore,
  refreshStateKey,
  type TableInfo,
  tableKey,
} from '#prices/storage/stored-state.ts';
import { type FoundQuote, openTable, type PriceTable } from '#prices/table/read-table.ts';
import type { AskedName, QuotesAnswer } from '#protocol/messages.ts';

export interface LoadedTable extends TableInfo {
  readonly table: PriceTable;
  /** Changes whenever a price or the time of the data may have changed. */
  readonly version: string;
}

/** The last check of the price table, and the last use of prices, ms since the epoch. */
interface RefreshState extends FeedCheck {
  readonly lastUseAt?: number | undefined;
}

export const isRefreshState: Guard<RefreshState> = isObjectOf<RefreshState>({
  ...checkShape,
  lastUseAt: optional(isFiniteNumber),
});

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

/**
 * Finds the stored spelling of names that the table spells otherwise, in order; `undefined` where the stored names hold
 * none, or more than one. Never rejects.
 */
export type FindSpellings = (names: readonly string[]) => Promise<readonly (string | undefined)[]>;

export const askedText = (asked: AskedName): string => (typeof asked === 'string' ? asked : asked.assembled);

/** One result a name, in order. `undefined` without a table. Drops a damaged table. */
function findAll(prices: LoadedPrices, names: readonly AskedName[]): (FoundQuote | undefined)[] | undefined {
  const { table } = prices;
  try {
    return table && names.map((asked) => table.table.find(askedText(asked), typeof asked !== 'string'));
  } catch {
    prices.table = undefined;
    return undefined;
  }
}

/**
 * Prices from the loaded table. A name that the table spells otherwise has a price only where the stored names confirm
 * the spelling; they are read only then.
 */
export async function quotesFrom(
  prices: LoadedPrices,
  names: readonly AskedName[],
  findSpellings: FindSpellings,
): Promise<QuotesAnswer> {
  const found = findAll(prices, names) ?? [];
  const { table, refreshState } = prices;
  const respelled = [...found.keys()].filter((at) => found[at]?.exact === false);
  const view = table ? { version: table.version, asOf: table.asOf, ...(table.sample && { sample: true }) } : null;
  const answer = { table: view, fault: refreshState.fault, quotes: found.map((each) => each?.quote ?? null) };
  if (!table || respelled.length === 0) return answer;
  const spellings = await findSpellings(respelled.map((at) => askedText(names[at] ?? '')));
  return { ...answer, ...confirmSpellings(table.table, answer.quotes, respelled, spellings) };
}

/** Removes the quotes of the respelled names whose spelling is not confirmed. */
function confirmSpellings(
  table: PriceTable,
  quotes: QuotesAnswer['quotes'],
  respelled: readonly number[],
  spellings: readonly (string | undefined)[],
): Pick<QuotesAnswer, 'quotes' | 'spellings'> {
  const confirmed = new Map<number, string>();
  for (const [index, at] of respelled.entries()) {
    const spelling = spellings[index];
    if (spelling !== undefined && table.find(spelling)?.exact) confirmed.set(at, spelling);
  }
  const isRefused = new Set(respelled.filter((at) => !confirmed.has(at)));
  return {
    quotes: quotes.map((quote, at) => (isRefused.has(at) ? null : quote)),
    spellings: Object.fromEntries(confirmed),
  };
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
