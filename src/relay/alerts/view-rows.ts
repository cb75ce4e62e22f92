import { columnFields, emptyColumns } from '#core/prices/detail.ts';
import { type MarketId, markets as marketFacts, referenceMarkets } from '#core/prices/markets.ts';
import type { WeekChanges } from '#core/prices/quote.ts';
import {
  type ChangeColumn,
  type ChangeSpan,
  changeSpans,
  emptyTable,
  type ItemTable,
  maxChangeAgeMs,
  traitsOf,
} from '#core/rows/item-table.ts';
import { changeColumn, type OwnPriceColumns, offerColumn } from '#core/rows/market-column.ts';
import type { UserLimits } from '#core/rows/row-parts.ts';
import { readPlace } from '#core/rows/view-address.ts';
import { type AlertRows, rowsToTell, type ViewWait } from '#core/rows/view-alerts.ts';
import { foundRows } from '#core/search/search.ts';
import { buildIndex, inSearchOrder } from '#core/search/search-index.ts';
import type { Bytes } from '#protocol/bytes.ts';
import { namesOf, type ObservedPrices } from '#relay/history/observed-prices.ts';

/** What a body tells, and its time, ms since 1970. */
interface TimedPrices {
  readonly prices: ObservedPrices;
  readonly asOf: number;
}

/** The newest data. */
export interface ViewData {
  readonly table: TimedPrices;
  /** Markets' own data, as far as they are there. */
  readonly own: ReadonlyMap<MarketId, TimedPrices>;
  /** The body of `/api/changes`; absent while no past is recorded. */
  readonly changes: Bytes | undefined;
}

/** Saved views of one user, and what they rest on. */
export interface ViewTerms {
  /** The compared markets in the user's order. */
  readonly markets: readonly MarketId[];
  /** US dollars for a coin of the market that counts in coins. */
  readonly coinUsd: number | undefined;
  readonly limits: UserLimits;
  readonly addresses: readonly string[];
}

export type FoundRows = readonly (AlertRows | ViewWait)[];

/**
 * The rows of which each view may tell, by the extension's own rules (src/core/rows). It takes a second: it is work of a thread.
 * @param now ms since 1970
 */
export function findViewRows(data: ViewData, terms: ViewTerms, now: number): FoundRows {
  const table = toItemTable(data, terms, now);
  const views = terms.addresses.map((address) => readPlace(address).view);
  const hasText = views.some(({ filters }) => filters.text.trim());
  const index = hasText ? buildIndex(table.names) : undefined;
  return views.map((view) => {
    const words = view.filters.text.trim();
    return rowsToTell(table, view, terms.limits, words && index ? foundRows(index, words) : undefined, now);
  });
}

function toItemTable({ table, own, changes }: ViewData, { markets, coinUsd }: ViewTerms, now: number): ItemTable {
  const names = inSearchOrder(new Set([table, ...own.values()].flatMap(({ prices }) => namesOf(prices))));
  const rowOf = new Map(names.map((name, row) => [name, row]));
  const listed = toRows(table.prices, rowOf);
  const flags = listed(table.prices.inflated, new Uint8Array(names.length));
  const columns = markets.map((market) => {
    const cents = listed(table.prices.markets[market], new Float64Array(names.length));
    const isFlagged = (row: number) => flags[row] === 1;
    const told = own.get(market);
    const column = offerColumn(market, names.length, {
      table: { cents, isFlagged, asOf: table.asOf },
      own: told && toOwnColumns(market, told, rowOf),
      coinUsd,
    });
    return told ? column : { ...column, state: 'missing' as const };
  });
  return {
    ...emptyTable,
    names,
    traits: traitsOf(names),
    liquidity: listed(table.prices.liquidity, new Float32Array(names.length).fill(Number.NaN)),
    markets: columns,
    changes: changes ? readChanges(changes, names, markets, now) : {},
    ranks: Uint32Array.from(names.keys()),
    asOf: table.asOf,
  };
}

type Values =
  | Float64Array<ArrayBuffer>
  | Float32Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Uint8Array<ArrayBuffer>;

/** Writes a body's values into a column of the table. */
function toRows(prices: ObservedPrices, rowOf: ReadonlyMap<string, number>) {
  const rows = namesOf(prices).map((name) => rowOf.get(name) ?? 0);
  return <T extends Values>(values: ArrayLike<number> = [], into: T): T => {
    for (let at = 0; at < values.length; at++) into[rows[at] ?? 0] = values[at] ?? 0;
    return into;
  };
}

function toOwnColumns(
  market: MarketId,
  { prices, asOf }: TimedPrices,
  rowOf: ReadonlyMap<string, number>,
): OwnPriceColumns {
  const place = toRows(prices, rowOf);
  const columns = emptyColumns(rowOf.size);
  for (const id of [...columnFields, 'updatedAt', 'inflated'] as const) place(prices.offers?.[id], columns[id]);
  const price = place(prices.markets[market], new Float64Array(rowOf.size));
  // Coins are recorded in hundredths.
  const units = marketFacts[market].unit === 'coins' ? price.map((hundredths) => hundredths / 100) : price;
  return { ...columns, price: units, bodyAsOf: asOf };
}

/** A body of `changesBody` (src/relay/history/changes.ts). */
interface ChangesBody {
  readonly updated_at: string;
  /** By item: for each reference market the per mille for each span. */
  readonly items: Readonly<Record<string, readonly (readonly (number | null)[])[]>>;
}

function readChanges(bytes: Bytes, names: readonly string[], markets: readonly MarketId[], now: number) {
  const { updated_at, items }: ChangesBody = JSON.parse(new TextDecoder().decode(bytes));
  const columns: Partial<Record<ChangeSpan, ChangeColumn>> = {};
  if (now - Date.parse(updated_at) > maxChangeAgeMs) return columns;
  for (const [at, span] of changeSpans.entries())
    columns[span] = changeColumn(names.length, markets, (row) => changesOf(items[names[row] ?? ''], at));
  return columns;
}

function changesOf(told: ChangesBody['items'][string] | undefined, at: number): WeekChanges | undefined {
  const known = referenceMarkets.flatMap((market, index) => {
    const perMille = told?.[index]?.[at];
    const thin = told?.[index]?.at(-1) === null || undefined;
    return typeof perMille === 'number' ? [[market, { percent: perMille / 10, thin }] as const] : [];
  });
  return Object.fromEntries(known);
}
