import { isObject } from '#core/guards.ts';
import { isMarketId, type MarketId, markets } from '#core/markets.ts';
import { isPlausibleName } from '#core/names.ts';
import { maxPriceCents } from '#protocol/price-api.ts';
import { placeOf } from '#relay/history/block.ts';
import { insertItem } from '#relay/history/record.ts';
import { addDays, loadMonths, saveMonth } from '#relay/history/roll-up.ts';
import type { DayPrices } from '#relay/history/series.ts';
import { type HistoryState, noteSince, yieldToEventLoop } from '#relay/history/state.ts';
import { dayOf, keptDays, monthOfDay } from '#relay/history/time.ts';

export interface ImportedPrice {
  readonly name: string;
  readonly market: MarketId;
  /** Ms since 1970. */
  readonly time: number;
  /** USD cents, or hundredths of a coin. */
  readonly price: number;
}

export type ImportProblem = 'shape' | 'name' | 'market' | 'time' | 'price';

/**
 * Reads one row of an import: `name`, `market`, `time` (ISO 8601, or seconds or ms since 1970) and `cents`.
 * @param now ms since 1970; a price of today or later is refused
 */
export function readImportedPrice(row: unknown, now: number): ImportedPrice | ImportProblem {
  if (!isObject(row)) return 'shape';
  const { name, market, time, cents } = row;
  if (typeof name !== 'string' || !isPlausibleName(name)) return 'name';
  if (typeof market !== 'string' || !isMarketId(market)) return 'market';
  const ms = readTime(time);
  if (ms === undefined || dayOf(ms) >= dayOf(now) || dayOf(ms) < dayOf(now) - keptDays) return 'time';
  const price = readPrice(cents, market);
  return price === undefined ? 'price' : { name, market, time: ms, price };
}

/** Seconds since 1970 are below this number until the year 5138. */
const maxSeconds = 1e11;

function readTime(time: unknown): number | undefined {
  const number = typeof time === 'number' ? time : /^\d{1,15}$/.test(String(time)) ? Number(time) : undefined;
  if (number !== undefined) return number < maxSeconds ? number * 1000 : number;
  // An ISO time without a zone would mean the machine's own.
  if (typeof time !== 'string' || !/^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2}))?$/.test(time)) return undefined;
  const parsed = Date.parse(time);
  return Number.isFinite(parsed) && isDate(time.slice(0, 10)) ? parsed : undefined;
}

/** `Date.parse` takes the 30th of February for the 2nd of March. */
const isDate = (text: string): boolean => new Date(text).toISOString().startsWith(text);

function readPrice(cents: unknown, market: MarketId): number | undefined {
  const isText = typeof cents === 'string' && /^\d{1,12}(?:\.\d{1,2})?$/.test(cents.trim());
  const value = isText ? Number(cents) : typeof cents === 'number' ? cents : Number.NaN;
  const price = markets[market].unit === 'coins' ? Math.round(value * 100) : value;
  return Number.isInteger(price) && price > 0 && price <= maxPriceCents ? price : undefined;
}

/** Items that only imports have named: they must leave room for those of the price API. */
const maxImportedItems = 50_000;

/**
 * Adds older prices as daily lowest, highest and last ones. Recorded days win over imported ones. Each month of a market
 * is a transaction. New names beyond the imports' share are left out with their prices.
 * @returns the number of names that were left out
 * @throws Error when the database refuses; the months before stay imported
 */
export async function importPrices(state: HistoryState, given: readonly ImportedPrice[]): Promise<number> {
  const leftOut = addItems(state, given);
  const prices = leftOut > 0 ? given.filter(({ name }) => state.numbers.has(name)) : given;
  const first = prices.reduce((day, { time }) => Math.min(day, dayOf(time)), Infinity);
  const months = Map.groupBy(prices, ({ market, time }) => `${market} ${monthOfDay(dayOf(time)).month}`);
  for (const [key, ofMonth] of months) {
    const [market = '', month] = key.split(' ');
    importMonth(state, market, Number(month), ofMonth);
    await yieldToEventLoop();
  }
  if (prices.length > 0) {
    state.database.batch(noteSince(state, first));
    state.since = Math.min(state.since ?? first, first);
  }
  return leftOut;
}

/** Numbers new names as far as there is room. Returns how many are left out. */
function addItems({ database, items, numbers, imported }: HistoryState, prices: readonly ImportedPrice[]): number {
  const named = [...new Set(prices.map(({ name }) => name))].filter((name) => !numbers.has(name));
  const added = named.slice(0, Math.max(0, maxImportedItems - imported.size));
  database.batch(added.map((name, at) => insertItem(items.length + at, name, 1)));
  for (const name of added) {
    numbers.set(name, items.length);
    imported.add(items.length);
    items.push(name);
  }
  return named.length - added.length;
}

function importMonth(
  { database, blockItems, numbers }: HistoryState,
  market: string,
  month: number,
  prices: readonly ImportedPrice[],
): void {
  const blocks = new Map<number, Map<number, Map<number, DayPrices>>>();
  for (const { name, time, price } of [...prices].sort((one, other) => one.time - other.time)) {
    const { block, place } = placeOf(numbers.get(name) ?? 0, blockItems);
    const { index } = monthOfDay(dayOf(time));
    const places = blocks.get(block) ?? new Map<number, Map<number, DayPrices>>();
    const days = places.get(place) ?? new Map<number, DayPrices>();
    const before = days.get(index) ?? { low: price, high: price };
    days.set(index, { low: Math.min(before.low, price), high: Math.max(before.high, price), last: price });
    blocks.set(block, places.set(place, days));
  }
  const sorted = [...blocks.keys()].sort((one, other) => one - other);
  const known = loadMonths(database, { market, month, from: sorted[0] ?? 0, to: (sorted.at(-1) ?? 0) + 1 });
  const statements = [...blocks].map(([block, days]) =>
    saveMonth({ market, month, block }, addDays(known.get(block), days, 'keep')),
  );
  database.batch(statements);
}
