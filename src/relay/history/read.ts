import type { Bytes } from '#protocol/bytes.ts';
import { decodeSections, placeOf } from '#relay/history/block.ts';
import { type HistoryState, observationsOf } from '#relay/history/schema.ts';
import { decodeHalfHours, decodeMonth, seriesOfMoments } from '#relay/history/series.ts';
import {
  dayOfHalfHour,
  firstDayOf,
  halfHoursPerDay,
  isInFuture,
  isoDay,
  isoHalfHour,
  keptDays,
  monthOfDay,
  recentDays,
} from '#relay/history/time.ts';
import { bytesColumn, numberColumn, type SqlRow, textColumn } from '#relay/store/database.ts';

/** The past of one item on one market. Prices are USD cents, or coins on CSGORoll. */
export interface MarketHistory {
  /** Finished days with a price, oldest first: the date, the lowest, the highest and the last price. */
  readonly days: readonly (readonly [date: string, low: number, high: number, last: number])[];
  /** Half-hourly prices of the last seven days, oldest first, by the time of their half hour. */
  readonly recent: readonly (readonly [time: string, price: number])[];
}

export interface HistoryBody {
  readonly item: string;
  readonly markets: Readonly<Record<string, MarketHistory>>;
  /** The first day with a price of any item, "2026-11-24". */
  readonly since: string | null;
}

export interface HistoryQuery {
  readonly item: string;
  readonly markets: readonly string[];
  /** How many days back, 1 to 400. */
  readonly days: number;
}

/** Where the prices of an item are, from which day on they are wanted, and the present half hour. */
interface Wanted {
  readonly block: number;
  readonly place: number;
  readonly from: number;
  readonly now: number;
}

/**
 * The past of one item by market; markets without any are absent. `undefined` for an item that was never recorded.
 * @param now the present half hour; what lies in the future is left out
 */
export function readHistory(
  state: HistoryState,
  { item, markets, days }: HistoryQuery,
  now: number,
): Record<string, MarketHistory> | undefined {
  const number = state.numbers.get(item);
  if (number === undefined) return undefined;
  const at = placeOf(number, state.blockItems);
  const today = dayOfHalfHour(now);
  const daysOf = readDays(state, markets, { ...at, from: today - Math.min(days, keptDays), now });
  const recentOf = readRecent(state, markets, { ...at, from: today - Math.min(days, recentDays), now });
  const found = markets.map((market) => [market, { days: daysOf(market), recent: recentOf(market) }] as const);
  return Object.fromEntries(found.filter(([, { days: told, recent }]) => told.length + recent.length > 0));
}

/** The body of `/api/history` (`HistoryBody`); `undefined` for an item that was never recorded. */
export function historyBody(state: HistoryState, query: HistoryQuery, now: number): Bytes | undefined {
  const markets = readHistory(state, query, now);
  if (!markets) return undefined;
  const body: HistoryBody = { item: query.item, markets, since: sinceOf(state) ?? null };
  return new TextEncoder().encode(JSON.stringify(body));
}

/** The first day with a price, "2026-11-24"; `undefined` without any. */
export const sinceOf = ({ since }: HistoryState): string | undefined =>
  since === undefined ? undefined : isoDay(since);

const unitOf = (market: string): number => (market === 'csgoroll' ? 100 : 1);

/** One query for all markets: each query costs more than the rows of one market. */
function rowsByMarket(
  { database }: HistoryState,
  columns: string,
  condition: string,
  markets: readonly string[],
  ...params: number[]
): Map<string, SqlRow[]> {
  const list = markets.map(() => '?').join();
  const sql = `SELECT market, ${columns} WHERE market IN (${list}) AND ${condition}`;
  return Map.groupBy(database.all(sql, ...markets, ...params), (row) => textColumn(row, 'market'));
}

function readDays(state: HistoryState, markets: readonly string[], { block, place, from, now }: Wanted) {
  const rows = rowsByMarket(
    state,
    'month, data FROM days',
    'block = ? AND month >= ? ORDER BY market, month',
    ...[markets, block, monthOfDay(from).month],
  );
  return (market: string): MarketHistory['days'] => {
    const unit = unitOf(market);
    return (rows.get(market) ?? []).flatMap((row) => {
      const first = firstDayOf(numberColumn(row, 'month'));
      const section = decodeSections(bytesColumn(row, 'data')).get(place);
      return (section ? decodeMonth(section) : []).flatMap((prices, index) => {
        const day = first + index;
        if (!prices || day < from || isInFuture(day * halfHoursPerDay, now)) return [];
        return [[isoDay(day), prices.low / unit, prices.high / unit, prices.last / unit] as const];
      });
    });
  };
}

function readRecent(state: HistoryState, markets: readonly string[], { block, place, from, now }: Wanted) {
  const finished = rowsByMarket(state, 'day, data FROM recent', 'block = ? AND day >= ?', markets, block, from);
  const moments = rowsByMarket(
    state,
    'half_hour, data FROM moments',
    'block = ? AND half_hour >= ?',
    ...[markets, block, from * halfHoursPerDay],
  );
  return (market: string): MarketHistory['recent'] => {
    const unit = unitOf(market);
    const finishedByDay = new Map((finished.get(market) ?? []).map((row) => [numberColumn(row, 'day'), row]));
    const momentsByDay = Map.groupBy(moments.get(market) ?? [], (row) => dayOfHalfHour(numberColumn(row, 'half_hour')));
    const wanted = observationsOf(state, market).filter(({ halfHour }) => halfHour >= from * halfHoursPerDay);
    return [...Map.groupBy(wanted, ({ halfHour }) => dayOfHalfHour(halfHour))].flatMap(([day, observations]) => {
      const rows = momentsByDay.get(day);
      const prices = rows
        ? seriesOfMoments(observations, rows).get(place)
        : pricesOfFinished(finishedByDay.get(day), place, observations.length);
      return observations.flatMap(({ halfHour }, at) => {
        const price = prices?.[at] ?? 0;
        return price > 0 && !isInFuture(halfHour, now) ? [[isoHalfHour(halfHour), price / unit] as const] : [];
      });
    });
  };
}

function pricesOfFinished(row: SqlRow | undefined, place: number, count: number): number[] | undefined {
  const section = row && decodeSections(bytesColumn(row, 'data')).get(place);
  return section && decodeHalfHours(section, count);
}
