import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { marketIds } from '#core/markets.ts';
import { openHistory } from '#relay/history/history.ts';
import { openSqlite } from '#relay/history/sqlite.ts';
import type { Part } from '../part.ts';
import type { Metric, Samples } from '../row.ts';
import { timeReading, timeRecording, today } from './history.ts';
import { writeHistory } from './history-year.ts';

/** Items and days; all of 13 markets. */
const sizes = [
  { items: 1000, days: 30 },
  { items: 1000, days: 400 },
  { items: 10_000, days: 400 },
  { items: 37_000, days: 400 },
  { items: 100_000, days: 30 },
  { items: 100_000, days: 400 },
] as const;

type Size = (typeof sizes)[number];

const keyOf = (size: Size, figure: string): string => `${figure}-${size.items}-${size.days}`;

/** The budgets of a year of all items, in proportion to the number of items. */
const metricsOf = (size: Size): [string, Metric][] => {
  const what = (text: string) => `History of ${size.items.toLocaleString('en')} items, ${size.days} days: ${text}`;
  const share = Math.max(1, size.items / 37_000);
  return [
    [keyOf(size, 'record'), { what: what('recording'), unit: 'ms', budget: 500 * share }],
    [keyOf(size, 'read'), { what: what('one item; 99th of 100'), unit: 'ms', budget: 5 }],
    [keyOf(size, 'disk'), { what: what('disk'), unit: 'MB', budget: 300 * share }],
  ];
};

/** How the costs of a history grow. It takes minutes, so it is no part of the usual run. */
export const historyGrowth: Part = {
  browsers: [],
  metrics: Object.fromEntries(sizes.flatMap(metricsOf)),
  measure: async ({ runs }) => {
    const samples: Record<string, Samples> = {};
    for (const size of sizes) Object.assign(samples, await measureSize(size, Math.min(runs, 5)));
    return samples;
  },
};

async function measureSize(size: Size, runs: number): Promise<Record<string, Samples>> {
  const folder = await mkdtemp(join(tmpdir(), 'skinlens-bench-history-'));
  const path = join(folder, 'history.db');
  const names = Array.from({ length: size.items }, (_, at) => `Item ${at} | Finish (Factory New)`);
  const database = openSqlite(path);
  try {
    await writeHistory(database, { names, markets: marketIds, today, days: size.days });
    const opened = await openHistory(database, 32, async () => undefined);
    const record = await timeRecording(opened, names, runs, today);
    const read = await timeReading(opened, names, runs, size.days);
    await database.all('PRAGMA wal_checkpoint(TRUNCATE)');
    const { size: bytes } = await stat(path);
    return {
      [keyOf(size, 'record')]: { ours: record },
      [keyOf(size, 'read')]: { ours: read },
      [keyOf(size, 'disk')]: { ours: [bytes / 1e6] },
    };
  } finally {
    database.close();
    await rm(folder, { recursive: true, force: true });
  }
}
