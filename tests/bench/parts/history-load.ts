import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { marketIds, referenceMarkets } from '#core/markets.ts';
import { endpoints } from '#protocol/price-api.ts';
import { openSqlite } from '#relay/history/sqlite.ts';
import { seededRandom } from '../../chaos/sequence.ts';
import { answers, startUpstream } from '../../relay/upstream.ts';
import { log } from '../measure.ts';
import { percentile, type Stream, sendOpenLoop } from '../open-loop.ts';
import type { Part } from '../part.ts';
import { type Server, startRelay, token } from '../relay/servers.ts';
import { today } from './history.ts';
import { writeHistory } from './history-year.ts';

const days = 365;
const questionsPerSecond = 1000;
/** What 10,000 users ask a minute, a second. */
const feedsPerSecond = 167;
const mostRuns = 5;

/** One relay with a year of all items on all markets answers questions for the past beside its usual load. */
export const historyLoad: Part = {
  browsers: [],
  metrics: {
    middle: { what: 'History: 1,000 questions a second, 50th of 100', unit: 'ms', budget: 20 },
    slow: { what: 'History: 1,000 questions a second, 99th of 100', unit: 'ms', budget: 100 },
    feeds: {
      what: 'Relay: prices beside 1,000 questions a second, 99th of 100',
      unit: 'ms',
      budget: 50,
      against: 'beyond floor',
      floor: 'without questions',
    },
  },
  measure: async ({ market, runs }) => {
    const names = Object.keys(JSON.parse(market.body) as object);
    await using stack = new AsyncDisposableStack();
    const folder = await mkdtemp(join(tmpdir(), 'skinlens-bench-history-'));
    stack.defer(() => rm(folder, { recursive: true, force: true }));
    const path = join(folder, 'history.db');
    const database = openSqlite(path);
    await writeHistory(database, { names, markets: marketIds, today, days });
    database.close();
    const upstream = stack.adopt(await startUpstream(answers(market.body)), (server) => server.close());
    const relay = stack.adopt(await startRelay(upstream.url, { RELAY_HISTORY: path }), (server) => server.stop());
    return await measureLoad(relay, names, runs);
  },
};

async function measureLoad({ url }: Server, names: readonly string[], runs: number) {
  const random = seededRandom(4);
  const Authorization = `Bearer ${token}`;
  const headers = { Authorization, 'Accept-Encoding': 'gzip, deflate, br, zstd' };
  const first = await fetch(url + endpoints.partner, { headers: { Authorization } });
  await first.arrayBuffer();
  const etag = first.headers.get('ETag') ?? '';
  const feeds: Stream = {
    perSecond: feedsPerSecond,
    url,
    // One client in ten has no prices yet.
    next: () => ({
      path: endpoints.partner,
      headers: random() < 0.1 ? headers : { ...headers, 'If-None-Match': etag },
    }),
  };
  const questions: Stream = {
    perSecond: questionsPerSecond,
    url,
    next: () => ({ path: pathOf(names[Math.floor(random() * names.length)] ?? ''), headers }),
  };
  const [seconds, rounds] = runs === 1 ? [2, 1] : [5, Math.min(mostRuns, runs)];
  await sendOpenLoop([{ ...questions, perSecond: 200 }, feeds], 2);
  const figures = { middle: [] as number[], slow: [] as number[], feeds: [] as number[], alone: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const [alone = []] = await sendOpenLoop([feeds], seconds);
    const [asked = [], beside = []] = await sendOpenLoop([questions, feeds], seconds);
    figures.alone.push(percentile(alone, 0.99));
    figures.middle.push(percentile(asked, 0.5));
    figures.slow.push(percentile(asked, 0.99));
    figures.feeds.push(percentile(beside, 0.99));
    const middles = [alone, beside].map((latencies) => percentile(latencies, 0.5).toFixed(1));
    log(`history-load: half of the prices within ${middles[0]} ms, beside questions within ${middles[1]} ms`);
  }
  const { middle, slow, feeds: beside, alone } = figures;
  return { middle: { ours: middle }, slow: { ours: slow }, feeds: { ours: beside, floor: alone } };
}

/** The question that the extension asks when somebody looks at an item. */
const pathOf = (item: string): string =>
  `/api/history?${new URLSearchParams({ item, markets: referenceMarkets.join(), days: String(days) })}`;
