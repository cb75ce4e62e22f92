import { encodeSections, placeOf } from '#relay/history/block.ts';
import type { SqlDatabase, SqlStatement } from '#relay/history/database.ts';
import { saveMonth } from '#relay/history/roll-up.ts';
import { prepareSchema } from '#relay/history/schema.ts';
import { type DayPrices, encodeLooks, encodeMonth } from '#relay/history/series.ts';
import { firstDayOf, monthOfDay, recentDays, slotsPerDay } from '#relay/history/time.ts';
import { seededRandom } from '../../chaos/sequence.ts';

/** Changes a year of one item's price on one market, about as Steam's asks had in 2026. */
const changesPerYear = 30;
export const changesPerSlot = changesPerYear / 365 / slotsPerDay;

const blockItems = 32;

export interface YearOptions {
  readonly names: readonly string[];
  readonly markets: readonly string[];
  /** The present day, which is not written. */
  readonly today: number;
  readonly days: number;
}

/**
 * Writes a history as recording and rolling up leave it, with a random walk for each item. All markets get the same walks:
 * the sizes and times are those of different ones.
 */
export async function writeHistory(database: SqlDatabase, options: YearOptions): Promise<void> {
  const { names, markets, today, days } = options;
  await prepareSchema(database, blockItems);
  const meta = 'INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)';
  const slots = Array.from({ length: recentDays * slotsPerDay }, (_, at) => (today - recentDays) * slotsPerDay + at);
  await database.batch([
    ...names.map((name, id) => ({ sql: 'INSERT INTO items (id, name) VALUES (?, ?)', params: [id, name] })),
    { sql: meta, params: ['since', String(today - days)] },
    ...markets.flatMap((market) => [
      { sql: meta, params: [`rolled:${market}`, String(today - 1)] },
      ...slots.map((slot) => ({
        sql: 'INSERT INTO looks (market, slot, is_key) VALUES (?, ?, ?)',
        params: [market, slot, slot % slotsPerDay === 0 ? 1 : 0],
      })),
    ]),
  ]);
  const random = seededRandom(1);
  for (let block = 0; block * blockItems < names.length; block++) {
    const walks = names.slice(block * blockItems, (block + 1) * blockItems).map(() => walk(random, days * slotsPerDay));
    await database.batch(blockStatements(options, block, walks));
  }
}

/** Prices of one item in every half hour up to today, as the slots at which they change. */
type Walk = readonly { readonly slot: number; readonly price: number }[];

function walk(random: () => number, slots: number): Walk {
  let price = Math.ceil(10 ** (1 + 4 * random()));
  const moves = [{ slot: 0, price }];
  for (let slot = 0; ; ) {
    slot += Math.ceil(-Math.log(1 - random()) / changesPerSlot);
    if (slot >= slots) return moves;
    price = Math.max(1, Math.round(price * (0.9 + 0.2 * random())));
    moves.push({ slot, price });
  }
}

function blockStatements({ markets, today, days }: YearOptions, block: number, walks: readonly Walk[]): SqlStatement[] {
  const first = today - days;
  const months = new Map<number, Map<number, Uint8Array>>();
  const recent = new Map<number, Map<number, Uint8Array>>();
  for (const [item, moves] of walks.entries()) {
    const { place } = placeOf(item, blockItems);
    const byDay = pricesByDay(moves, days);
    for (let month = monthOfDay(first).month; month <= monthOfDay(today - 1).month; month++) {
      const from = firstDayOf(month) - first;
      const series = byDay.slice(Math.max(0, from), firstDayOf(month + 1) - first);
      const gap = new Array<undefined>(Math.max(0, -from)).fill(undefined);
      months.set(month, (months.get(month) ?? new Map()).set(place, encodeMonth([...gap, ...series])));
    }
    for (let day = days - recentDays; day < days; day++) {
      const prices = Array.from({ length: slotsPerDay }, (_, at) => priceAt(moves, day * slotsPerDay + at));
      recent.set(day, (recent.get(day) ?? new Map()).set(place, encodeLooks(prices)));
    }
  }
  return markets.flatMap((market) => [
    ...[...months].map(([month, sections]) => saveMonth({ market, month, block }, sections)),
    ...[...recent].map(([day, sections]) => ({
      sql: 'INSERT INTO recent (market, block, day, data) VALUES (?, ?, ?, ?)',
      params: [market, block, first + day, encodeSections(sections)],
    })),
  ]);
}

function pricesByDay(moves: Walk, days: number): DayPrices[] {
  let [at, price] = [0, moves[0]?.price ?? 1];
  return Array.from({ length: days }, (_, day) => {
    let [low, high] = [price, price];
    for (let move = moves[at]; move && move.slot < (day + 1) * slotsPerDay; move = moves[++at]) {
      price = move.price;
      [low, high] = [Math.min(low, price), Math.max(high, price)];
    }
    return { low, high, last: price };
  });
}

const priceAt = (moves: Walk, slot: number): number => moves.findLast((move) => move.slot <= slot)?.price ?? 0;
