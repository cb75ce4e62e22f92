import { placeOf, sectionAt } from '#relay/history/block.ts';
import { bytesColumn, numberColumn, type SqlRow } from '#relay/history/database.ts';
import { seriesOfMoments } from '#relay/history/moments.ts';
import { decodeLooks, decodeMonth } from '#relay/history/series.ts';
import { type HistoryState, looksOf } from '#relay/history/state.ts';
import {
  dayOfSlot,
  firstDayOf,
  isoDay,
  isoSlot,
  keptDays,
  monthOfDay,
  recentDays,
  slotsPerDay,
} from '#relay/history/time.ts';

/** The past of one item on one market. Prices are USD cents, or coins on CSGORoll. */
export interface MarketHistory {
  /** Finished days with a price, oldest first: the date, the lowest, the highest and the last price. */
  readonly days: readonly (readonly [date: string, low: number, high: number, last: number])[];
  /** Half-hourly prices of the last seven days, oldest first, by the time of their half hour. */
  readonly recent: readonly (readonly [time: string, price: number])[];
}

export interface HistoryQuery {
  readonly item: string;
  readonly markets: readonly string[];
  /** How many days back, 1 to 400. */
  readonly days: number;
}

interface ItemPlace {
  readonly market: string;
  readonly block: number;
  readonly place: number;
}

/**
 * The past of an item by market; markets without any are absent. `undefined` for an item that was never recorded.
 * @param now the present slot
 */
export async function readHistory(
  state: HistoryState,
  { item, markets, days }: HistoryQuery,
  now: number,
): Promise<Record<string, MarketHistory> | undefined> {
  const number = state.numbers.get(item);
  if (number === undefined) return undefined;
  const where = placeOf(number, state.blockItems);
  const today = dayOfSlot(now);
  const found: Record<string, MarketHistory> = {};
  for (const market of markets) {
    const at: ItemPlace = { market, ...where };
    const unit = market === 'csgoroll' ? 100 : 1;
    const ofMarket = {
      days: await readDays(state, at, today - Math.min(days, keptDays), unit),
      recent: await readRecent(state, at, today - Math.min(days, recentDays), unit),
    };
    if (ofMarket.days.length > 0 || ofMarket.recent.length > 0) found[market] = ofMarket;
  }
  return found;
}

async function readDays(
  { database }: HistoryState,
  { market, block, place }: ItemPlace,
  from: number,
  unit: number,
): Promise<MarketHistory['days']> {
  const rows = await database.all(
    'SELECT month, data FROM days WHERE market = ? AND block = ? AND month >= ?',
    ...[market, block, monthOfDay(from).month],
  );
  return rows.flatMap((row) => {
    const first = firstDayOf(numberColumn(row, 'month'));
    const section = sectionAt(bytesColumn(row, 'data'), place);
    return (section ? decodeMonth(section) : []).flatMap((prices, index) =>
      prices && first + index >= from
        ? [[isoDay(first + index), prices.low / unit, prices.high / unit, prices.last / unit] as const]
        : [],
    );
  });
}

async function readRecent(
  state: HistoryState,
  { market, block, place }: ItemPlace,
  from: number,
  unit: number,
): Promise<MarketHistory['recent']> {
  const { database } = state;
  const finished = await database.all(
    'SELECT day, data FROM recent WHERE market = ? AND block = ? AND day >= ?',
    ...[market, block, from],
  );
  const moments = await database.all(
    'SELECT slot, data FROM moments WHERE market = ? AND block = ? AND slot >= ?',
    ...[market, block, from * slotsPerDay],
  );
  const finishedByDay = new Map(finished.map((row) => [numberColumn(row, 'day'), row]));
  const momentsByDay = Map.groupBy(moments, (row) => dayOfSlot(numberColumn(row, 'slot')));
  const looksByDay = Map.groupBy(looksOf(state, market), ({ slot }) => dayOfSlot(slot));
  return [...looksByDay].flatMap(([day, looks]) => {
    if (day < from) return [];
    const rows = momentsByDay.get(day);
    const prices = rows
      ? seriesOfMoments(looks, rows).get(place)
      : pricesOfFinished(finishedByDay.get(day), place, looks.length);
    return looks.flatMap(({ slot }, at) => {
      const price = prices?.[at] ?? 0;
      return price > 0 ? [[isoSlot(slot), price / unit] as const] : [];
    });
  });
}

function pricesOfFinished(row: SqlRow | undefined, place: number, count: number): number[] | undefined {
  const section = row && sectionAt(bytesColumn(row, 'data'), place);
  return section && decodeLooks(section, count);
}
