import { lazy } from '#core/asks/lazy.ts';
import { remember } from '#core/asks/remember.ts';
import { feesOf } from '#core/money/fees.ts';
import { betterExit, type Exit, exitAt, type NoExitReason, reasonWithoutPrice } from '#core/prices/exit-value.ts';
import { balanceMarket, type MarketId } from '#core/prices/markets.ts';
import type { RouteSets, RowParts, UserLimits } from '#core/rows/column-values.ts';
import { createColumns } from '#core/rows/columns.ts';
import { firstPlace } from '#core/rows/first-place.ts';
import { type ItemTable, mark } from '#core/rows/item-table.ts';
import { offerReader, stageReasons, stagesOf } from '#core/rows/price-stages.ts';
import { bestMarkets, findRoutes, noMarket } from '#core/rows/routes.ts';
import { averagedMarkets, hasRecordedTrends } from '#core/rows/trends.ts';
import {
  type ColumnId,
  type ExploreView,
  isRouteKind,
  isTrendKind,
  type LeftOutReason,
  leftOutReasons,
  type OverrulableReason,
  type Sorting,
} from '#core/rows/view.ts';

/** Per cent from which a difference is in doubt. */
const doubtfulPercent = 60;

export type RowModel = ReturnType<typeof createRowModel>;

/** The values of all rows under one set of rules. Each column is computed on first use. @param now ms since the epoch */
export function createRowModel(
  table: ItemTable,
  view: Pick<ExploreView, 'kind' | 'rules'>,
  limits: UserLimits,
  now: number,
) {
  const parts = createParts(table, view, limits, now);
  const { column, value } = createColumns(parts, now);
  const orders = remember<Uint32Array>(32);
  return {
    ...parts,
    /** One number a row; NaN: none. */
    column,
    /** The number of one row. Computes no other: most columns are only seen, in the drawn rows. */
    value,
    /** Index of `leftOutReasons` + 1; 0: the row stays. */
    reasons: lazy(() => findReasons(parts)),
    /** 1: the difference of the row is in doubt. */
    doubts: lazy(() => doubtsOf(column(doubtColumn(parts)))),
    sorted: ({ column: id, descending }: Sorting) =>
      orders(`${id} ${descending}`, () => sortedRows(column(id), descending)),
  };
}

function createParts(table: ItemTable, view: RowParts['view'], limits: UserLimits, now: number): RowParts {
  const { overruled, maxAgeMinutes, minOffers = limits.minOffers } = view.rules;
  const keeps = (reason: OverrulableReason) => overruled.includes(reason);
  const rules = {
    now,
    staleAfterMs: maxAgeMinutes === undefined ? limits.maxAgeMs : maxAgeMinutes * 60_000,
    minCount: keeps('offers') ? 0 : minOffers,
    keepsInflated: keeps('inflated'),
    keepsOld: keeps('old'),
  };
  const stages = stagesOf(table, rules);
  const { usable } = stages;
  const sets = routeSets(table, view, limits);
  const base = { table, view, limits, stages, rules, minOffers, sets };
  const averaged = {
    7: lazy(() => averagedMarkets(table, usable, 7)),
    30: lazy(() => averagedMarkets(table, usable, 30)),
  };
  return {
    ...base,
    ...exitFinder(base),
    averaged,
    cheapest: lazy(() => bestMarkets(usable, table, 1)),
    trend: lazy(() =>
      hasRecordedTrends(table)
        ? { column: 'change7', markets: table.changes[7]?.market ?? [] }
        : { column: 'against7', markets: averaged[7]() },
    ),
    routes: lazy(() => findRoutes({ table, usable, ...sets, fees: limits.fees })),
  };
}

type ExitParts = Pick<RowParts, 'table' | 'rules' | 'limits' | 'sets' | 'stages'>;

/** What markets ask for a row's item and what sales of it leave, by the functions that cards and sums use. */
function exitFinder({ table, rules, limits, sets, stages }: ExitParts) {
  const offerAt = offerReader(rules);
  const fees = { confirmed: limits.fees !== undefined, markets: limits.fees ?? {} };
  const chosen = [...table.markets.entries()].filter(([index]) => sets.cashSell & (1 << index));
  // Averages and listings come with a market's own data.
  const loaded = chosen.filter(([, { state }]) => state === 'loaded');
  const sums = { ...rules, fees, selling: loaded.map(([, { market }]) => market) };
  const isCharged = ([, { market }]: (typeof chosen)[number]) => feesOf(fees, market)?.selling;
  const selling = loaded.filter(isCharged);
  const first = reasonWithoutPrice(chosen.filter(isCharged).length, selling.length);
  const exit = (row: number) => {
    let best: Exit | NoExitReason = first;
    for (const [index, column] of selling) {
      const cents = column.cents[row] ?? 0;
      if (cents === 0) continue;
      // No more is left of a price than the price.
      if (typeof best === 'string' || (cents > best.netCents && (stages.usable[row] ?? 0) & (1 << index)))
        best = betterExit(best, exitAt(offerAt(column, row), sums));
    }
    return best;
  };
  const offers = (row: number) => table.markets.map((column) => ({ ...offerAt(column, row) }));
  return { exit, offers, sums };
}

/** The column that says how far a row's prices are apart. */
const doubtColumn = ({ view: { kind }, trend }: RowParts): ColumnId =>
  isTrendKind(kind) ? trend().column : kind === 'all' ? 'spread' : 'difference';

function doubtsOf(differences: Float64Array): Uint8Array {
  const doubts = new Uint8Array(differences.length);
  for (let row = 0; row < doubts.length; row++) doubts[row] = Math.abs(differences[row] ?? 0) > doubtfulPercent ? 1 : 0;
  return doubts;
}

/** Indexes of the values in their order, equal ones in the order of their indexes. NaN comes last in both directions. */
export function sortedRows(values: Float64Array, descending: boolean): Uint32Array {
  const sign = descending ? -1 : 1;
  // A typed array of numbers sorts many times faster than indexes by a comparison, and has NaN last.
  const sorted = values.map((value) => sign * value).sort();
  const known = firstPlace(sorted.length, (at) => Number.isNaN(sorted[at]));
  const taken = new Uint32Array(values.length);
  const order = new Uint32Array(values.length);
  let unknown = known;
  for (let row = 0; row < values.length; row++) {
    const value = sign * (values[row] ?? Number.NaN);
    if (Number.isNaN(value)) {
      order[unknown++] = row;
      continue;
    }
    const first = firstPlace(known, (at) => (sorted[at] ?? Number.NaN) >= value);
    const before = taken[first] ?? 0;
    taken[first] = before + 1;
    order[first + before] = row;
  }
  return order;
}

const numberOf = (reason: LeftOutReason | undefined): number => (reason ? leftOutReasons.indexOf(reason) + 1 : 0);

/** Why each row is left out: index of `leftOutReasons` + 1, or 0. The first reason that applies counts. */
function findReasons(parts: RowParts): Uint8Array {
  const { table, view, stages, limits } = parts;
  const { names, traits, liquidity } = table;
  const reasons = new Uint8Array(names.length);
  const keeps = (reason: OverrulableReason) => view.rules.overruled.includes(reason);
  const isRoute = isRouteKind(view.kind);
  if (table.sample && view.kind !== 'all') return reasons.fill(numberOf('sample'));
  const isPossible = possibility(parts);
  const isTrend = isTrendKind(view.kind);
  const isRecorded = isTrend && parts.trend().column === 'change7';
  const history = isRecorded ? historyReason(parts) : () => undefined;
  const hasNoAverage = (row: number) => isTrend && !isRecorded && parts.trend().markets[row] === noMarket;
  const least = view.rules.minLiquidity ?? limits.minLiquidity;
  const isIlliquid = (row: number) => least > 0 && !keeps('liquidity') && !((liquidity[row] ?? 0) >= least);
  const hasPhases = (row: number) => isRoute && !keeps('phases') && ((traits.marks[row] ?? 0) & mark.phases) !== 0;
  const hasNoFees = (row: number) => isRoute && parts.routes().buy[row] === noMarket;
  const loading = loadingSet(table);
  /** The number of listings may still come. Meanwhile no price counts, and a row shows what needs none that does. */
  const isWaiting = (row: number) => ((stages.current[row] ?? 0) & loading) !== 0;
  const reasonOf = (row: number): LeftOutReason | undefined => {
    const unknown = history(row);
    if (unknown) return unknown;
    for (const [stage, reason] of stageReasons)
      if (!isPossible(stages[stage][row] ?? 0, row) && (isRoute || reason !== 'offers' || !isWaiting(row)))
        return reason;
    if (hasNoAverage(row) && !isWaiting(row)) return 'average';
    if (isIlliquid(row)) return 'liquidity';
    if (hasPhases(row)) return 'phases';
    return hasNoFees(row) ? 'fees' : undefined;
  };
  for (let row = 0; row < reasons.length; row++) reasons[row] = numberOf(reasonOf(row));
  return reasons;
}

const loadingSet = ({ markets }: RowParts['table']): number =>
  markets.reduce((set, { state }, index) => (state !== 'loaded' ? set | (1 << index) : set), 0);

function possibility({ view, trend, sets: { buy, sell } }: RowParts): (set: number, row: number) => boolean {
  if (isTrendKind(view.kind) && trend().column === 'change7') {
    const { markets } = trend();
    return (set, row) => (set & (1 << (markets[row] ?? 0))) !== 0;
  }
  if (!isRouteKind(view.kind)) return (set) => set !== 0;
  return (set) => {
    const [from, to] = [set & buy, set & sell];
    return from !== 0 && to !== 0 && !(from === to && (from & (from - 1)) === 0);
  };
}

function historyReason({ table, view }: RowParts): (row: number) => LeftOutReason | undefined {
  const change = table.changes[7];
  const keepsNew = view.rules.overruled.includes('new');
  return (row) => {
    if (Number.isNaN(change?.percent[row] ?? Number.NaN)) return 'history';
    return change?.thin[row] && !keepsNew ? 'new' : undefined;
  };
}

/** The sets of markets to buy and to sell at. Only the view of balance sells on Steam. */
function routeSets(
  { markets }: ItemTable,
  { kind, rules }: Pick<ExploreView, 'kind' | 'rules'>,
  { selling }: Pick<UserLimits, 'selling'>,
): RouteSets {
  const setOf = (chosen: readonly MarketId[]) =>
    markets.reduce(
      (set, { market }, index) => (chosen.length === 0 || chosen.includes(market) ? set | (1 << index) : set),
      0,
    );
  const balance = markets.findIndex(({ market }) => market === balanceMarket);
  const balanceSet = balance < 0 ? 0 : 1 << balance;
  const cashSell = setOf(rules.sell.length > 0 ? rules.sell : selling) & ~balanceSet;
  const buy = setOf(rules.buy);
  const cashBuy = buy & ~balanceSet;
  if (kind === 'balance') return { buy: cashBuy, sell: balanceSet, cashBuy, cashSell };
  return { buy: kind === 'steam' ? balanceSet : buy, sell: cashSell, cashBuy, cashSell };
}
