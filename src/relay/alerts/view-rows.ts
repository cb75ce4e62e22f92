import { hash } from 'node:crypto';
import { lazy } from '#core/asks/lazy.ts';
import { parseJson } from '#core/asks/parse-json.ts';
import { remember } from '#core/asks/remember.ts';
import { columnFields, emptyColumns } from '#core/prices/detail.ts';
import { coinMarket, type MarketId, marketIds, referenceMarkets } from '#core/prices/markets.ts';
import type { WeekChanges } from '#core/prices/quote.ts';
import type { UserLimits } from '#core/rows/column-values.ts';
import {
  type ChangeColumn,
  type ChangeSpan,
  changeSpans,
  emptyTable,
  type ItemTable,
  type MarketColumn,
  maxChangeAgeMs,
  traitsOf,
} from '#core/rows/item-table.ts';
import { changeColumn, offerColumn } from '#core/rows/market-column.ts';
import { createRowModel, type RowModel } from '#core/rows/row-model.ts';
import type { SavedView } from '#core/rows/saved-views.ts';
import { compareRows, rowsToTell, viewMemory } from '#core/rows/view-alerts.ts';
import { foundRows } from '#core/search/search.ts';
import { buildIndex, inSearchOrder } from '#core/search/search-index.ts';
import type { Bytes } from '#protocol/bytes.ts';
import type { TimedPrices, ToldPrices } from '#relay/alerts/told-items.ts';
import { namesOf, type ObservedPrices, perUnit } from '#relay/history/observed-prices.ts';

export interface ViewData extends ToldPrices {
  /** The body of `/api/changes`; absent while no past is recorded. */
  readonly changes: Bytes | undefined;
}

export interface ViewTerms {
  readonly markets: readonly MarketId[];
  readonly coinUsd: number | undefined;
  readonly limits: UserLimits;
  readonly views: readonly (SavedView & { readonly memory: string | undefined })[];
}

export type ComparedView = ReturnType<typeof compareList>[number];

/** What is remembered of a row, in place of its name, which is six times as long. */
const keyOfRow = (name: string): string => hash('sha1', name, 'base64').slice(0, 8);

/** Compares views with the newest data by the extension's own rules (src/core/rows). It is work of a thread. */
export function createViewComparer() {
  let last: { readonly key: number; readonly data: Comparable } | undefined;
  /** `undefined` where nobody knows the data of this key any more, because their thread has ended. */
  return function compareViews(
    key: number,
    data: ViewData | undefined,
    lists: readonly ViewTerms[],
    now: number,
  ): readonly (readonly ComparedView[] | 'failed')[] | undefined {
    if (data) last = { key, data: toComparable(data, now) };
    if (last?.key !== key) return undefined;
    const { data: known } = last;
    return lists.map((terms) => {
      try {
        return compareList(known, terms, now);
      } catch {
        return 'failed';
      }
    });
  };
}

function compareList(data: Comparable, terms: ViewTerms, now: number) {
  const { markets, coinUsd, limits } = terms;
  const table = data.tableFor(markets, coinUsd);
  return terms.views.flatMap(({ name, address, tells, memory }) => {
    const rows = rowsToTell(table, address, limits, data.foundRows, now, data.modelOf);
    if ('reason' in rows) return [];
    const before = viewMemory.safeParse(parseJson(memory ?? '')).data;
    const basis = JSON.stringify([tells, markets, coinUsd, limits]);
    const compared = compareRows(before, { address, basis }, rows, now, keyOfRow);
    const { news, more } = compared;
    return [{ view: name, memory: JSON.stringify({ ...compared.memory, told: [] }), news, more }];
  });
}

type Comparable = ReturnType<typeof toComparable>;

/** All that is the same for all views: names, columns of the markets, and what lists with the same terms share. */
function toComparable({ table, own, changes }: ViewData, now: number) {
  const names = inSearchOrder(new Set([table, ...own.values()].flatMap(({ prices }) => namesOf(prices))));
  const rowOf = new Map(names.map((name, row) => [name, row]));
  const listed = toRows(table.prices, rowOf);
  const flags = listed(table.prices.inflated, new Uint8Array(names.length));
  const readMarket = (market: MarketId, coinUsd: number | undefined): MarketColumn => {
    const cents = listed(table.prices.markets[market], new Float64Array(names.length));
    const isFlagged = (row: number) => flags[row] === 1;
    const told = own.get(market);
    const found = offerColumn(market, names.length, {
      table: { cents, isFlagged, asOf: table.asOf },
      own: told && toOwnColumns(market, told, rowOf),
      coinUsd,
    });
    return told ? found : { ...found, state: 'missing' };
  };
  const column = remember<MarketColumn>(marketIds.length + 2);
  const tables = remember<ItemTable>(16);
  const models = remember<RowModel>(8);
  const found = remember<Uint8Array>(16);
  const index = lazy(() => buildIndex(names));
  const told = lazy(() => {
    const items = changes && parseChanges(changes, now);
    return items && names.map((name) => items[name]);
  });
  const base = {
    ...emptyTable,
    names,
    traits: traitsOf(names),
    liquidity: listed(table.prices.liquidity, new Float32Array(names.length).fill(Number.NaN)),
    ranks: Uint32Array.from(names.keys()),
    asOf: table.asOf,
  };
  const tableKeys = new WeakMap<ItemTable, string>();
  const tableFor = (markets: readonly MarketId[], coinUsd: number | undefined): ItemTable => {
    const key = JSON.stringify([markets, coinUsd]);
    return tables(key, () => {
      const columns = markets.map((market) =>
        column(market === coinMarket ? `${market} ${coinUsd}` : market, () => readMarket(market, coinUsd)),
      );
      const items = { ...base, markets: columns, changes: readChanges(told(), markets) };
      tableKeys.set(items, key);
      return items;
    });
  };
  const modelOf: typeof createRowModel = (items, view, limits, at) =>
    models(JSON.stringify([tableKeys.get(items), view, limits, at]), () => createRowModel(items, view, limits, at));
  return { tableFor, modelOf, foundRows: (words: string) => found(words, () => foundRows(index(), words)) };
}

function toRows(prices: ObservedPrices, rowOf: ReadonlyMap<string, number>) {
  const rows = namesOf(prices).map((name) => rowOf.get(name) ?? 0);
  return <T extends Record<number, number>>(values: ArrayLike<number> = [], into: T): T => {
    for (let at = 0; at < values.length; at++) into[rows[at] ?? 0] = values[at] ?? 0;
    return into;
  };
}

function toOwnColumns(market: MarketId, { prices, asOf }: TimedPrices, rowOf: ReadonlyMap<string, number>) {
  const place = toRows(prices, rowOf);
  const columns = emptyColumns(rowOf.size);
  for (const id of [...columnFields, 'updatedAt', 'inflated'] as const) place(prices.offers?.[id], columns[id]);
  const recorded = place(prices.markets[market], new Float64Array(rowOf.size));
  return { ...columns, price: recorded.map((price) => price / perUnit(market)), bodyAsOf: asOf };
}

/** Of an item: for each reference market the per mille for each span. */
type ToldChanges = readonly (readonly (number | null)[])[] | undefined;

/** The items of a body of `changesBody` (src/relay/history/changes.ts). */
function parseChanges(bytes: Bytes, now: number): Readonly<Record<string, ToldChanges>> | undefined {
  const { updated_at, items } = JSON.parse(new TextDecoder().decode(bytes));
  return now - Date.parse(updated_at) > maxChangeAgeMs ? undefined : items;
}

function readChanges(rows: readonly ToldChanges[] | undefined, markets: readonly MarketId[]): ItemTable['changes'] {
  const columns: Partial<Record<ChangeSpan, ChangeColumn>> = {};
  for (const [at, span] of rows ? changeSpans.entries() : [])
    columns[span] = changeColumn(rows?.length ?? 0, markets, (row) => changesOf(rows?.[row], at));
  return columns;
}

function changesOf(told: ToldChanges, at: number): WeekChanges {
  const known: { -readonly [market in keyof WeekChanges]: WeekChanges[market] } = {};
  for (const [index, market] of referenceMarkets.entries()) {
    const perMille = told?.[index]?.[at];
    const thin = told?.[index]?.at(-1) === null || undefined;
    if (typeof perMille === 'number') known[market] = { percent: perMille / 10, thin };
  }
  return known;
}
