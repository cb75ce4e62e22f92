import type { ItemTable } from '#explore/data/item-table.ts';
import { createColumns } from '#explore/rows/columns.ts';
import { findReasons } from '#explore/rows/left-out.ts';
import { priceStages } from '#explore/rows/price-stages.ts';
import { allMarkets, bestMarkets, findRoutes, priceColumns, routeValues } from '#explore/rows/routes.ts';
import type { RowParts, UserLimits } from '#explore/rows/row-parts.ts';
import { routeSets } from '#explore/rows/row-sets.ts';
import { sortedRows } from '#explore/rows/sort-rows.ts';
import { averagedMarkets, hasRecordedTrends, type Trend } from '#explore/rows/trends.ts';
import { type ColumnId, type ExploreView, isTrendKind, type PriceRules, type Sorting } from '#explore/state/view.ts';

/** Per cent from which a difference is in doubt. */
const doubtfulPercent = 60;

/** The values of all rows under one set of rules. Each column is computed on first use. */
export interface RowModel extends RowParts {
  /** One number a row; NaN: none. */
  readonly column: (id: ColumnId) => Float64Array;
  /** The number of one row. Computes no other: most columns are only seen, in the drawn rows. */
  readonly value: (id: ColumnId, row: number) => number;
  /** Index of `leftOutReasons` + 1; 0: the row stays. */
  readonly reasons: () => Uint8Array;
  /** 1: the difference of the row is in doubt. */
  readonly doubts: () => Uint8Array;
  readonly sorted: (sorting: Sorting) => Uint32Array;
}

/** @param now ms since the epoch */
export function createRowModel(
  table: ItemTable,
  view: Pick<ExploreView, 'kind' | 'rules'>,
  limits: UserLimits,
  now: number,
): RowModel {
  const { rules } = view;
  const keeps = (reason: PriceRules['overruled'][number]) => rules.overruled.includes(reason);
  const minOffers = rules.minOffers ?? limits.minOffers;
  const stages = priceStages(table, {
    now,
    maxAgeMs: rules.maxAgeMinutes === undefined ? limits.maxAgeMs : rules.maxAgeMinutes * 60_000,
    minOffers,
    keepsInflated: keeps('inflated'),
    keepsOld: keeps('old'),
    keepsFewOffers: keeps('offers'),
  });
  const values = once(() => table.markets.map((column) => routeValues(column, limits.fees)));
  const sets = routeSets(table, view, limits);
  const routes = once(() => findRoutes({ usable: stages.usable, buy: sets.buy, sell: sets.sell, values: values() }));
  const exits = once(() => {
    const gains = limits.fees ? values().map(({ gain }) => gain) : [];
    return bestMarkets(stages.usable, sets.cashSell, gains, -1);
  });
  const cashBuys = once(() => {
    const costs = limits.fees ? values().map(({ cost }) => cost) : [];
    return bestMarkets(stages.usable, sets.cashBuy, costs, 1);
  });
  const cheapest = once(() => bestMarkets(stages.usable, allMarkets, priceColumns(table), 1));
  const averaged = {
    7: once(() => averagedMarkets(table, stages.usable, 7)),
    30: once(() => averagedMarkets(table, stages.usable, 30)),
  };
  const trend = once(
    (): Trend =>
      hasRecordedTrends(table)
        ? { column: 'change7', markets: table.changes[7]?.market ?? [] }
        : { column: 'against7', markets: averaged[7]() },
  );
  const parts = { table, view, limits, stages, minOffers, cheapest, exits, cashBuys, averaged, trend, routes, values };
  const { column, value } = createColumns(parts, now);
  const sorted = memoized(({ column: id, descending }: Sorting) => sortedRows(column(id), descending));
  return {
    ...parts,
    column,
    value,
    reasons: once(() => findReasons(parts)),
    doubts: once(() => doubtsOf(column(doubtColumn(parts)))),
    sorted,
  };
}

/** The column that says how far a row's prices are apart. */
const doubtColumn = ({ view: { kind }, trend }: RowParts): ColumnId =>
  isTrendKind(kind) ? trend().column : kind === 'all' ? 'spread' : 'difference';

function doubtsOf(differences: Float64Array): Uint8Array {
  const doubts = new Uint8Array(differences.length);
  for (let row = 0; row < doubts.length; row++) doubts[row] = Math.abs(differences[row] ?? 0) > doubtfulPercent ? 1 : 0;
  return doubts;
}

/** Keeps the result of the first call. */
function once<T extends object>(compute: () => T): () => T {
  let result: T | undefined;
  return () => {
    result ??= compute();
    return result;
  };
}

function memoized<R>(compute: (sorting: Sorting) => R): (sorting: Sorting) => R {
  const known = new Map<string, R>();
  return (sorting) => {
    const key = `${sorting.column} ${sorting.descending}`;
    const result = known.get(key) ?? compute(sorting);
    known.set(key, result);
    return result;
  };
}
