import { isPlausibleName } from '#core/items/names.ts';
import { isPartial } from '#relay/history/read.ts';
import { laterToday, removeObservations } from '#relay/history/roll-up.ts';
import {
  type HistoryState,
  lastObservation,
  type Observation,
  observationsOf,
  setMeta,
} from '#relay/history/schema.ts';
import { encodeMoment, type PlacedPrice, placeOf } from '#relay/history/series.ts';
import { dayOfHalfHour } from '#relay/history/time.ts';

/** Prices by item name: whole numbers above 0, USD cents or hundredths of a coin. */
export type PricesByName = ReadonlyMap<string, number>;

/** More items than exist by far. A price API that invents names must not fill the disk. */
const maxRecordedItems = 200_000;

/** A half hour on which upstream's clock and this machine's agree. */
export interface PresentHalfHour {
  readonly halfHour: number;
  /** Whether both have moved as the monotonic clock did, long enough: then other observations may give way. */
  readonly isSteady: boolean;
}

/** Each half hour once, in one transaction: a clock that is set back writes no second past. */
export function recordObservation(
  state: HistoryState,
  present: PresentHalfHour,
  markets: ReadonlyMap<string, PricesByName>,
) {
  const { halfHour } = present;
  const due = [...markets].filter(
    ([market, prices]) => isDue(state, market, present) && !isPartial(state, market, prices, halfHour),
  );
  if (due.length === 0) return { markets: [], removed: 0 };
  const since = Math.min(state.since ?? Infinity, dayOfHalfHour(halfHour));
  const added = newItems(state, due);
  const numbers = new Map(added.map((name, at) => [name, state.items.length + at]));
  const numberOf = (name: string) => state.numbers.get(name) ?? numbers.get(name);
  const count = state.items.length + added.length;
  const recorded = due.map(([market, prices]) => {
    const column = toColumn(prices, numberOf, count);
    const isKey = isKeyObservation(state, market, halfHour);
    return { market, column, isKey, later: laterToday(state, market, halfHour) };
  });
  state.database.transaction(() => {
    for (const [name, id] of numbers) state.database.run('INSERT INTO items (id, name) VALUES (?, ?)', id, name);
    for (const { market, column, isKey, later } of recorded) {
      removeObservations(state, market, later);
      recordMarket(state, { market, halfHour, isKey }, column);
    }
    if (since !== state.since) setMeta(state.database, 'since', since);
  });
  for (const [name, number] of numbers) {
    state.numbers.set(name, number);
    state.items.push(name);
  }
  state.since = since;
  for (const { market, column, isKey, later } of recorded) {
    state.columns.set(market, { halfHour, prices: column });
    const others = observationsOf(state, market).filter((observation) => !later.includes(observation));
    const at = others.findLastIndex((observation) => observation.halfHour < halfHour) + 1;
    state.observations.set(market, others.toSpliced(at, 0, { halfHour, isKey }));
  }
  return {
    markets: recorded.map(({ market }) => market),
    /** Observations of a clock that was ahead, which gave way. */
    removed: recorded.reduce((sum, { later }) => sum + later.length, 0),
  };
}

function isDue(state: HistoryState, market: string, { halfHour, isSteady }: PresentHalfHour): boolean {
  const last = lastObservation(state, market, halfHour);
  const isFinished = dayOfHalfHour(halfHour) <= (state.rolledUntil.get(market) ?? -1);
  const isBlocked = !isSteady && laterToday(state, market, halfHour).length > 0;
  return (last?.halfHour ?? -1) < halfHour && !isFinished && !isBlocked;
}

function newItems({ items, numbers }: HistoryState, markets: readonly [string, PricesByName][]): string[] {
  const added = new Set(markets.flatMap(([, prices]) => [...prices.keys()].filter((name) => !numbers.has(name))));
  return [...added].filter(isPlausibleName).slice(0, Math.max(0, maxRecordedItems - items.length));
}

function toColumn(prices: PricesByName, numberOf: (name: string) => number | undefined, count: number): Uint32Array {
  const column = new Uint32Array(count);
  for (const [name, price] of prices) {
    const number = numberOf(name);
    if (number !== undefined) column[number] = price;
  }
  return column;
}

/** The first observation of a day, and the first after a start, records every price: no later one needs an earlier day. */
function isKeyObservation(state: HistoryState, market: string, halfHour: number): boolean {
  const last = lastObservation(state, market, halfHour);
  return (
    !last ||
    state.columns.get(market)?.halfHour !== last.halfHour ||
    dayOfHalfHour(last.halfHour) !== dayOfHalfHour(halfHour)
  );
}

function recordMarket(
  { database, columns, blockItems }: HistoryState,
  { market, halfHour, isKey }: Observation & { readonly market: string },
  column: Uint32Array,
): void {
  const before = isKey ? undefined : columns.get(market)?.prices;
  const changed = [...column.keys()].filter((item) => column[item] !== (before?.[item] ?? 0));
  const blocks = Map.groupBy(changed, (item) => placeOf(item, blockItems).block);
  const priced = (item: number): PlacedPrice => [placeOf(item, blockItems).place, column[item] ?? 0];
  const record = 'INSERT INTO observations (market, half_hour, is_key) VALUES (?, ?, ?)';
  database.run(record, market, halfHour, isKey ? 1 : 0);
  const change = 'INSERT INTO moments (market, block, half_hour, data) VALUES (?, ?, ?, ?)';
  for (const [block, items] of blocks) database.run(change, market, block, halfHour, encodeMoment(items.map(priced)));
}
