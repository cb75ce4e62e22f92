import { hash } from 'node:crypto';
import { isoDay } from '#core/prices/age.ts';
import { listingsGone, longestStep } from '#core/prices/listings-gone.ts';
import type { Bytes } from '#protocol/bytes.ts';
import {
  type GroupedPast,
  type GroupHistories,
  leastGroup,
  maxPrefixBits,
  prefixOfHash,
  toSteps,
} from '#protocol/history-groups.ts';
import { type HistoryState, observationsOf } from '#relay/history/schema.ts';
import {
  type DayPrices,
  decodeHalfHours,
  decodeMonth,
  decodeSections,
  placeOf,
  seriesOfMoments,
} from '#relay/history/series.ts';
import {
  dayOfHalfHour,
  firstDayOf,
  halfHoursPerDay,
  isInFuture,
  isoHalfHour,
  keptDays,
  monthOfDay,
  recentDays,
} from '#relay/history/time.ts';
import { bytesColumn, numberColumn, type SqlRow, textColumn } from '#relay/store/database.ts';

interface PastQuery {
  readonly markets: readonly string[];
  readonly days: number;
}

/** Asks for one item, or for the group whose hashes of names begin with these bits. */
export type HistoryQuery = PastQuery & ({ readonly item: string } | { readonly prefix: string });

function toHistory({ days, recent, gone }: RawPast, market: string) {
  const unit = market === 'csgoroll' ? 100 : 1;
  return {
    days: days.map(([day, { low, high, last }]) => [isoDay(day), low / unit, high / unit, last / unit] as const),
    recent: recent.map(([halfHour, price]) => [isoHalfHour(halfHour), price / unit] as const),
    gone,
  };
}

/** `undefined` for an item that was never recorded. What lies beyond `now`, a half hour, is left out. */
export function historyBody(state: HistoryState, query: HistoryQuery, now: number): Bytes | undefined {
  const body = 'item' in query ? itemBody(state, query.item, query, now) : groupBody(state, query.prefix, query, now);
  return body && new TextEncoder().encode(JSON.stringify(body));
}

function itemBody(state: HistoryState, item: string, query: PastQuery, now: number) {
  const number = state.numbers.get(item);
  if (number === undefined) return undefined;
  const markets = readPasts(state, [number], query, now, toHistory)(number);
  return { item, markets, since: sinceOf(state) ?? null };
}

function groupBody(state: HistoryState, prefix: string, query: PastQuery, now: number): GroupHistories {
  const { bits, itemsOf } = groupsOf(state);
  const items = prefix.length < bits ? [] : itemsOf(prefix.slice(0, bits));
  const pastOf = readPasts(state, items, query, now, toGrouped);
  const histories = Object.fromEntries(items.map((item) => [state.items[item] ?? '', pastOf(item)]));
  return { bits, since: state.since ?? null, histories };
}

/** The items of a group, and the most bits of a prefix for which no group has fewer than `leastGroup`. */
function groupsOf(state: HistoryState) {
  const { groups } = state;
  for (; groups.count < state.items.length; groups.count++) {
    const prefix = prefixOfHash(hash('sha256', state.items[groups.count] ?? '', 'buffer'));
    groups.byPrefix.set(prefix, [...(groups.byPrefix.get(prefix) ?? []), groups.count]);
  }
  const itemsOf = (prefix: string): number[] =>
    [...groups.byPrefix].flatMap(([all, items]) => (all.startsWith(prefix) ? items : []));
  return { bits: mostBits(groups), itemsOf };
}

function mostBits({ byPrefix }: HistoryState['groups']): number {
  for (let bits = maxPrefixBits; bits > 0; bits--) {
    const sizes = new Map<string, number>();
    for (const [prefix, items] of byPrefix)
      sizes.set(prefix.slice(0, bits), (sizes.get(prefix.slice(0, bits)) ?? 0) + items.length);
    // An empty group tells that a name is not recorded.
    if (sizes.size === 2 ** bits && Math.min(...sizes.values()) >= leastGroup) return bits;
  }
  return 0;
}

function toGrouped({ days, recent, gone }: RawPast): GroupedPast {
  const [firstDay, byDay] = withGaps(days);
  const [firstHalfHour, prices] = withGaps(recent);
  return {
    days: [
      firstDay,
      toSteps(byDay.map((day) => day?.last ?? null)),
      byDay.map((day) => day && day.last - day.low),
      byDay.map((day) => day && day.high - day.last),
    ],
    recent: [firstHalfHour, toSteps(prices)],
    gone,
  };
}

function withGaps<T>(rows: readonly (readonly [time: number, value: T])[]): [first: number, values: (T | null)[]] {
  const first = rows[0]?.[0] ?? 0;
  const values = new Array<T | null>((rows.at(-1)?.[0] ?? first - 1) - first + 1).fill(null);
  for (const [time, value] of rows) values[time - first] = value;
  return [first, values];
}

/** The first day with a price, "2026-11-24"; `undefined` without any. */
export const sinceOf = ({ since }: HistoryState): string | undefined =>
  since === undefined ? undefined : isoDay(since);

/** Prices as they are recorded: USD cents, or hundredths of a coin. */
interface RawPast {
  readonly days: readonly (readonly [day: number, prices: DayPrices])[];
  readonly recent: readonly (readonly [halfHour: number, price: number])[];
  readonly gone: number | undefined;
}

interface Wanted {
  readonly markets: readonly string[];
  readonly blocks: readonly number[];
  readonly from: number;
  readonly now: number;
}

/** Reads the past of items at once: each query costs more than its rows. Returns the past of one of them by market. */
function readPasts<T>(
  state: HistoryState,
  items: readonly number[],
  { markets, days }: PastQuery,
  now: number,
  format: (past: RawPast, market: string) => T,
) {
  const blocks = [...new Set(items.map((item) => placeOf(item, state.blockItems).block))];
  const today = dayOfHalfHour(now);
  const daysOf = readDays(state, { markets, blocks, from: today - Math.min(days, keptDays), now });
  const series = [...markets, ...markets.map(countsOf)];
  const recentOf = readRecent(state, { markets: series, blocks, from: today - Math.min(days, recentDays), now });
  return (item: number): Record<string, T> => {
    const { block, place } = placeOf(item, state.blockItems);
    const found = markets.flatMap((market) => {
      const gone = listingsGone(recentOf(countsOf(market), block, place), today * halfHoursPerDay);
      const past = { days: daysOf(market, block, place), recent: recentOf(market, block, place), gone };
      return past.days.length + past.recent.length > 0 ? [[market, format(past, market)] as const] : [];
    });
    return Object.fromEntries(found);
  };
}

function readRows(
  { database }: HistoryState,
  columns: string,
  condition: string,
  { markets, blocks }: Wanted,
  from: number,
): (market: string, block: number) => readonly SqlRow[] {
  const [marketList, blockList] = [markets, blocks].map((list) => list.map(() => '?').join());
  const sql = `SELECT market, block, ${columns} WHERE market IN (${marketList}) AND block IN (${blockList}) AND ${condition}`;
  const keyOf = (row: SqlRow) => `${textColumn(row, 'market')} ${numberColumn(row, 'block')}`;
  const rows = Map.groupBy(database.all(sql, ...markets, ...blocks, from), keyOf);
  return (market, block) => rows.get(`${market} ${block}`) ?? [];
}

function readDays(state: HistoryState, wanted: Wanted) {
  const { from, now } = wanted;
  const condition = 'month >= ? ORDER BY market, block, month';
  const rowsOf = readRows(state, 'month, data FROM days', condition, wanted, monthOfDay(from).month);
  return (market: string, block: number, place: number): RawPast['days'] =>
    rowsOf(market, block).flatMap((row) => {
      const first = firstDayOf(numberColumn(row, 'month'));
      const section = decodeSections(bytesColumn(row, 'data')).get(place);
      return (section ? decodeMonth(section) : []).flatMap((prices, index) => {
        const day = first + index;
        return !prices || day < from || isInFuture(day * halfHoursPerDay, now) ? [] : [[day, prices] as const];
      });
    });
}

function readRecent(state: HistoryState, wanted: Wanted) {
  const { from, now } = wanted;
  const finished = readRows(state, 'day, data FROM recent', 'day >= ?', wanted, from);
  // Counts are told of finished days alone: those of the present one would double what is read.
  const priced = { ...wanted, markets: wanted.markets.filter((market) => !isCounts(market)) };
  const moments = readRows(state, 'half_hour, data FROM moments', 'half_hour >= ?', priced, from * halfHoursPerDay);
  const observedOf = (market: string) => {
    const observed = observationsOf(state, market).filter(({ halfHour }) => halfHour >= from * halfHoursPerDay);
    return Map.groupBy(observed, ({ halfHour }) => dayOfHalfHour(halfHour));
  };
  const observedByMarket = new Map(wanted.markets.map((market) => [market, observedOf(market)]));
  return (market: string, block: number, place: number): RawPast['recent'] => {
    const finishedByDay = new Map(finished(market, block).map((row) => [numberColumn(row, 'day'), row]));
    const momentsByDay = Map.groupBy(moments(market, block), (row) => dayOfHalfHour(numberColumn(row, 'half_hour')));
    return [...(observedByMarket.get(market) ?? [])].flatMap(([day, observations]) => {
      const [rows, row] = [momentsByDay.get(day), finishedByDay.get(day)];
      const section = row && decodeSections(bytesColumn(row, 'data')).get(place);
      const prices = rows
        ? seriesOfMoments(observations, rows, place).get(place)
        : section && decodeHalfHours(section, observations.length);
      return observations.flatMap(({ halfHour }, at) => {
        const price = prices?.[at] ?? 0;
        return price > 0 && !isInFuture(halfHour, now) ? [[halfHour, price] as const] : [];
      });
    });
  };
}

/** The series of a market's numbers of listings, beside that of its prices. It is kept for the half hours alone. */
export const countsOf = (market: string): string => `${market}:count`;
export const isCounts = (series: string): boolean => series.endsWith(':count');

/** The least part of its listings that a market keeps from one observation to the next. */
const leastKept = 0.95;

/** Counts of another size would look like sales of all items. They are recorded once no fall is counted over the gap. */
export function isPartial(state: HistoryState, series: string, counts: ReadonlyMap<string, number>, halfHour: number) {
  const last = state.columns.get(series);
  if (!isCounts(series) || !last || halfHour - last.halfHour > longestStep) return false;
  let [before, now] = [0, 0];
  for (const [name, count] of counts) {
    const known = last.prices[state.numbers.get(name) ?? -1] ?? 0;
    before += known;
    if (known > 0) now += count;
  }
  return now < before * leastKept;
}
