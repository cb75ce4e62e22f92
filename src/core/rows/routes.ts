import { costCents, type Fees } from '#core/money/fees.ts';
import { arrivingCents, profitFor, sellingPrice } from '#core/prices/exit-value.ts';
import type { ItemTable, MarketColumn } from '#core/rows/item-table.ts';

/** In the place of a market: the row has no route. */
export const noMarket = -1;

export type Routes = ReturnType<typeof findRoutes>;

export const sellingCents = ({ cents, avg7 }: MarketColumn, row: number): number =>
  sellingPrice(cents[row] ?? 0, avg7[row]).cents;

/** @param fees `undefined`: prices count without fees; where the fee for buying is unknown there is no cost */
const costAt = ({ market, cents }: MarketColumn, row: number, fees: Fees | undefined): number => {
  const ask = cents[row] ?? 0;
  return fees ? (costCents(ask, fees[market]) ?? Number.NaN) : ask;
};

const gainAt = (column: MarketColumn, row: number, fees: Fees | undefined): number => {
  if (!fees) return sellingCents(column, row);
  const price = { cents: column.cents[row], avg7: column.avg7[row] };
  return arrivingCents(column.market, price, fees[column.market]) ?? Number.NaN;
};

export interface RouteSearch {
  readonly table: Pick<ItemTable, 'markets'>;
  /** The prices that count, a set of markets for each row. */
  readonly usable: Uint16Array;
  /** Sets of markets. */
  readonly buy: number;
  readonly sell: number;
  readonly fees: Fees | undefined;
}

/** The best pair of two markets of each row: the one that leaves most. Of equal pairs the first in the markets' order. */
export function findRoutes({ table: { markets }, usable, buy, sell, fees }: RouteSearch) {
  const rows = usable.length;
  const routes = {
    /** Indexes of the table's markets. */
    buy: new Int8Array(rows).fill(noMarket),
    sell: new Int8Array(rows).fill(noMarket),
    /** USD cents; NaN: no route. */
    cost: new Float64Array(rows).fill(Number.NaN),
    gain: new Float64Array(rows).fill(Number.NaN),
  };
  const [costs, gains] = [new Float64Array(markets.length), new Float64Array(markets.length)];
  for (let row = 0; row < rows; row++) {
    const set = usable[row] ?? 0;
    if ((set & buy) === 0 || (set & sell) === 0) continue;
    for (let index = 0; index < markets.length; index++) {
      const column = markets[index];
      costs[index] = column && set & buy & (1 << index) ? costAt(column, row, fees) : Number.NaN;
      gains[index] = column && set & sell & (1 << index) ? -gainAt(column, row, fees) : Number.NaN;
    }
    setBestPair(routes, row, costs, gains);
  }
  return routes;
}

/** The first of the least numbers, but for the one at `other`. */
function leastBut(numbers: Float64Array, other: number): number {
  let best = noMarket;
  for (let at = 0; at < numbers.length; at++)
    if (at !== other && (numbers[at] ?? 0) < (numbers[best] ?? Number.POSITIVE_INFINITY)) best = at;
  return best;
}

/** @param losses the gains, each less than nothing */
function setBestPair(routes: Routes, row: number, costs: Float64Array, losses: Float64Array): void {
  const set = (from: number, to: number) => {
    const [cost = Number.NaN, loss = Number.NaN] = [costs[from], losses[to]];
    const [before = Number.NaN, gain = Number.NaN] = [routes.cost[row], routes.gain[row]];
    if (Number.isNaN(cost + loss) || profitFor(-loss, cost) <= profitFor(gain, before)) return;
    routes.buy[row] = from;
    routes.sell[row] = to;
    routes.cost[row] = cost;
    routes.gain[row] = -loss;
  };
  const [from, to] = [leastBut(costs, noMarket), leastBut(losses, noMarket)];
  set(from, from === to ? leastBut(losses, from) : to);
  if (from === to) set(leastBut(costs, from), to);
}

/**
 * The market of each row whose price is the least (`sign` 1) or the greatest (−1). Market by market: that reads the columns
 * in order. @param usable the prices that count, a set of markets for each row
 */
export function bestMarkets(usable: Uint16Array, { markets }: Pick<ItemTable, 'markets'>, sign: 1 | -1): Int8Array {
  const best = new Int8Array(usable.length).fill(noMarket);
  const least = new Float64Array(usable.length).fill(Number.POSITIVE_INFINITY);
  for (const [market, { cents }] of markets.entries())
    for (let row = 0; row < cents.length; row++) {
      const amount = sign * (cents[row] ?? Number.NaN);
      if (((usable[row] ?? 0) & (1 << market)) === 0 || !(amount < (least[row] ?? 0))) continue;
      best[row] = market;
      least[row] = amount;
    }
  return best;
}

/** The market of a set where a row's item costs least, with the fee for buying. */
export function cheapestBuy(markets: readonly MarketColumn[], set: number, row: number, fees: Fees) {
  let [best, least]: [MarketColumn | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
  for (const [index, column] of markets.entries()) {
    const cost = set & (1 << index) ? costAt(column, row, fees) : Number.NaN;
    if (cost < least) [best, least] = [column, cost];
  }
  return best;
}
