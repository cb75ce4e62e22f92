import { balanceCents, costCents } from '#core/money/fees.ts';
import { ageMs } from '#core/prices/age.ts';
import { percentMore } from '#core/prices/comparison.ts';
import { mostCost } from '#core/prices/deals.ts';
import { byExploreField } from '#core/prices/detail.ts';
import type { Exit } from '#core/prices/exit-value.ts';
import { balanceMarket, type MarketId } from '#core/prices/markets.ts';
import type { ChangeColumn, MarketColumn } from '#core/rows/item-table.ts';
import { mark } from '#core/rows/item-table.ts';
import { bestMarkets, cheapestBuy, noMarket, sellingCents } from '#core/rows/routes.ts';
import type { RowParts } from '#core/rows/row-parts.ts';
import { type AverageSpan, averagesOf } from '#core/rows/trends.ts';
import { type ColumnId, isRouteKind, isTrendKind, marketOfColumn, type PlainColumn } from '#core/rows/view.ts';

type Compute = (row: number) => number;

const isOneMarket = (set: number): boolean => (set & (set - 1)) === 0;

const none = Number.NaN;

/** A market with as many listings of an item is one where it sells; with fewer, a profit counts in proportion. */
const easyCount = 10;

/** Computes columns by their ids, each once, or single values of them. @param now ms since the epoch */
export function createColumns(parts: RowParts, now: number) {
  const computes = new Map<ColumnId, Compute>();
  const columns = new Map<ColumnId, Float64Array>();
  const get = (id: ColumnId): Compute => {
    const known = computes.get(id);
    if (known) return known;
    const market = marketOfColumn(id);
    const compute = market ? priceOf(parts, market) : computers[id as PlainColumn](parts, get, now);
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

function priceOf({ table }: RowParts, wanted: MarketId): Compute {
  const column = table.markets.find(({ market }) => market === wanted);
  return (row) => column?.cents[row] || none;
}

type Get = (id: ColumnId) => Compute;

/** The price of each row on one of the markets. */
const centsAt =
  ({ table }: RowParts, markets: Int8Array): Compute =>
  (row) =>
    table.markets[markets[row] ?? noMarket]?.cents[row] ?? none;

/** A difference, a profit or a ratio: samples have none, and neither has an item of several phases. */
function comparable(parts: RowParts, compute: Compute): Compute {
  const { table, view } = parts;
  if (table.sample) return () => none;
  const keepsPhases = view.rules.overruled.includes('phases');
  return (row) => (((table.traits.marks[row] ?? 0) & mark.phases) !== 0 && !keepsPhases ? none : compute(row));
}

function routeCents({ table, routes }: RowParts, end: 'buy' | 'sell'): Compute {
  const markets = routes()[end];
  return (row) => {
    const column = table.markets[markets[row] ?? noMarket];
    if (!column) return none;
    return end === 'buy' ? (column.cents[row] ?? none) : sellingCents(column, row);
  };
}

/** Cost or gain on the row's route; without confirmed fees there is none. What Steam credits is no gain. */
function afterFees(parts: RowParts, end: 'buy' | 'sell'): Compute {
  if (!parts.limits.fees || (end === 'sell' && parts.view.kind === 'balance')) return () => none;
  const cents = parts.routes()[end === 'buy' ? 'cost' : 'gain'];
  return (row) => cents[row] ?? none;
}

/** A number of rows that have an exit. */
const withExit =
  ({ exit }: RowParts, compute: (exit: Exit) => number | undefined): Compute =>
  (row) => {
    const found = exit(row);
    return (typeof found === 'object' ? compute(found) : undefined) ?? none;
  };

/** A number of rows whose price on Steam counts. */
function withBalance(
  { table, stages }: RowParts,
  compute: (steam: MarketColumn, row: number) => number | undefined,
): Compute {
  const index = table.markets.findIndex(({ market }) => market === balanceMarket);
  const steam = table.markets[index];
  return (row) => (steam && (stages.usable[row] ?? 0) & (1 << index) ? (compute(steam, row) ?? none) : none);
}

/** What 1.00 of balance becomes: the item is bought with balance and sold at its exit. */
const cashRatio = (parts: RowParts): Compute =>
  withBalance(parts, (steam, row) => withExit(parts, ({ netCents }) => netCents / (steam.cents[row] ?? none))(row));

/** The balance that 1.00 of cash becomes: the item is bought where it costs least and sold on Steam. */
function balanceRatio(parts: RowParts): Compute {
  const { table, limits, stages, sets } = parts;
  const { fees } = limits;
  const credit = creditCents(parts);
  return withBalance(parts, (_, row) => {
    const from = fees && cheapestBuy(table.markets, (stages.usable[row] ?? 0) & sets.cashBuy, row, fees);
    const cost = from && costCents(from.cents[row] ?? none, fees[from.market]);
    return cost && credit(row) / cost;
  });
}

/** What Steam credits for the item. */
const creditCents = (parts: RowParts): Compute =>
  withBalance(parts, (steam, row) => {
    const charged = parts.limits.fees?.[balanceMarket];
    return charged && balanceCents(sellingCents(steam, row), charged);
  });

const changeOf =
  (change: ChangeColumn | undefined): Compute =>
  (row) =>
    change?.percent[row] ?? none;

/** How far a price is above its average. */
function againstAverage({ table, averaged }: RowParts, span: AverageSpan): Compute {
  if (table.sample) return () => none;
  const markets = averaged[span]();
  return (row) => {
    const column = table.markets[markets[row] ?? noMarket];
    return column ? percentMore(column.cents[row] ?? none, averagesOf(column, span)[row] ?? none) : none;
  };
}

/** Index of the market where each row's item is bought: of the route, of the trend, or the cheapest. */
export function mainMarkets({ view, cheapest, trend, routes }: RowParts): ArrayLike<number> {
  if (isTrendKind(view.kind)) return trend().markets;
  return isRouteKind(view.kind) ? routes().buy : cheapest();
}

/** The age of the oldest price that the row rests on, ms. */
function ageOf(parts: RowParts, now: number): Compute {
  const { table, stages, view } = parts;
  const main = mainMarkets(parts);
  const { sell } = isRouteKind(view.kind) ? parts.routes() : { sell: undefined };
  return (row) => {
    const first = main[row] ?? noMarket;
    if (first === noMarket) return none;
    const set = sell
      ? (1 << first) | (1 << (sell[row] ?? first))
      : view.kind === 'all'
        ? (stages.usable[row] ?? 0)
        : 1 << first;
    let oldest = Number.POSITIVE_INFINITY;
    for (const [index, { updatedAt }] of table.markets.entries())
      if (set & (1 << index)) oldest = Math.min(oldest, updatedAt[row] ?? 0);
    return ageMs(oldest * 1000, now);
  };
}

const computers: Readonly<Record<PlainColumn, (parts: RowParts, get: Get, now: number) => Compute>> = {
  item:
    ({ table }) =>
    (row) =>
      table.ranks[row] ?? Number.MAX_SAFE_INTEGER,
  cheapest: (parts) => centsAt(parts, parts.cheapest()),
  dearest: (parts) => centsAt(parts, bestMarkets(parts.stages.usable, parts.table, -1)),
  spread: (parts, get) => {
    const [least, most] = [get('cheapest'), get('dearest')];
    const { usable } = parts.stages;
    return comparable(parts, (row) => (isOneMarket(usable[row] ?? 0) ? none : percentMore(most(row), least(row))));
  },
  exit: (parts) =>
    comparable(
      parts,
      withExit(parts, ({ netCents }) => netCents),
    ),
  buy: (parts) => routeCents(parts, 'buy'),
  sell: (parts) => routeCents(parts, 'sell'),
  difference: (parts, get) => {
    const [buy, sell] = [get('buy'), get('sell')];
    return comparable(parts, (row) => percentMore(sell(row), buy(row)));
  },
  cost: (parts) => comparable(parts, afterFees(parts, 'buy')),
  net: (parts) => comparable(parts, afterFees(parts, 'sell')),
  profit: (_, get) => {
    const [cost, net] = [get('cost'), get('net')];
    return (row) => net(row) - cost(row);
  },
  profitPercent: (_, get) => {
    const [cost, net] = [get('cost'), get('net')];
    return (row) => percentMore(net(row), cost(row));
  },
  patience: (parts, get) => {
    const [percent, liquidity] = [get('profitPercent'), get('liquidity')];
    return (row) => {
      const listed = parts.table.markets[parts.routes().sell[row] ?? noMarket]?.count[row] ?? 0;
      const chance = ((liquidity(row) || 0) / 100) * Math.min(listed / easyCount, 1);
      return percent(row) > 0 ? percent(row) * chance : percent(row);
    };
  },
  payAtMost: (parts) =>
    comparable(
      parts,
      withExit(parts, ({ netCents }) => {
        const { profitPercent, profitCents = none } = parts.limits;
        const most = mostCost(netCents, { profitPercent, profitCents });
        return most > 0 ? most : undefined;
      }),
    ),
  cash: (parts) => comparable(parts, cashRatio(parts)),
  toBalance: (parts) => comparable(parts, balanceRatio(parts)),
  credit: (parts) => comparable(parts, creditCents(parts)),
  change1: ({ table }) => changeOf(table.changes[1]),
  change7: ({ table }) => changeOf(table.changes[7]),
  change30: ({ table }) => changeOf(table.changes[30]),
  against7: (parts) => againstAverage(parts, 7),
  against30: (parts) => againstAverage(parts, 30),
  liquidity:
    ({ table }) =>
    (row) =>
      table.liquidity[row] ?? none,
  ...byExploreField((id) => (parts) => {
    const main = mainMarkets(parts);
    return (row) => parts.table.markets[main[row] ?? noMarket]?.[id][row] || none;
  }),
  age: (parts, _, now) => ageOf(parts, now),
};
