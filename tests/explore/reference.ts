import { arrivingCents, costCents } from '#core/money/fees.ts';
import type { LeftOutReason, Sorting } from '#explore/state/view.ts';
import type { PlainItem, PlainPrice, ReferenceInput } from './plain-items.ts';
import { balanceOf, cashOf, creditOf, exitOf } from './reference-exits.ts';
import { averaged, isRouteView, lowerOf, mayBuy, maySell, pricesAt, trendOf } from './reference-prices.ts';

interface ReferenceRows {
  readonly names: readonly string[];
  readonly leftOut: Readonly<Record<string, number>>;
}

interface Pair {
  readonly buy: PlainPrice;
  readonly sell: PlainPrice;
  readonly cost: number;
  readonly gain: number;
}

/** The rows of a view, by plain loops over objects. Written apart from src/explore/rows; slow. */
export function referenceRows(input: ReferenceInput): ReferenceRows {
  const { view, items } = input;
  const leftOut: Record<string, number> = {};
  const rows: { item: PlainItem; value: number | undefined; doubtful: boolean }[] = [];
  const sorting = sortingOf(input);
  for (const item of items) {
    if (!fitsName(item, input)) continue;
    const reason = reasonOf(item, input);
    if (reason) leftOut[reason] = (leftOut[reason] ?? 0) + 1;
    else if (fitsValues(item, input))
      rows.push({ item, value: numberOf(item, sorting.column, input), doubtful: isDoubtful(item, input) });
  }
  const certain = ['item', 'cheapest', 'dearest', 'liquidity', 'offers', 'age'];
  const isDoubtLast = view.kind !== 'all' || !(certain.includes(sorting.column) || sorting.column.startsWith('price:'));
  const sorted = rows.toSorted((one, other) => {
    if (isDoubtLast && one.doubtful !== other.doubtful) return one.doubtful ? 1 : -1;
    if (one.value === undefined || other.value === undefined)
      return (one.value === undefined ? 1 : 0) - (other.value === undefined ? 1 : 0);
    return sorting.descending ? other.value - one.value : one.value - other.value;
  });
  return { names: sorted.map(({ item }) => item.name), leftOut };
}

function sortingOf(input: ReferenceInput): Sorting {
  const { view, fees } = input;
  const afterFees = ['exit', 'cost', 'net', 'profit', 'profitPercent', 'cash', 'toBalance', 'credit'].includes(
    view.sorting.column,
  );
  const isRoute = isRouteView(view);
  const isTrend = view.kind === 'falling' || view.kind === 'rising';
  if (isTrend && view.sorting.column === 'change7') return { ...view.sorting, column: trendOf(input) };
  return afterFees && !fees && isRoute ? { column: 'difference', descending: true } : view.sorting;
}

function fitsName(item: PlainItem, { view: { filters }, found }: ReferenceInput): boolean {
  if (found && !found.has(item.name)) return false;
  if (filters.kinds.length > 0 && !filters.kinds.some((kind) => kind === item.kind)) return false;
  if (filters.wears.length > 0 && !filters.wears.includes(item.wear)) return false;
  if (filters.special === 'plain') return !item.statTrak && !item.souvenir;
  if (filters.special === 'statTrak') return item.statTrak && !item.souvenir;
  return filters.special !== 'souvenir' || (item.souvenir && !item.statTrak);
}

function reasonOf(item: PlainItem, input: ReferenceInput): LeftOutReason | undefined {
  const { view, sample, minLiquidity } = input;
  const { kind, rules } = view;
  const overruled = (reason: LeftOutReason) => rules.overruled.some((one) => one === reason);
  const isTrend = kind === 'falling' || kind === 'rising';
  if (sample && kind !== 'all') return 'sample';
  const isRecorded = trendOf(input) === 'change7';
  if (isTrend && isRecorded && !item.change) return 'history';
  if (isTrend && isRecorded && item.change?.thin && !overruled('new')) return 'new';
  const enough = (prices: readonly PlainPrice[]) => {
    if (isTrend && isRecorded) return prices.some(({ market }) => market === item.change?.market);
    if (kind === 'all' || isTrend) return prices.length > 0;
    return prices.some((buy) => mayBuy(buy, view) && prices.some((sell) => sell !== buy && maySell(sell, input)));
  };
  const stages = [
    ['priced', 'price'],
    ['notFlagged', 'inflated'],
    ['current', 'old'],
    ['usable', 'offers'],
  ] as const;
  for (const [stage, reason] of stages) if (!enough(pricesAt(item, stage, input))) return reason;
  if (isTrend && !isRecorded && !averaged(item, 'avg7', input)) return 'average';
  const least = rules.minLiquidity ?? minLiquidity;
  if (least > 0 && !overruled('liquidity') && (item.liquidity === undefined || item.liquidity < least))
    return 'liquidity';
  if (isTrend || kind === 'all') return undefined;
  if (item.phases && !overruled('phases')) return 'phases';
  return bestPair(item, input) ? undefined : 'fees';
}

/** Every pair of two markets; the first of the best. */
function bestPair(item: PlainItem, input: ReferenceInput): Pair | undefined {
  const { view, fees, markets } = input;
  const prices = pricesAt(item, 'usable', input).toSorted(
    (one, other) => markets.indexOf(one.market) - markets.indexOf(other.market),
  );
  let best: Pair | undefined;
  for (const buy of prices.filter((price) => mayBuy(price, view)))
    for (const sell of prices.filter((price) => maySell(price, input) && price !== buy)) {
      const asked = lowerOf(sell);
      const [from, to] = [fees?.[buy.market], fees?.[sell.market]];
      const cost = fees ? costCents(buy.cents, from) : buy.cents;
      const gain = fees ? arrivingCents(sell.market, asked, to) : asked;
      if (cost === undefined || gain === undefined) continue;
      if (!best || gain - cost > best.gain - best.cost) best = { buy, sell, cost, gain };
    }
  return best;
}

function numberOf(item: PlainItem, column: string, input: ReferenceInput): number | undefined {
  const { view, fees, sample, markets, now } = input;
  const counted = pricesAt(item, 'usable', input);
  const cents = counted.map((price) => price.cents);
  const pair = bestPair(item, input);
  const comparable = !sample && (!item.phases || view.rules.overruled.includes('phases'));
  const sold = pair && lowerOf(pair.sell);
  // Balance is no gain.
  const gains = fees && view.kind !== 'balance';
  const isRoute = isRouteView(view);
  const isTrend = view.kind === 'falling' || view.kind === 'rising';
  const cheapest = counted
    .toSorted((one, other) => markets.indexOf(one.market) - markets.indexOf(other.market))
    .reduce<PlainPrice | undefined>((least, price) => (!least || price.cents < least.cents ? price : least), undefined);
  const main = isTrend
    ? trendOf(input) === 'change7'
      ? item.prices.find(({ market }) => market === item.change?.market)
      : averaged(item, 'avg7', input)
    : isRoute
      ? pair?.buy
      : cheapest;
  switch (column) {
    case 'item':
      return input.items.map(({ name }) => name).indexOf(item.name);
    case 'cheapest':
      return cents.length > 0 ? Math.min(...cents) : undefined;
    case 'dearest':
      return cents.length > 0 ? Math.max(...cents) : undefined;
    case 'spread':
      return comparable && cents.length > 0 ? more(Math.max(...cents), Math.min(...cents)) : undefined;
    case 'exit':
      return comparable ? exitOf(item, input) : undefined;
    case 'buy':
      return pair?.buy.cents;
    case 'sell':
      return sold;
    case 'difference':
      return comparable && pair && sold !== undefined ? more(sold, pair.buy.cents) : undefined;
    case 'cost':
      return comparable && fees ? pair?.cost : undefined;
    case 'net':
      return comparable && gains ? pair?.gain : undefined;
    case 'profit':
      return comparable && gains && pair ? pair.gain - pair.cost : undefined;
    case 'profitPercent':
      return comparable && gains && pair ? more(pair.gain, pair.cost) : undefined;
    case 'change7':
      return item.change?.percent;
    case 'against7':
    case 'against30': {
      const average = column === 'against7' ? 'avg7' : 'avg30';
      const price = averaged(item, average, input);
      return price && !sample ? more(price.cents, price[average] ?? 0) : undefined;
    }
    case 'liquidity':
      return item.liquidity;
    case 'offers':
      return main && main.offers > 0 ? main.offers : undefined;
    case 'age': {
      const used = isRoute && pair ? [pair.buy, pair.sell] : view.kind === 'all' ? counted : main ? [main] : [];
      return used.length > 0 ? Math.max(0, now - Math.min(...used.map(({ seconds }) => seconds)) * 1000) : undefined;
    }
    case 'cash':
      return comparable ? cashOf(item, input) : undefined;
    case 'toBalance':
      return comparable ? balanceOf(item, input) : undefined;
    case 'credit':
      return comparable ? creditOf(item, input) : undefined;
    default:
      return item.prices.find(({ market }) => column === `price:${market}`)?.cents;
  }
}

const more = (greater: number, less: number): number => ((greater - less) / less) * 100;

function fitsValues(item: PlainItem, input: ReferenceInput): boolean {
  const { view, fees } = input;
  const { minCents, maxCents, minProfitCents, minProfitPercent } = view.filters;
  const price = numberOf(item, isRouteView(view) ? 'buy' : 'cheapest', input);
  if (minCents !== undefined && !(price !== undefined && price >= minCents)) return false;
  if (maxCents !== undefined && !(price !== undefined && price <= maxCents)) return false;
  const profit = numberOf(item, 'profit', input);
  if (minProfitCents !== undefined && !(profit !== undefined && profit >= minProfitCents)) return false;
  const percent = numberOf(item, 'profitPercent', input);
  if (minProfitPercent !== undefined && !(percent !== undefined && percent >= minProfitPercent)) return false;
  if (view.kind === 'cheaper') return (numberOf(item, fees ? 'profit' : 'difference', input) ?? 0) > 0;
  if (view.kind === 'all' || isRouteView(view)) return true;
  const trend = numberOf(item, trendOf(input), input) ?? 0;
  return view.kind === 'falling' ? trend < 0 : trend > 0;
}

function isDoubtful(item: PlainItem, input: ReferenceInput): boolean {
  const { kind } = input.view;
  const column = kind === 'falling' || kind === 'rising' ? trendOf(input) : kind === 'all' ? 'spread' : 'difference';
  return Math.abs(numberOf(item, column, input) ?? 0) > 60;
}
