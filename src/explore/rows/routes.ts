import { costCents, type Fees, netCents } from '#core/money/fees.ts';
import { sellingPrice } from '#core/prices/selling-price.ts';
import type { ItemTable, MarketColumn } from '#explore/data/item-table.ts';

/** What a market costs and gives, one value a row, USD cents. NaN: nothing. */
export interface RouteValues {
  readonly cost: Float64Array;
  readonly gain: Float64Array;
}

/** In the place of a market: the row has no route. */
export const noMarket = -1;

/** Where each row is bought and sold: indexes of the table's markets. */
export interface Routes {
  readonly buy: Int8Array;
  readonly sell: Int8Array;
}

/** The price to sell at. */
export const sellingCents = ({ cents, avg7 }: MarketColumn, row: number): number =>
  sellingPrice(cents[row] ?? 0, avg7[row]).cents;

/** Values by column and fees: they outlive a change of what counts. */
const knownValues = new WeakMap<MarketColumn, Map<string, RouteValues>>();

/**
 * Cost and gain of every row on one market. Without an entry of its own in the fees, a market has none.
 * @param fees `undefined`: prices count without fees
 */
export function routeValues(column: MarketColumn, fees: Fees | undefined): RouteValues {
  const known = knownValues.get(column) ?? new Map<string, RouteValues>();
  knownValues.set(column, known);
  const key = JSON.stringify([fees !== undefined, fees?.[column.market]]);
  const values = known.get(key) ?? computeValues(column, fees);
  // Each change of a fee, letter by letter, makes other values.
  if (known.size >= 2 && !known.has(key)) known.clear();
  known.set(key, values);
  return values;
}

function computeValues(column: MarketColumn, fees: Fees | undefined): RouteValues {
  const rows = column.cents.length;
  const values = { cost: new Float64Array(rows).fill(Number.NaN), gain: new Float64Array(rows).fill(Number.NaN) };
  const own = fees?.[column.market];
  if (fees && !own) return values;
  for (let row = 0; row < rows; row++) {
    const ask = column.cents[row] ?? 0;
    if (!ask) continue;
    const price = sellingCents(column, row);
    values.cost[row] = own ? costCents(ask, own) : ask;
    values.gain[row] = own ? (netCents(price, own) ?? Number.NaN) : price;
  }
  return values;
}

export interface RouteSearch {
  /** The prices that count, a set of markets for each row. */
  readonly usable: Uint16Array;
  /** Sets of markets. */
  readonly buy: number;
  readonly sell: number;
  readonly values: readonly RouteValues[];
}

/** The best pair of two markets of each row: the one that leaves most. Of equal pairs the first in the markets' order. */
export function findRoutes(search: RouteSearch): Routes {
  const { usable, values } = search;
  const costs = values.map(({ cost }) => cost);
  const gains = values.map(({ gain }) => gain);
  const buy = bestMarkets(usable, search.buy, costs, 1);
  const sell = bestMarkets(usable, search.sell, gains, -1);
  const routes = { buy, sell };
  for (let row = 0; row < usable.length; row++) {
    const market = buy[row] ?? noMarket;
    if (market === noMarket || sell[row] === noMarket) setRoute(routes, row, noMarket, noMarket);
    else if (market === sell[row]) setBetterRoute(routes, search, row, market);
  }
  return routes;
}

/** The set of all markets. */
export const allMarkets = -1;

export const priceColumns = ({ markets }: Pick<ItemTable, 'markets'>): readonly Float64Array[] =>
  markets.map(({ cents }) => cents);

/**
 * The market of each row whose amount is the least (`sign` 1) or the greatest (−1) of a set of markets. Market by market:
 * that reads the columns in order. @param usable the prices that count, a set of markets for each row
 */
export function bestMarkets(
  usable: Uint16Array,
  set: number,
  amounts: readonly Float64Array[],
  sign: 1 | -1,
): Int8Array {
  const best = new Int8Array(usable.length).fill(noMarket);
  const least = new Float64Array(usable.length).fill(Number.POSITIVE_INFINITY);
  for (const [market, column] of amounts.entries()) {
    const bit = set & (1 << market);
    for (let row = 0; row < column.length && bit !== 0; row++) {
      const amount = sign * (column[row] ?? Number.NaN);
      if (((usable[row] ?? 0) & bit) === 0 || !(amount < (least[row] ?? 0))) continue;
      best[row] = market;
      least[row] = amount;
    }
  }
  return best;
}

/** One market is the best to buy and to sell at: gives up the one or the other. */
function setBetterRoute(routes: Routes, search: RouteSearch, row: number, best: number): void {
  const buy = cheapestOf(search, row, best);
  const sell = dearestOf(search, row, best);
  const leaves = (from: number, to: number) =>
    from === noMarket || to === noMarket
      ? Number.NEGATIVE_INFINITY
      : (search.values[to]?.gain[row] ?? 0) - (search.values[from]?.cost[row] ?? 0);
  const [sellsElsewhere, buysElsewhere] = [leaves(best, sell), leaves(buy, best)];
  if (sellsElsewhere === buysElsewhere) {
    if (sellsElsewhere === Number.NEGATIVE_INFINITY) setRoute(routes, row, noMarket, noMarket);
    else if (best < buy) setRoute(routes, row, best, sell);
    else setRoute(routes, row, buy, best);
  } else if (sellsElsewhere > buysElsewhere) setRoute(routes, row, best, sell);
  else setRoute(routes, row, buy, best);
}

function setRoute(routes: Routes, row: number, buy: number, sell: number): void {
  routes.buy[row] = buy;
  routes.sell[row] = sell;
}

function cheapestOf({ usable, buy, values }: RouteSearch, row: number, except: number): number {
  const set = (usable[row] ?? 0) & buy;
  let best = noMarket;
  let least = Number.POSITIVE_INFINITY;
  for (let market = 0; market < values.length; market++) {
    if ((set & (1 << market)) === 0 || market === except) continue;
    const cost = values[market]?.cost[row] ?? Number.NaN;
    if (!(cost < least)) continue;
    best = market;
    least = cost;
  }
  return best;
}

function dearestOf({ usable, sell, values }: RouteSearch, row: number, except: number): number {
  const set = (usable[row] ?? 0) & sell;
  let best = noMarket;
  let most = Number.NEGATIVE_INFINITY;
  for (let market = 0; market < values.length; market++) {
    if ((set & (1 << market)) === 0 || market === except) continue;
    const gain = values[market]?.gain[row] ?? Number.NaN;
    if (!(gain > most)) continue;
    best = market;
    most = gain;
  }
  return best;
}
