import type { Detail } from '#core/detail.ts';
import { type MarketId, markets, referenceMarkets } from '#core/markets.ts';
import { percentLiquidity, type Quote } from '#core/quote.ts';
import { type ChangeColumn, emptyColumn, type MarketColumn } from '#explore/data/item-table.ts';
import { type ItemTraits, traitsOf } from '#explore/data/item-traits.ts';
import { forEachDetail, readStoredMarkets, type StoredMarket } from '#prices/details/detail-store.ts';
import { type ChangeSpan, changeSpans } from '#prices/history/change-layout.ts';
import { loadChanges } from '#prices/history/load-changes.ts';
import { openStoredChanges } from '#prices/history/stored-changes.ts';
import { inSearchOrder, readNames } from '#prices/search/name-store.ts';
import type { KeyValueStore } from '#prices/storage/stored-state.ts';
import { type LoadedTable, loadPrices } from '#prices/table/loaded-table.ts';

/** The extension's stores; nothing but them is read. */
export interface ExploreStores {
  readonly prices: KeyValueStore;
  readonly names: KeyValueStore;
  readonly details: KeyValueStore;
  readonly changes: KeyValueStore;
}

export interface LoadRequest {
  /** The compared markets in the user's order. */
  readonly markets: readonly MarketId[];
  /** US dollars a coin; `null`: unknown, and markets that count in coins have no prices. */
  readonly coinUsd: number | null;
}

/** Names that only a market's own data have. They follow the rows before. */
interface FurtherNames {
  readonly names: readonly string[];
  readonly traits: ItemTraits;
}

/** A part of the table, in the order in which parts are loaded. */
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
  | {
      readonly part: 'market';
      readonly index: number;
      readonly column: MarketColumn;
      readonly more: FurtherNames | undefined;
    }
  | { readonly part: 'end'; readonly ranks: Uint32Array<ArrayBuffer> };

interface Loading {
  readonly request: LoadRequest;
  readonly stores: ExploreStores;
  readonly table: LoadedTable | undefined;
  readonly names: string[];
  readonly rows: Map<string, number>;
  /** The table's prices of the reference markets. The page gets the columns themselves. */
  readonly references: Map<MarketId, Pick<MarketColumn, 'cents' | 'seconds' | 'inflated'>>;
  readonly report: (part: LoadedPart) => void;
}

/** What a load reads first. */
export interface FirstReads {
  readonly table: LoadedTable | undefined;
  readonly names: readonly string[];
}

/** Reads the price table and the names of its items. Rejects when the names cannot be read. */
export async function readFirst({ prices, names }: Pick<ExploreStores, 'prices' | 'names'>): Promise<FirstReads> {
  const [{ table }, stored = []] = await Promise.all([loadPrices(prices), readNames(names)]);
  return { table, names: stored };
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
  const loading = { request, stores, table, names: [...names], rows: new Map(), references: new Map(), report };
  report(readBase(loading));
  for (const [row, name] of names.entries()) loading.rows.set(name, row);
  // A change leads to the present price, and a made-up price has none.
  if (!table?.sample) report({ part: 'changes', changes: await readChanges(loading, now) });
  const stored = await readStoredMarkets(stores.details, request.markets);
  for (const [index, about] of stored.entries())
    if (about && (about.sample ?? false) === (table?.sample ?? false)) await readMarket(loading, index, about);
  report({ part: 'end', ranks: ranksOf(loading.names) });
  return loading.names;
}

function readBase({ request, table, names, references }: Loading): LoadedPart {
  const columns = request.markets.map((market) => ({
    ...emptyColumn(market, names.length),
    state: 'reading' as const,
  }));
  const liquidity = new Float32Array(names.length).fill(Number.NaN);
  // The table has prices of the reference markets only.
  const priced = columns.flatMap((column) => {
    const reference = referenceMarkets.find((one) => one === column.market);
    return reference ? [{ reference, column }] : [];
  });
  const seconds = Math.floor((table?.asOf ?? 0) / 1000);
  for (const [row, name] of names.entries()) {
    const quote = find(table, name);
    if (!quote) continue;
    liquidity[row] = percentLiquidity(quote) ?? Number.NaN;
    for (const { reference, column } of priced) {
      const cents = quote[reference];
      if (cents === undefined) continue;
      column.cents[row] = cents;
      column.seconds[row] = seconds;
      column.inflated[row] = quote.inflated ? 1 : 0;
    }
  }
  for (const { reference, column } of priced)
    references.set(reference, {
      cents: column.cents.slice(),
      seconds: column.seconds.slice(),
      inflated: column.inflated.slice(),
    });
  const { asOf, sample = false } = table ?? {};
  return { part: 'base', names: [...names], traits: traitsOf(names), liquidity, markets: columns, asOf, sample };
}

/** A damaged row has no price. */
function find(table: LoadedTable | undefined, name: string): Quote | undefined {
  try {
    return table?.table.find(name)?.quote;
  } catch {
    return undefined;
  }
}

async function readChanges({ request, stores, names }: Loading, now: number) {
  const stored = openStoredChanges(
    () => stores.changes,
    () => now,
  );
  const bytes = await stored.recent();
  const columns: Partial<Record<ChangeSpan, ChangeColumn>> = {};
  if (!bytes) return columns;
  for (const span of changeSpans) {
    const { find: changesOf } = await loadChanges(bytes, span);
    const column = {
      percent: new Float32Array(names.length).fill(Number.NaN),
      market: new Uint8Array(names.length),
      thin: new Uint8Array(names.length),
    };
    for (const [row, name] of names.entries()) {
      const changes = changesOf(name);
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

/** In one minute both feeds have the same data, so the market's own entry counts, as in the panel. */
const sameDataMs = 60_000;

async function readMarket(loading: Loading, index: number, about: StoredMarket): Promise<void> {
  const { request, table, names, rows, report } = loading;
  const market = request.markets[index];
  if (!market) return;
  const known = names.length;
  const details: [number, Detail][] = [];
  await forEachDetail(loading.stores.details, market, (name, detail) => {
    const row = rows.get(name) ?? names.push(name) - 1;
    if (row >= known) rows.set(name, row);
    details.push([row, detail]);
  });
  const column = emptyColumn(market, names.length);
  const isNewer = table === undefined || about.updatedAt > table.asOf - sameDataMs;
  copyReference(loading, column);
  for (const [row, detail] of details) writeDetail(column, row, detail, { about, isNewer, request });
  const more = names.slice(known);
  report({
    part: 'market',
    index,
    column,
    more: more.length > 0 ? { names: more, traits: traitsOf(more) } : undefined,
  });
}

/** The table's prices of a reference market, which stay where they are newer than the market's own entries. */
function copyReference({ references }: Loading, column: MarketColumn): void {
  const kept = references.get(column.market);
  if (!kept) return;
  column.cents.set(kept.cents);
  column.seconds.set(kept.seconds);
  column.inflated.set(kept.inflated);
}

interface DetailContext {
  readonly about: StoredMarket;
  /** Whether the market's data are newer than the table. */
  readonly isNewer: boolean;
  readonly request: LoadRequest;
}

function writeDetail(column: MarketColumn, row: number, detail: Detail, context: DetailContext): void {
  const { about, isNewer, request } = context;
  const scale = markets[column.market].unit === 'cents' ? 1 : (request.coinUsd ?? 0) * 100;
  column.offers[row] = detail.count ?? -1;
  // Cents also of a market whose price is in coins (src/protocol/price-api.md).
  column.avg7[row] = detail.avg7 ?? 0;
  column.avg30[row] = detail.avg30 ?? 0;
  if (detail.inflated) column.inflated[row] = 1;
  if (!isNewer && column.cents[row]) return;
  column.cents[row] = detail.price * scale;
  const at = Math.min(about.updatedAt, detail.updatedAt ?? about.updatedAt);
  column.seconds[row] = Math.floor(at / 1000);
}

function ranksOf(names: readonly string[]): Uint32Array<ArrayBuffer> {
  const ranks = new Map(inSearchOrder(names).map((name, rank) => [name, rank]));
  return Uint32Array.from(names, (name) => ranks.get(name) ?? 0);
}
