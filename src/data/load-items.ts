import { isReference, type MarketId } from '#core/prices/markets.ts';
import { percentLiquidity } from '#core/prices/quote.ts';
import {
  type ChangeColumn,
  type ChangeSpan,
  changeSpans,
  emptyTable,
  type ItemTable,
  type MarketColumn,
  traitsOf,
} from '#core/rows/item-table.ts';
import { changeColumn, offerColumn, type TablePriceColumns } from '#core/rows/market-column.ts';
import { inSearchOrder } from '#core/search/search-index.ts';
import type { LoadedTable } from '#data/catalogue/loaded-table.ts';
import { isFlagged, liquidityAt } from '#data/catalogue/price-table.ts';
import { readNames } from '#data/catalogue/stored-names.ts';
import { readDetails, readStoredMarkets } from '#data/details/detail-store.ts';
import { changesAt, openStoredChanges } from '#data/history/stored-changes.ts';
import type { KeyValueStore } from '#data/storage/column-store.ts';

export interface LoadRequest {
  /** The compared markets in the user's order. */
  readonly markets: readonly MarketId[];
  /** US dollars a coin; `null`: unknown, and markets that count in coins have no prices. */
  readonly coinUsd: number | null;
}

/**
 * The table with everything that is stored by the numbers of its names. Rejects when the store cannot be read.
 * @param now ms since the epoch
 * @param report gets the table as soon as it has the prices of the price table, and may move its columns of markets away
 */
export async function loadItemTable(
  store: KeyValueStore,
  table: LoadedTable | undefined,
  request: LoadRequest,
  now: number,
  report?: (table: ItemTable) => void,
): Promise<ItemTable> {
  const names = (table && (await readNames(store, table.table))) ?? [];
  const base = readBase(request, table, names);
  if (table) report?.(base);
  const stored = await readStoredMarkets(store, request.markets, table?.table.catalogue);
  const markets: MarketColumn[] = [];
  for (const [index, market] of request.markets.entries()) {
    const about = stored[index];
    const told = about && (await readDetails(store, market, about));
    const own = told && { ...told, bodyAsOf: about.updatedAt };
    const sources = { table: table && toldOf(table, market), own, coinUsd: request.coinUsd };
    const column = offerColumn(market, names.length, sources);
    markets.push(table && own ? column : { ...column, state: 'missing' });
  }
  // A change leads to the present price, and a made-up price has none.
  const changes = table && !table.sample ? await readChanges(store, request, table, names.length, now) : {};
  return { ...base, changes, markets, ranks: ranksOf(names) };
}

function readBase(request: LoadRequest, table: LoadedTable | undefined, names: readonly string[]): ItemTable {
  const markets = request.markets.map((market) => ({
    ...offerColumn(market, names.length, { table: table && toldOf(table, market) }),
    state: 'reading' as const,
  }));
  const liquidity = Float32Array.from(names, (_, row) => {
    const liquidity = table && liquidityAt(table.table.columns, row);
    return percentLiquidity({ liquidity }) ?? Number.NaN;
  });
  const { asOf, sample = false } = table ?? {};
  return { ...emptyTable, names, traits: traitsOf(names), liquidity, markets, asOf, sample };
}

function toldOf(table: LoadedTable, market: MarketId): TablePriceColumns {
  const { columns } = table.table;
  const cents = isReference(market) ? columns[market] : [];
  return { cents, isFlagged: (row) => isFlagged(columns, row), asOf: table.asOf };
}

async function readChanges(store: KeyValueStore, request: LoadRequest, table: LoadedTable, rows: number, now: number) {
  const stored = openStoredChanges(
    () => store,
    () => now,
  );
  const told = await stored.recent(table.table.catalogue);
  if (!told) return {};
  const columns = changeSpans.map((span) => {
    const column = changeColumn(rows, request.markets, (row) => changesAt(told, row, span));
    return [span, column] as const;
  });
  return Object.fromEntries(columns) as Record<ChangeSpan, ChangeColumn>;
}

function ranksOf(names: readonly string[]): Uint32Array<ArrayBuffer> {
  const ranks = new Map(inSearchOrder(names).map((name, rank) => [name, rank]));
  return Uint32Array.from(names, (name) => ranks.get(name) ?? 0);
}
