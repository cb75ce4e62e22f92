import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { marketIds } from '#core/markets.ts';
import { type History, openHistory } from '#relay/history/history.ts';
import { openSqlite } from '#relay/history/sqlite.ts';
import { slotsPerDay } from '#relay/history/time.ts';
import { seededRandom } from '../../chaos/sequence.ts';
import { log } from '../measure.ts';
import type { Part } from '../part.ts';
import { changesPerSlot, writeHistory } from './history-year.ts';

/** The present day, in days since 1970. */
export const today = Math.floor(Date.now() / 86_400_000);
const days = 365;
const questions = 100;

/** What the history of a year of all items on all markets costs. Its thread does this beside the relay's answers. */
export const history: Part = {
  browsers: [],
  metrics: {
    record: { what: 'History: recording one refresh of 13 markets', unit: 'ms', budget: 500 },
    read: { what: 'History: one item, 13 markets, a year; 99th of 100', unit: 'ms', budget: 5 },
    disk: { what: 'History: disk for a year of 13 markets', unit: 'MB', budget: 300 },
  },
  measure: async ({ market, runs }) => {
    const names = Object.keys(JSON.parse(market.body) as object);
    return measureHistory(names, runs);
  },
};

async function measureHistory(names: readonly string[], runs: number) {
  const folder = await mkdtemp(join(tmpdir(), 'skinlens-bench-history-'));
  const path = join(folder, 'history.db');
  const start = performance.now();
  const database = openSqlite(path);
  try {
    await writeHistory(database, { names, markets: marketIds, today, days });
    log(`history: ${names.length} items written in ${Math.round((performance.now() - start) / 1000)} s`);
    const opened = await openHistory(database, 32, async () => undefined);
    const record = await timeRecording(opened, names, runs, today);
    const read = await timeReading(opened, names, runs, days);
    await database.all('PRAGMA wal_checkpoint(TRUNCATE)');
    const { size } = await stat(path);
    return { record: { ours: record }, read: { ours: read }, disk: { ours: [size / 1e6] } };
  } finally {
    database.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The first look of a day records all prices, and is not measured; the others record what has changed. */
export async function timeRecording(
  opened: History,
  names: readonly string[],
  runs: number,
  today: number,
): Promise<number[]> {
  const random = seededRandom(2);
  const prices = new Map(names.map((name) => [name, Math.ceil(1000 * random())]));
  const times: number[] = [];
  for (let look = 0; look <= runs; look++) {
    for (const name of names) if (random() < changesPerSlot) prices.set(name, Math.ceil(1000 * random()));
    const markets = new Map(marketIds.map((market) => [market, prices]));
    const start = performance.now();
    await opened.record(markets, today * slotsPerDay + look);
    if (look > 0) times.push(performance.now() - start);
    else log(`history: the first look of a day took ${Math.round(performance.now() - start)} ms`);
  }
  return times;
}

/** The 99th of a hundred reads, in ms, for each run. */
export async function timeReading(
  opened: History,
  names: readonly string[],
  runs: number,
  days: number,
): Promise<number[]> {
  const random = seededRandom(3);
  const worst: number[] = [];
  for (let run = 0; run <= runs; run++) {
    const times: number[] = [];
    for (let question = 0; question < questions; question++) {
      const item = names[Math.floor(random() * names.length)] ?? '';
      const start = performance.now();
      await opened.body({ item, markets: marketIds, days }, today * slotsPerDay + runs);
      times.push(performance.now() - start);
    }
    // The first run compiles the code.
    if (run > 0) worst.push(times.toSorted((one, other) => one - other).at(-2) ?? Number.NaN);
  }
  return worst;
}
