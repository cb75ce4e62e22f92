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
 * Loads all items from the extension's stores. Rejects when a store cannot be read.
 * @param now ms since the epoch
 * @param first what was read before the request came
 * @param report gets the table as soon as it has the prices of the price table
 */
export async function loadItemTable(
  stores: ExploreStores,
  request: LoadRequest,
  now: number,
  first: Promise<FirstReads> = readFirst(stores),
  report: (table: ItemTable) => void = () => undefined,
): Promise<ItemTable> {
  const { table, names } = await first;
  const base = readBase(request, table, names);
  if (table) report(base);
  const stored = await readStoredMarkets(stores.columns, request.markets, table?.table.catalogue);
  const markets: MarketColumn[] = [];
  for (const [index, column] of base.markets.entries()) {
    const about = stored[index];
    const own = table && about && (await readMarket(stores, request, table, column, about));
    markets.push(own ?? { ...column, state: 'missing' });
  }
  // A change leads to the present price, and a made-up price has none.
  const changes = table && !table.sample ? await readChanges(stores, request, table, names.length, now) : {};
  return { ...base, changes, markets, ranks: ranksOf(names) };
}

function readBase(request: LoadRequest, table: LoadedTable | undefined, names: readonly string[]): ItemTable {
  const markets = request.markets.map((market) => ({
    ...referenceColumn(table, market, names.length),
    state: 'reading' as const,
  }));
  const liquidity = Float32Array.from(names, (_, row) => {
    const quote = table?.table.quoteAt(row);
    return (quote && percentLiquidity(quote)) ?? Number.NaN;
  });
  const { asOf, sample = false } = table ?? {};
  return { ...emptyTable, names, traits: traitsOf(names), liquidity, markets, asOf, sample };
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

async function readChanges(stores: ExploreStores, request: LoadRequest, table: LoadedTable, rows: number, now: number) {
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

/** A market's prices as they count beside its own data; `undefined` where those are damaged. */
async function readMarket(
  stores: ExploreStores,
  { coinUsd }: LoadRequest,
  table: LoadedTable,
  { market, cents: { length: rows } }: MarketColumn,
  about: StoredMarket,
): Promise<MarketColumn | undefined> {
  const told = await readDetails(stores.columns, market, about);
  if (!told) return undefined;
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
      coinUsd,
    });
    column.cents[row] = counted.cents ?? 0;
    column.updatedAt[row] = Math.floor((counted.asOf ?? 0) / 1000);
    column.inflated[row] = counted.flagged ? 1 : 0;
  }
  return column;
}

function ranksOf(names: readonly string[]): Uint32Array<ArrayBuffer> {
  const ranks = new Map(inSearchOrder(names).map((name, rank) => [name, rank]));
  return Uint32Array.from(names, (name) => ranks.get(name) ?? 0);
}
