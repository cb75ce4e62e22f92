import type { Page } from 'puppeteer-core';
import type { BrowserKind } from '#demo/browsers.ts';
import type { Driver } from '#demo/driver-contract.ts';
import { parsePartner } from '#prices/refresh/parse-partner-prices.ts';
import { packTable } from '#prices/table/write-table.ts';
import { readCatalogue } from '#service/simulated/catalogue.ts';
import { ask, openFed, quotes } from './asking.ts';
import { type Bench, inBoth, type Part } from './bench.ts';
import { number } from './figures.ts';
import { namesOf } from './growth-names.ts';
import { openMarket } from './market.ts';
import { bundle, freshWorker, timeRefreshes, whole } from './refresh.ts';
import { shuffledRounds } from './rounds.ts';
import { type Row, toRow } from './row.ts';
import { heapOfTarget } from './watch.ts';

const part = 'growth-items';
const mostRuns = 10;
const warmUp = 3;

/** How cost grows with the items that have a price: a thousand, ten thousand, all that there are, and more than that. */
export const growthItems: Part = async (bench) => {
  const code = await bundle();
  const rows: Row[] = [];
  for (const count of [1000, 10_000, (await readCatalogue()).length, 100_000]) {
    const market = await openMarket(await namesOf(count));
    try {
      const runs = Math.min(mostRuns, bench.runs);
      rows.push(tableRow(count, market.body));
      rows.push(...(await inBoth(bench, (bench, kind) => measure({ ...bench, market, runs }, kind, count, code))));
    } finally {
      await market.close();
    }
  }
  return rows;
};

const about = (count: number, what: string, unit: string) => ({ part, what: `${number(count)} items: ${what}`, unit });

function tableRow(count: number, body: string): Row {
  const { buffer } = packTable(parsePartner(JSON.parse(body)).rows);
  const floor = ['the JSON', [body.length / 1e6]] as const;
  return toRow(about(count, 'the packed table', 'MB'), [buffer.byteLength / 1e6], { floor });
}

async function measure(bench: Bench, browser: BrowserKind, count: number, code: string): Promise<Row[]> {
  const driver = await bench.open(browser);
  const own = await openFed(driver, bench.market);
  const times = await timeRefreshes(bench, driver, own, code);
  const refresh = toRow({ ...about(count, 'a refresh', 'ms'), browser }, times.map(whole), {
    floor: ['JSON.parse', times.map(({ floor }) => floor)],
  });
  return [refresh, ...(await measureLooks(bench, driver, own, count))];
}

/** 100 names from a worker that just woke, and when it is warm; in Chromium its heap as well. */
async function measureLooks(bench: Bench, driver: Driver, own: Page, count: number): Promise<Row[]> {
  const browser = driver.kind;
  const question = quotes(bench.market.names.slice(0, 100));
  const times = { killed: [] as number[], warm: [] as number[], heap: [] as number[] };
  for await (const { keep } of shuffledRounds(bench.runs, ['look'])) {
    await driver.stopWorker();
    const killed = (await ask(own, question)).ms;
    for (let time = 0; time < warmUp; time++) await ask(own, question);
    const warm = (await ask(own, question)).ms;
    const heap = browser === 'chrome' ? (await heapOfTarget(await freshWorker(driver, own))) / 1e6 : undefined;
    keep(() => {
      times.killed.push(killed);
      times.warm.push(warm);
      if (heap !== undefined) times.heap.push(heap);
    });
  }
  const row = (what: string, unit: string, samples: readonly number[]) =>
    toRow({ ...about(count, what, unit), browser }, samples);
  return [
    row('100 names from a killed worker', 'ms', times.killed),
    row('100 names from a warm worker', 'ms', times.warm),
    ...(browser === 'chrome' ? [row('the worker’s heap', 'MB', times.heap)] : []),
  ];
}
