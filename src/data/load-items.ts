import { columnFields } from '#core/prices/detail.ts';
import { isReference, type MarketId, referenceMarkets } from '#core/prices/markets.ts';
import { countedPrice } from '#core/prices/price-at.ts';
import { percentLiquidity, type Quote } from '#core/prices/quote.ts';
import {
  type ChangeColumn,
  type ChangeSpan,
  changeSpans,
  emptyColumn,
  emptyTable,
  type ItemTable,
  type ItemTraits,
  type MarketColumn,
  traitsOf,
} from '#core/rows/item-table.ts';
import { type LoadedTable, loadPrices } from '#data/catalogue/loaded-table.ts';
import { isFlagged } from '#data/catalogue/price-table.ts';
import { readNames } from '#data/catalogue/stored-names.ts';
import { readDetails, readStoredMarkets, type StoredMarket } from '#data/details/detail-store.ts';
import { changesAt } from '#data/history/change-columns.ts';
import { openStoredChanges } from '#data/history/stored-changes.ts';
import { inSearchOrder } from '#data/search/name-store.ts';
import type { KeyValueStore } from '#data/storage/stored-state.ts';

/** The extension's stores; nothing but them is read. */
export interface ExploreStores {
  readonly prices: KeyValueStore;
  /** Everything else by number of name. */
  readonly columns: KeyValueStore;
}

export interface LoadRequest {
  /** The compared markets in the user's order. */
  readonly markets: readonly MarketId[];
  /** US dollars a coin; `null`: unknown, and markets that count in coins have no prices. */
  readonly coinUsd: number | null;
}

/** A part of the table, in the order in which parts are loaded. A row is a number of the catalogue. */
export type LoadedPart =
  | {
      readonly part: 'base';
      readonly names: readonly string[];
      readonly traits: ItemTraits;
      readonly liquidity: Float32Array<ArrayBuffer>;
      readonly markets: readonly MarketColumn[];
      readonly sample: boolean;
      readonly asOf: number | undefined;
    }
  | { readonly part: 'changes'; readonly changes: Partial<Record<ChangeSpan, ChangeColumn>> }
  | { readonly part: 'market'; readonly index: number; readonly column: MarketColumn }
  | { readonly part: 'end'; readonly ranks: Uint32Array<ArrayBuffer> };

interface Loading {
  readonly request: LoadRequest;
  readonly stores: ExploreStores;
  readonly table: LoadedTable;
  readonly rows: number;
  readonly report: (part: LoadedPart) => void;
}

export interface FirstReads {
  readonly table: LoadedTable | undefined;
  readonly names: readonly string[];
}

/** Reads the price table and the names of its items. Rejects when the names cannot be read. */
export async function readFirst({ prices, columns }: ExploreStores): Promise<FirstReads> {
  const { table } = await loadPrices(prices);
  return { table, names: (table && (await readNames(columns, table.table))) ?? [] };
}

/**
 * Loads all items from the extension's stores and reports them in parts: first the price table, then changes, then one
 * market after the other. Rejects when a store cannot be read.
 * @param now ms since the epoch
 * @param first what was read before the request came
 * @returns the names of all rows
 */
export async function loadItemTable(
  stores: ExploreStores,
  request: LoadRequest,
  report: (part: LoadedPart) => void,
  now: number,
  first: Promise<FirstReads> = readFirst(stores),
): Promise<readonly string[]> {
  const { table, names } = await first;
  report(readBase(request, table, names));
  if (table) {
    const loading = { request, stores, table, rows: names.length, report };
    // A change leads to the present price, and a made-up price has none.
    if (!table.sample) report({ part: 'changes', changes: await readChanges(loading, now) });
    const stored = await readStoredMarkets(stores.columns, request.markets, table.table.catalogue);
    for (const [index, about] of stored.entries()) if (about) await readMarket(loading, index, about);
  }
  report({ part: 'end', ranks: ranksOf(names) });
  return names;
}

/** All items at once. */
export async function readItemTable(
  stores: ExploreStores,
  request: LoadRequest,
  now: number,
  first: Promise<FirstReads>,
): Promise<ItemTable> {
  let table = emptyTable;
  const add = (part: LoadedPart) => {
    table = withPart(table, part);
  };
  await loadItemTable(stores, request, add, now, first);
  return table;
}

function readBase(request: LoadRequest, table: LoadedTable | undefined, names: readonly string[]): LoadedPart {
  const columns = request.markets.map((market) => ({
    ...referenceColumn(table, market, names.length),
    state: 'reading' as const,
  }));
  const liquidity = Float32Array.from(names, (_, row) => {
    const quote = table?.table.quoteAt(row);
    return (quote && percentLiquidity(quote)) ?? Number.NaN;
  });
  const { asOf, sample = false } = table ?? {};
  return { part: 'base', names, traits: traitsOf(names), liquidity, markets: columns, asOf, sample };
}

/** A market's column with the prices that the table has of reference markets. */
function referenceColumn(table: LoadedTable | undefined, market: MarketId, rows: number): MarketColumn {
  const column = emptyColumn(market, rows);
  const reference = referenceMarkets.find((one) => one === market);
  if (!table || !reference) return column;
  const seconds = Math.floor(table.asOf / 1000);
  const { columns } = table.table;
  const told = columns[reference];
  for (let row = 0; row < rows; row++) {
    column.inflated[row] = isFlagged(columns, row) ? 1 : 0;
    const cents = told[row] ?? 0;
    column.cents[row] = cents;
    if (cents > 0) column.updatedAt[row] = seconds;
  }
  return column;
}

async function readChanges({ request, stores, table, rows }: Loading, now: number) {
  const stored = openStoredChanges(
    () => stores.columns,
    () => now,
  );
  const told = await stored.recent(table.table.catalogue);
  const columns: Partial<Record<ChangeSpan, ChangeColumn>> = {};
  for (const span of told ? changeSpans : []) {
    const column = {
      percent: new Float32Array(rows).fill(Number.NaN),
      market: new Uint8Array(rows),
      thin: new Uint8Array(rows),
    };
    for (let row = 0; row < rows; row++) {
      const changes = told && changesAt(told, row, span);
      if (!changes) continue;
      const index = request.markets.findIndex((market) => changeIn(changes, market) !== undefined);
      const change = changeIn(changes, request.markets[index]);
      if (!change) continue;
      column.percent[row] = change.percent;
      column.market[row] = index;
      column.thin[row] = change.thin ? 1 : 0;
    }
    columns[span] = column;
  }
  return columns;
}

const changeIn = (changes: NonNullable<Quote['week']>, market: MarketId | undefined) => {
  const reference = referenceMarkets.find((one) => one === market);
  return reference && changes[reference];
};

/** A market's prices as they count beside its own data. */
async function readMarket(loading: Loading, index: number, about: StoredMarket): Promise<void> {
  const { request, table, rows, report } = loading;
  const market = request.markets[index];
  const told = market && (await readDetails(loading.stores.columns, market, about));
  if (!told) return;
  const column = referenceColumn(table, market, rows);
  const common = Math.min(rows, about.rows);
  for (const id of columnFields) column[id].set(told[id].subarray(0, common));
  const inTable = isReference(market);
  for (let row = 0; row < common; row++) {
    const [price, updatedAt] = [told.price[row], (told.updatedAt[row] ?? 0) * 1000];
    if (!price) continue;
    const flagged = column.inflated[row] === 1;
    const counted = countedPrice({
      market,
      table: inTable ? { cents: column.cents[row], asOf: table.asOf, flagged } : undefined,
      own: { bodyAsOf: about.updatedAt, price, updatedAt, flagged: told.inflated[row] === 1 },
      coinUsd: request.coinUsd,
    });
    column.cents[row] = counted.cents ?? 0;
    column.updatedAt[row] = Math.floor((counted.asOf ?? 0) / 1000);
    column.inflated[row] = counted.flagged ? 1 : 0;
  }
  report({ part: 'market', index, column });
}

function ranksOf(names: readonly string[]): Uint32Array<ArrayBuffer> {
  const ranks = new Map(inSearchOrder(names).map((name, rank) => [name, rank]));
  return Uint32Array.from(names, (name) => ranks.get(name) ?? 0);
}

/** The table with one more part. */
export function withPart(table: ItemTable, part: LoadedPart): ItemTable {
  switch (part.part) {
    case 'base': {
      const { part: _, ...base } = part;
      return { ...emptyTable, ...base, ranks: countUp(part.names.length) };
    }
    case 'changes':
      return { ...table, changes: part.changes };
    case 'market': {
      const { index, column } = part;
      return { ...table, markets: table.markets.map((one, at) => (at === index ? column : one)) };
    }
    case 'end':
      return {
        ...table,
        ranks: part.ranks,
        markets: table.markets.map((column) => (column.state === 'reading' ? { ...column, state: 'missing' } : column)),
      };
  }
}

/** 0, 1, 2 … A loop: `Uint32Array.from` takes several times as long. */
function countUp(length: number): Uint32Array<ArrayBuffer> {
  const numbers = new Uint32Array(length);
  for (let at = 0; at < length; at++) numbers[at] = at;
  return numbers;
}
