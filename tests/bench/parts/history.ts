import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { marketIds } from '#core/prices/markets.ts';
import { openHistory } from '#relay/history/changes.ts';
import { saveMonth } from '#relay/history/roll-up.ts';
import { prepareSchema, setMeta } from '#relay/history/schema.ts';
import { type DayPrices, encodeHalfHours, encodeMonth, encodeSections, placeOf } from '#relay/history/series.ts';
import { firstDayOf, halfHoursPerDay, monthOfDay, recentDays } from '#relay/history/time.ts';
import { openDatabase, type SqlDatabase } from '#relay/store/database.ts';
import { createRandom } from '../../world/random.ts';
import { log } from '../measure.ts';
import type { Part } from '../part.ts';
import type { Samples } from '../row.ts';

type History = ReturnType<typeof openHistory>;

const today = Math.floor(Date.now() / 86_400_000);
const days = 365;
const questions = 100;

/** Some 7.5 % of prices change in half an hour, half in a day; by how much: src/service/simulated/catalogue.md. */
const lively = { share: 0.4, changes: 0.18 };
const stillChanges = 0.005;
const largestChange = 0.03;
const drawPace = (random: () => number): number => (random() < lively.share ? lively.changes : stillChanges);

const blockItems = 32;

/** What the history of a year of all items on all markets costs. Its thread does this beside the relay's answers. */
export const history: Part = {
  browsers: [],
  missed: 'A chart of a year waits longer for the network than for this.',
  metrics: {
    record: {
      what: 'History: recording one refresh of 13 markets',
      unit: 'ms',
      budget: 1,
      against: 'times floor',
      floor: 'JSON.stringify of the same prices',
    },
    read: {
      what: 'History: one item, 13 markets, a year; 99th of 100',
      unit: 'ms',
      budget: 15,
      floor: 'JSON.parse of the same answer',
    },
  },
  measure: async ({ market, runs }) => measureHistory(Object.keys(JSON.parse(market.body)), runs),
};

async function measureHistory(names: readonly string[], runs: number) {
  const folder = await mkdtemp(join(tmpdir(), 'skinlens-bench-history-'));
  const path = join(folder, 'history.db');
  const start = performance.now();
  const database = openDatabase(path);
  try {
    writeHistory(database, names);
    log(`history: ${names.length} items written in ${Math.round((performance.now() - start) / 1000)} s`);
    const opened = openHistory(database, blockItems);
    return { record: await timeRecording(opened, names, runs), read: await timeReading(opened, names, runs) };
  } finally {
    database.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The first observation of a day records all prices, and is not measured; the others record what has changed. */
async function timeRecording(opened: History, names: readonly string[], runs: number): Promise<Samples> {
  const random = createRandom(2).next;
  const prices = new Map(names.map((name) => [name, Math.ceil(1000 * random())]));
  const paces = new Map(names.map((name) => [name, drawPace(random)]));
  const [ours, floor]: [number[], number[]] = [[], []];
  for (let observation = 0; observation <= runs; observation++) {
    for (const [name, pace] of paces) if (random() < pace) prices.set(name, Math.ceil(1000 * random()));
    const markets = new Map(marketIds.map((market) => [market, prices]));
    const start = performance.now();
    await opened.record(markets, { halfHour: today * halfHoursPerDay + observation, isSteady: true });
    const written = performance.now();
    JSON.stringify([...markets].map(([market, each]) => [market, Object.fromEntries(each)]));
    if (observation > 0) {
      ours.push(written - start);
      floor.push(performance.now() - written);
    } else log(`history: the first observation of a day took ${Math.round(written - start)} ms`);
  }
  return { ours, floor };
}

async function timeReading(opened: History, names: readonly string[], runs: number): Promise<Samples> {
  const random = createRandom(3).next;
  const [ours, floor]: [number[], number[]] = [[], []];
  for (let run = 0; run <= runs; run++) {
    const [times, parses]: [number[], number[]] = [[], []];
    for (let question = 0; question < questions; question++) {
      const item = names[Math.floor(random() * names.length)] ?? '';
      const start = performance.now();
      const body = opened.body({ item, markets: marketIds, days }, today * halfHoursPerDay + runs);
      const read = performance.now();
      JSON.parse(new TextDecoder().decode(body));
      times.push(read - start);
      parses.push(performance.now() - read);
    }
    // The first run compiles the code.
    if (run === 0) continue;
    for (const [all, each] of [
      [ours, times],
      [floor, parses],
    ] as const)
      all.push(each.toSorted((one, other) => one - other).at(-2) ?? Number.NaN);
  }
  return { ours, floor };
}

/** A random walk for each item; all markets get the same: the sizes and times are those of different ones. */
export function writeHistory(database: SqlDatabase, names: readonly string[]): void {
  prepareSchema(database);
  const halfHours = Array.from(
    { length: recentDays * halfHoursPerDay },
    (_, at) => (today - recentDays) * halfHoursPerDay + at,
  );
  database.transaction(() => {
    for (const [id, name] of names.entries()) database.run('INSERT INTO items (id, name) VALUES (?, ?)', id, name);
    setMeta(database, 'since', today - days);
    for (const market of marketIds) {
      setMeta(database, `rolled:${market}`, today - 1);
      const observe = 'INSERT INTO observations (market, half_hour, is_key) VALUES (?, ?, ?)';
      for (const halfHour of halfHours) database.run(observe, market, halfHour, halfHour % halfHoursPerDay ? 0 : 1);
    }
  });
  const random = createRandom(1).next;
  for (let block = 0; block * blockItems < names.length; block++) {
    const walks = names
      .slice(block * blockItems, (block + 1) * blockItems)
      .map(() => walk(random, days * halfHoursPerDay));
    database.transaction(() => writeBlock(database, block, walks));
  }
}

/** Prices of one item in every half hour up to today, as the half hours at which they change. */
type Walk = readonly { readonly halfHour: number; readonly price: number }[];

function walk(random: () => number, halfHours: number): Walk {
  let price = Math.ceil(10 ** (1 + 4 * random()));
  const moves = [{ halfHour: 0, price }];
  const pace = drawPace(random);
  for (let halfHour = 0; ; ) {
    halfHour += Math.ceil(-Math.log(1 - random()) / pace);
    if (halfHour >= halfHours) return moves;
    price = Math.max(1, Math.round(price * (1 + largestChange * (2 * random() - 1))));
    moves.push({ halfHour, price });
  }
}

function writeBlock(database: SqlDatabase, block: number, walks: readonly Walk[]): void {
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
    const lastWeek = pricesFrom(moves, (days - recentDays) * halfHoursPerDay, recentDays * halfHoursPerDay);
    for (let day = 0; day < recentDays; day++) {
      const prices = lastWeek.slice(day * halfHoursPerDay, (day + 1) * halfHoursPerDay);
      const at = days - recentDays + day;
      recent.set(at, (recent.get(at) ?? new Map()).set(place, encodeHalfHours(prices)));
    }
  }
  const write = 'INSERT INTO recent (market, block, day, data) VALUES (?, ?, ?, ?)';
  for (const market of marketIds) {
    for (const [month, sections] of months) saveMonth(database, { market, month, block }, sections);
    for (const [day, sections] of recent) database.run(write, market, block, first + day, encodeSections(sections));
  }
}

function pricesByDay(moves: Walk, days: number): DayPrices[] {
  let [at, price] = [0, moves[0]?.price ?? 1];
  return Array.from({ length: days }, (_, day) => {
    let [low, high] = [price, price];
    for (let move = moves[at]; move && move.halfHour < (day + 1) * halfHoursPerDay; move = moves[++at]) {
      price = move.price;
      [low, high] = [Math.min(low, price), Math.max(high, price)];
    }
    return { low, high, last: price };
  });
}

function pricesFrom(moves: Walk, first: number, count: number): number[] {
  let at = moves.findLastIndex(({ halfHour }) => halfHour <= first);
  return Array.from({ length: count }, (_, after) => {
    while ((moves[at + 1]?.halfHour ?? Infinity) <= first + after) at++;
    return moves[at]?.price ?? 0;
  });
}
