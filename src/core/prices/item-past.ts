import type { FaultKind } from '#core/asks/fault.ts';
import { dayMs, halfHourMs } from '#core/prices/age.ts';
import type { MarketId } from '#core/prices/markets.ts';

/** A finished day of one item on one market: days since the epoch (UTC), then the lowest, highest and last price. */
export type PastDay = readonly [day: number, low: number, high: number, last: number];

/** A half-hourly price: ms since the epoch, then the price. */
export type PastMoment = readonly [at: number, price: number];

/** The recorded prices of one item on one market: USD cents, or coins where the market has its own. */
export interface MarketPast {
  readonly market: MarketId;
  /** Days with a price, oldest first. */
  readonly days: readonly PastDay[];
  /** The last seven days, oldest first. */
  readonly recent: readonly PastMoment[];
  /** Listings that went a day, sold or taken off: at least so many; absent where too little is recorded. */
  readonly gone?: number | undefined;
}

export interface ItemPast {
  /** In the order of the user's markets; markets without any price are absent. */
  readonly markets: readonly MarketPast[];
  /** The first day with a price of any item, days since the epoch; `null`: none. */
  readonly since: number | null;
}

export type ItemPastAnswer =
  | ({ readonly state: 'found' } & ItemPast)
  /** The relay has recorded no price of the item, or keeps no history. */
  | { readonly state: 'none'; readonly lacks: 'item' | 'history' }
  | { readonly state: 'fault'; readonly fault: FaultKind };

/** The lowest price over time; `none`: nothing was recorded, `lost`: the relay did not say. */
export type LowestPast = PriceSeries | 'none' | 'lost';

export const lostPast: ItemPastAnswer = { state: 'fault', fault: 'unreachable' };

export const pastSpans = [7, 30, 90, 365] as const;
export type PastSpan = (typeof pastSpans)[number];

/** Days of the past that are asked for: a year is three times as many bytes, so only when somebody chooses it. */
export type AskedDays = Extract<PastSpan, 90 | 365>;

/** Half hours without a price between two prices that still count as one line: two hours. */
const bridgedSlots = 4;

/** One market's line. All numbers are in the unit of `toUnits`. */
export interface PastLine {
  readonly market: MarketId;
  /** One a point in time. `null` is a gap; `undefined` is no point, and the line goes on. */
  readonly values: readonly (number | null | undefined)[];
  readonly low: number;
  readonly high: number;
  readonly last: number;
}

export type PastChart = ReturnType<typeof toPastChart>;

export interface ChartPeriod {
  readonly span: PastSpan;
  /** Ms since the epoch. */
  readonly now: number;
}

/**
 * Half-hourly over 7 days, else the last price of each day: points in time, ms since the epoch, and a line for each market
 * with a price in the period. @param toUnits `undefined` leaves the market out
 */
export function toPastChart(
  past: readonly MarketPast[],
  period: ChartPeriod,
  toUnits: (market: MarketId, price: number) => number | undefined,
) {
  const grid = gridOf(period);
  const at = Array.from({ length: grid.count }, (_, index) => (grid.first + index) * grid.stepMs);
  const lines = past.flatMap((market) => toLine(market, grid, toUnits) ?? []);
  return { at, lines };
}

/** Points in time at equal distances: `first` is the number of steps since the epoch; `bridged` empty ones interrupt no line. */
type Grid = ReturnType<typeof gridOf>;

function gridOf({ span, now }: ChartPeriod) {
  const isFine = span === 7;
  const stepMs = isFine ? halfHourMs : dayMs;
  const last = Math.floor(now / stepMs);
  const steps = isFine ? (span * dayMs) / halfHourMs : span;
  return { stepMs, first: last - steps, count: steps + 1, bridged: isFine ? bridgedSlots - 1 : 0 };
}

type GridPrice = Pick<PastLine, 'low' | 'high' | 'last'>;

function toLine(
  past: MarketPast,
  grid: Grid,
  toUnits: (market: MarketId, price: number) => number | undefined,
): PastLine | undefined {
  const prices = pricesOnGrid(past, grid);
  const known = prices.filter((price) => price !== undefined);
  const lastPrice = known.at(-1);
  if (!lastPrice) return undefined;
  const low = toUnits(past.market, Math.min(...known.map((price) => price.low)));
  const high = toUnits(past.market, Math.max(...known.map((price) => price.high)));
  const last = toUnits(past.market, lastPrice.last);
  if (low === undefined || high === undefined || last === undefined) return undefined;
  const values = prices.map((price) => (price ? (toUnits(past.market, price.last) ?? null) : null));
  return { market: past.market, values: bridge(values, grid.bridged), low, high, last };
}

function pricesOnGrid({ days, recent }: MarketPast, grid: Grid): (GridPrice | undefined)[] {
  const prices = new Array<GridPrice | undefined>(grid.count).fill(undefined);
  const put = (index: number, price: GridPrice) => {
    if (index >= 0 && index < grid.count) prices[index] = price;
  };
  const finished = new Set(days.map(([day]) => day));
  const halfHourly = new Set(recent.map(([at]) => Math.floor(at / dayMs)));
  for (const [day, low, high, last] of days) {
    if (grid.stepMs === dayMs) put(day - grid.first, { low, high, last });
    // A day without half hours ends with its last price.
    else if (!halfHourly.has(day)) put(((day + 1) * dayMs) / halfHourMs - 1 - grid.first, { low, high, last });
  }
  for (const [at, price] of recent) {
    const index = Math.floor(at / grid.stepMs) - grid.first;
    if (grid.stepMs === dayMs && finished.has(Math.floor(at / dayMs))) continue;
    const before = prices[index];
    put(index, {
      low: Math.min(before?.low ?? price, price),
      high: Math.max(before?.high ?? price, price),
      last: price,
    });
  }
  return prices;
}

/** Lets a line go on over at most `most` empty points between two prices. */
function bridge(values: readonly (number | null)[], most: number): (number | null | undefined)[] {
  const bridged: (number | null | undefined)[] = [...values];
  let before: number | undefined;
  for (const [at, value] of values.entries()) {
    if (value === null) continue;
    if (before !== undefined && at - before - 1 <= most) bridged.fill(undefined, before + 1, at);
    before = at;
  }
  return bridged;
}

/** Prices between two gaps, which no line would show. */
export function isolatedPoints(values: PastLine['values']): number[] {
  const known = [...values.entries()].filter(([, value]) => value !== undefined);
  return known.flatMap(([at, value], index) =>
    value !== null && typeof known[index - 1]?.[1] !== 'number' && typeof known[index + 1]?.[1] !== 'number'
      ? [at]
      : [],
  );
}

export interface PresentPrice {
  readonly market: MarketId;
  /** In the unit of the past. */
  readonly price: number;
  /** Against the market's average of 30 days, per cent; absent without an average, and with too few listings. */
  readonly toAverage?: number | undefined;
}

/** Days with which a price is compared, and the least number of them with a price. */
const comparedDays = 90;
const leastDays = 30;

/** How many of the last 90 finished days ended dearer; `undefined` with under 30 of them. @param price in the unit of the past */
export function dearerDays({ days }: MarketPast, price: number, now: number) {
  const today = Math.floor(now / dayMs);
  const lasts = days.flatMap(([day, , , last]) => (day >= today - comparedDays && day < today ? [last] : []));
  if (lasts.length < leastDays) return undefined;
  return { dearer: lasts.filter((last) => last > price).length, days: lasts.length };
}

/** Points of a chart: times in ms since the epoch, and the lowest known price in USD cents, `null` for none. */
export interface PriceSeries {
  readonly at: readonly number[];
  readonly cents: readonly (number | null)[];
}

/** The lowest recorded price over time: half-hourly while the past is shorter than 7 days, else daily over 90. */
export function toLowestSeries(past: readonly MarketPast[], now: number): PriceSeries | null {
  const first = Math.min(
    ...past.map(({ days, recent }) => Math.min(days[0]?.[0] ?? now, (recent[0]?.[0] ?? now) / dayMs)),
  );
  const span: PastSpan = first * dayMs > now - 7 * dayMs ? 7 : 90;
  const { at, lines } = toPastChart(past, { span, now }, (_, price) => price);
  const points = at.flatMap((time, index): { time: number; cents: number | null }[] => {
    const values = lines.map((line) => line.values[index]);
    const known = values.filter((value) => typeof value === 'number');
    if (known.length > 0) return [{ time, cents: Math.min(...known) }];
    return values.every((value) => value === null) ? [{ time, cents: null }] : [];
  });
  const from = points.findIndex(({ cents }) => cents !== null);
  if (from < 0) return null;
  const known = points.slice(from);
  return { at: known.map(({ time }) => time), cents: known.map(({ cents }) => cents) };
}
