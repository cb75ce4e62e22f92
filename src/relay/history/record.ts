import { isPlausibleName } from '#core/names.ts';
import { encodeMoment, type PlacedPrice, placeOf } from '#relay/history/block.ts';
import type { SqlStatement } from '#relay/history/database.ts';
import { type HistoryState, looksOf, noteSince } from '#relay/history/state.ts';
import { dayOfSlot } from '#relay/history/time.ts';

/** Prices by item name: whole numbers above 0, USD cents or hundredths of a coin. */
export type PricesByName = ReadonlyMap<string, number>;

/** More items than exist by far. A price API that invents names must not fill the disk. */
const maxItems = 200_000;

/**
 * Records the prices of markets at one half hour, in one transaction. A market whose last look is not earlier, or
 * whose day is finished, is left out: each half hour is recorded once, and a clock that is set back writes no second past.
 * @returns the recorded markets
 * @throws Error when the database refuses; then nothing is recorded
 */
export async function recordLook(
  state: HistoryState,
  slot: number,
  markets: ReadonlyMap<string, PricesByName>,
): Promise<readonly string[]> {
  const due = [...markets].filter(([market]) => isLater(state, market, slot));
  const added = newItems(state, due);
  const numbers = new Map(added.map((name, at) => [name, state.items.length + at]));
  const numberOf = (name: string) => state.numbers.get(name) ?? numbers.get(name);
  const count = state.items.length + added.length;
  const recorded = due.map(([market, prices]) => {
    const column = toColumn(prices, numberOf, count);
    const isKey = isKeyLook(state, market, slot);
    return { market, column, isKey, statements: toStatements(state, { market, slot, isKey }, column) };
  });
  await state.database.batch([
    ...added.map((name, at) => ({
      sql: 'INSERT INTO items (id, name) VALUES (?, ?)',
      params: [state.items.length + at, name],
    })),
    ...recorded.flatMap(({ statements }) => statements),
    ...(recorded.length > 0 ? noteSince(state, dayOfSlot(slot)) : []),
  ]);
  if (recorded.length > 0) state.since = Math.min(state.since ?? dayOfSlot(slot), dayOfSlot(slot));
  for (const [name, number] of numbers) state.numbers.set(name, number);
  state.items.push(...added);
  for (const { market, column, isKey } of recorded) {
    state.columns.set(market, column);
    state.looks.set(market, [...looksOf(state, market), { slot, isKey }]);
  }
  return recorded.map(({ market }) => market);
}

const isLater = (state: HistoryState, market: string, slot: number): boolean =>
  slot > (looksOf(state, market).at(-1)?.slot ?? -1) && dayOfSlot(slot) > (state.rolledUntil.get(market) ?? -1);

/** Names that have no number yet, without duplicates. */
function newItems({ items, numbers }: HistoryState, markets: readonly [string, PricesByName][]): string[] {
  const added = new Set<string>();
  for (const [, prices] of markets) {
    for (const name of prices.keys()) if (!numbers.has(name) && isPlausibleName(name)) added.add(name);
  }
  return [...added].slice(0, Math.max(0, maxItems - items.length));
}

function toColumn(prices: PricesByName, numberOf: (name: string) => number | undefined, count: number): Uint32Array {
  const column = new Uint32Array(count);
  for (const [name, price] of prices) {
    const number = numberOf(name);
    if (number !== undefined) column[number] = price;
  }
  return column;
}

/** The first look of a day, and the first after a start, records every price: no later one needs an earlier day. */
function isKeyLook(state: HistoryState, market: string, slot: number): boolean {
  const last = looksOf(state, market).at(-1);
  return !last || !state.columns.has(market) || dayOfSlot(last.slot) !== dayOfSlot(slot);
}

interface LookOfMarket {
  readonly market: string;
  readonly slot: number;
  readonly isKey: boolean;
}

function toStatements(
  { columns, blockItems }: HistoryState,
  { market, slot, isKey }: LookOfMarket,
  column: Uint32Array,
): SqlStatement[] {
  const before = isKey ? undefined : columns.get(market);
  const blocks = new Map<number, PlacedPrice[]>();
  for (let item = 0; item < column.length; item++) {
    const price = column[item] ?? 0;
    if (price === (before?.[item] ?? 0)) continue;
    const { block, place } = placeOf(item, blockItems);
    const prices = blocks.get(block);
    if (prices) prices.push([place, price]);
    else blocks.set(block, [[place, price]]);
  }
  return [
    {
      sql: 'INSERT INTO looks (market, slot, is_key) VALUES (?, ?, ?)',
      params: [market, slot, isKey ? 1 : 0],
    },
    ...[...blocks].map(([block, prices]) => ({
      sql: 'INSERT INTO moments (market, block, slot, data) VALUES (?, ?, ?, ?)',
      params: [market, block, slot, encodeMoment(prices)],
    })),
  ];
}
