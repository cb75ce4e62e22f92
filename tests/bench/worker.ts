import type { Page } from 'puppeteer-core';
import type { BrowserKind } from '#demo/browsers.ts';
import type { Driver } from '#demo/driver.ts';
import { ask, isAnswered, openFed, quotes } from './asking.ts';
import { type Bench, type Part, shuffledRounds } from './bench.ts';
import { floor, writeExtension } from './made-extension.ts';
import { median, type Row, toRow } from './row.ts';

interface Contender {
  readonly driver: Driver;
  readonly own: Page;
  readonly check: (reply: unknown) => boolean;
  readonly killed: number[];
  readonly warm: number[];
}

const warmUp = 3;

/** 100 names from a killed and from a warm worker, beside an empty message to a worker that does nothing. */
export const worker: Part = async (bench) => [
  ...(await measure(bench, 'chrome')),
  ...(await measure(bench, 'firefox')),
];

async function measure(bench: Bench, browser: BrowserKind): Promise<Row[]> {
  const folder = await bench.folder();
  await writeExtension(folder, browser, floor);
  const bare = await bench.open(browser, folder);
  const ours = await bench.open(browser);
  const empty = contender(bare, await bare.openOwn('background.js'), () => true);
  const table = contender(ours, await openFed(ours, bench.market), isAnswered);
  const question = quotes(bench.market.names.slice(0, 100));
  for (const one of shuffledRounds(bench.runs, [empty, table])) {
    await one.driver.stopWorker();
    one.killed.push(await timed(one, question));
    // The first answers of a worker pay for code that was never run before.
    for (let time = 0; time < warmUp; time++) await timed(one, question);
    one.warm.push(await timed(one, question));
  }
  return rowsOf(browser, empty, table);
}

const contender = (driver: Driver, own: Page, check: Contender['check']): Contender => ({
  driver,
  own,
  check,
  killed: [],
  warm: [],
});

async function timed({ own, check }: Contender, question: Parameters<typeof ask>[1]): Promise<number> {
  const { ms, reply } = await ask(own, question);
  if (!check(reply)) throw new Error(`the worker answered ${JSON.stringify(reply)}`);
  return ms;
}

function rowsOf(browser: BrowserKind, empty: Contender, table: Contender): Row[] {
  const about = { part: 'worker', browser, unit: 'ms' };
  const budgets = { killed: 15, warm: 2 };
  return (['killed', 'warm'] as const).flatMap((state) => {
    const floorMs = median(empty[state]);
    const over = table[state].map((ms) => ms - floorMs);
    return [
      toRow({ ...about, what: `empty message to a ${state} worker (floor)` }, empty[state]),
      toRow({ ...about, what: `100 names from a ${state} worker` }, table[state]),
      toRow({ ...about, what: `100 names from a ${state} worker, over the floor`, budget: budgets[state] }, over),
    ];
  });
}
