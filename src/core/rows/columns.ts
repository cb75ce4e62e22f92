import { percentMore } from '#core/prices/comparison.ts';
import { mostCost } from '#core/prices/deals.ts';
import { type Exit, profitFor } from '#core/prices/exit-value.ts';
import type { MarketId } from '#core/prices/markets.ts';
import {
  afterFees,
  againstAverage,
  ageOf,
  balanceRatio,
  type Compute,
  cashRatio,
  centsAt,
  changeOf,
  comparable,
  creditCents,
  mainMarkets,
  none,
  ofExit,
  priceOf,
  type RowParts,
  routeCents,
} from '#core/rows/column-values.ts';
import { bestMarkets, noMarket } from '#core/rows/routes.ts';
import type { AverageSpan } from '#core/rows/trends.ts';
import { type ColumnId, marketOfColumn, type PlainColumn } from '#core/rows/view.ts';

const netOf = ({ netCents }: Exit): number => netCents;

const isOneMarket = (set: number): boolean => (set & (set - 1)) === 0;

/** A market with as many listings of an item is one where it sells; with fewer, a profit counts in proportion. */
const easyCount = 10;

/** How a column's values are written, in a table and in a file. */
export type NumberKind = 'item' | 'money' | 'limit' | 'gain' | 'percent' | 'gainPercent' | 'ratio' | 'count' | 'age';

type Get = (id: ColumnId) => Compute;
type RowPlace = Pick<RowParts, 'table' | 'exit' | 'routes'>;

interface Column {
  readonly kind: NumberKind;
  /** Keys of its head's words and their title, and a value for both. */
  readonly words: readonly [head: string, title?: string, value?: string];
  /** @param now ms since the epoch */
  readonly of: (parts: RowParts, get: Get, now: number) => Compute;
  /** The market of a row's value, where it may be of any. */
  readonly marketAt?: (parts: RowPlace, row: number) => MarketId | undefined;
  /** Its averages, with which a value compares a price. */
  readonly against?: AverageSpan;
}

const column = <const W extends Column['words']>(
  kind: NumberKind,
  words: W,
  of: Column['of'],
  more: Omit<Column, 'kind' | 'words' | 'of'> = {},
) => ({ kind, words, of, ...more });

const changeBy = <const D extends 1 | 7 | 30>(days: D) =>
  column('percent', ['exploreChange', 'exploreChangeTitle', `${days}`], ({ table }) => changeOf(table.changes[days]));

const againstBy = <const D extends AverageSpan>(days: D) =>
  column('percent', ['exploreAgainst', 'exploreAgainstTitle', `${days}`], (parts) => againstAverage(parts, days), {
    against: days,
  });

const routeMarket = (end: 'buy' | 'sell') => ({
  marketAt: ({ table, routes }: RowPlace, row: number) => table.markets[routes()[end][row] ?? noMarket]?.market,
});

const plain = {
  item: column(
    'item',
    ['wordItem'],
    ({ table }) =>
      (row) =>
        table.ranks[row] ?? Number.MAX_SAFE_INTEGER,
  ),
  cheapest: column('money', ['exploreCheapest', 'exploreCheapestTitle'], (parts) => centsAt(parts, parts.cheapest())),
  dearest: column('money', ['exploreDearest', 'exploreDearestTitle'], (parts) =>
    centsAt(parts, bestMarkets(parts.stages.usable, parts.table, -1)),
  ),
  spread: column('percent', ['exploreSpread', 'spreadTitle'], (parts, get) => {
    const [least, most] = [get('cheapest'), get('dearest')];
    const { usable } = parts.stages;
    return comparable(parts, (row) => (isOneMarket(usable[row] ?? 0) ? none : percentMore(most(row), least(row))));
  }),
  exit: column('money', ['exploreExit', 'exploreExitTitle'], (parts) => comparable(parts, ofExit(parts, netOf)), {
    marketAt: ({ exit }, row) => {
      const sold = exit(row);
      return typeof sold === 'object' ? sold.market : undefined;
    },
  }),
  buy: column('money', ['exploreBuy', 'exploreBuyTitle'], (parts) => routeCents(parts, 'buy'), routeMarket('buy')),
  sell: column('money', ['exploreSell', 'exploreSellTitle'], (parts) => routeCents(parts, 'sell'), routeMarket('sell')),
  difference: column('percent', ['wordDifference', 'exploreDifferenceTitle'], (parts, get) => {
    const [buy, sell] = [get('buy'), get('sell')];
    return comparable(parts, (row) => percentMore(sell(row), buy(row)));
  }),
  cost: column('money', ['wordCost', 'exploreCostTitle'], (parts) => comparable(parts, afterFees(parts, 'buy'))),
  net: column('money', ['wordNet', 'exploreNetTitle'], (parts) => comparable(parts, afterFees(parts, 'sell'))),
  profit: column('gain', ['exploreProfit', 'exploreProfitTitle'], (_, get) => {
    const [cost, net] = [get('cost'), get('net')];
    return (row) => profitFor(net(row), cost(row));
  }),
  profitPercent: column('gainPercent', ['exploreProfitPercent', 'exploreProfitPercentTitle'], (_, get) => {
    const [cost, net] = [get('cost'), get('net')];
    return (row) => (profitFor(net(row), cost(row)) / cost(row)) * 100;
  }),
  patience: column('percent', ['explorePatience', 'explorePatienceTitle'], (parts, get) => {
    const [percent, liquidity] = [get('profitPercent'), get('liquidity')];
    return (row) => {
      const listed = parts.table.markets[parts.routes().sell[row] ?? noMarket]?.count[row] ?? 0;
      const chance = ((liquidity(row) || 0) / 100) * Math.min(listed / easyCount, 1);
      return percent(row) > 0 ? percent(row) * chance : percent(row);
    };
  }),
  payAtMost: column('limit', ['exploreCostAtMost', 'exploreCostAtMostTitle'], (parts) => {
    const { profitPercent, profitCents = none } = parts.limits;
    const most = ofExit(parts, ({ netCents }) => mostCost(netCents, { profitPercent, profitCents }));
    return comparable(parts, (row) => (most(row) > 0 ? most(row) : none));
  }),
  cash: column('ratio', ['exploreCash', 'exploreCashTitle'], (parts) => comparable(parts, cashRatio(parts))),
  toBalance: column('ratio', ['exploreToBalance', 'exploreToBalanceTitle'], (parts) =>
    comparable(parts, balanceRatio(parts)),
  ),
  credit: column('money', ['exploreCredit', 'exploreCreditTitle'], (parts) => comparable(parts, creditCents(parts))),
  change1: changeBy(1),
  change7: changeBy(7),
  change30: changeBy(30),
  against7: againstBy(7),
  against30: againstBy(30),
  liquidity: column(
    'count',
    ['exploreLiquidity', 'exploreLiquidityTitle'],
    ({ table }) =>
      (row) =>
        table.liquidity[row] ?? none,
  ),
  offers: column('count', ['wordListings', 'exploreOffersTitle'], (parts) => {
    const main = mainMarkets(parts);
    return (row) => parts.table.markets[main[row] ?? noMarket]?.count[row] || none;
  }),
  age: column('age', ['wordAge', 'exploreAgeTitle'], (parts, _, now) => ageOf(parts, now)),
} satisfies Readonly<Record<PlainColumn, Column>>;

const isPlain = (id: ColumnId): id is PlainColumn => Object.hasOwn(plain, id);

/** The words of a column's head, by their keys; `undefined` for one of a market's prices. */
export const wordsOfColumn = (id: ColumnId) => (isPlain(id) ? plain[id].words : undefined);

export const columnOf = (id: ColumnId): Omit<Column, 'words'> =>
  isPlain(id) ? plain[id] : { kind: 'money', of: (parts) => priceOf(parts, marketOfColumn(id)) };

/** Computes columns by their ids, each once, or single values of them. @param now ms since the epoch */
export function createColumns(parts: RowParts, now: number) {
  const computes = new Map<ColumnId, Compute>();
  const columns = new Map<ColumnId, Float64Array>();
  const get = (id: ColumnId): Compute => {
    const known = computes.get(id);
    if (known) return known;
    const compute = columnOf(id).of(parts, get, now);
    computes.set(id, compute);
    return compute;
  };
  const column = (id: ColumnId): Float64Array => {
    const known = columns.get(id);
    if (known) return known;
    const compute = get(id);
    const values = new Float64Array(parts.table.names.length);
    for (let row = 0; row < values.length; row++) values[row] = compute(row);
    columns.set(id, values);
    return values;
  };
  return { column, value: (id: ColumnId, row: number): number => get(id)(row) };
}
