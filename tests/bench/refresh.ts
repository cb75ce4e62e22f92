import { fileURLToPath } from 'node:url';
import type { Page, Target } from 'puppeteer-core';
import { build, type Rolldown } from 'vite';
import * as z from 'zod/mini';
import type { BrowserKind } from '#demo/browsers.ts';
import type { Driver } from '#demo/driver.ts';
import { endpoints } from '#protocol/price-api.ts';
import { ask, openFed } from './asking.ts';
import type { Bench, Part } from './bench.ts';
import { type Row, toRow } from './row.ts';
import { steps } from './steps.ts';

const timesShape = z.record(z.enum(steps), z.number());
type Times = z.infer<typeof timesShape>;

/** What a refresh costs beside JSON.parse of the same body, in code that was never run before, as in a worker that woke. */
export const refresh: Part = async (bench) => {
  const code = await bundle();
  return [...(await inWorker(bench, code)), ...(await inPage(bench, code))];
};

/** The code that is measured, as one script. */
async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      target: 'es2023',
      write: false,
      lib: { entry: fileURLToPath(new URL('in-worker.ts', import.meta.url)), formats: ['iife'], name: 'bench' },
    },
  });
  const [output] = (Array.isArray(built) ? built : [built]).flatMap(outputOf);
  if (!output) throw new Error('the bench’s code does not build');
  return output.code;
}

const outputOf = (built: object): Rolldown.OutputChunk[] =>
  'output' in built && Array.isArray(built.output) ? built.output.filter(({ type }) => type === 'chunk') : [];

const call = ({ market }: Bench, run: number): string =>
  `timeRefresh(${JSON.stringify(market.url + endpoints.partner.slice(1))}, ${run % 2 === 0})`;

async function inWorker(bench: Bench, code: string): Promise<Row[]> {
  const driver = await bench.open('chrome');
  const own = await openFed(driver, bench.market);
  const times: Times[] = [];
  for (let run = 0; run < bench.runs; run++) {
    const worker = await (await freshWorker(driver, own)).worker();
    times.push(timesShape.parse(await worker?.evaluate(`${code};${call(bench, run)}`)));
  }
  return rowsOf('chrome', times);
}

/** A worker that just woke. */
export async function freshWorker(driver: Driver, own: Page): Promise<Target> {
  await driver.stopWorker();
  await ask(own, { kind: 'status', request: {} });
  const [origin = ''] = /^[a-z-]+:\/\/[^/]+\//.exec(own.url()) ?? [];
  return driver.browser.waitForTarget(
    (target) => target.type() === 'service_worker' && target.url().startsWith(origin),
  );
}

/** Firefox lets nobody into its worker, so there a page of the extension, new each time, stands for it. */
async function inPage(bench: Bench, code: string): Promise<Row[]> {
  const driver = await bench.open('firefox');
  await (await openFed(driver, bench.market)).close();
  const times: Times[] = [];
  for (let run = 0; run < bench.runs; run++) {
    const own = await driver.openOwn('background.js');
    times.push(timesShape.parse(await own.evaluate(`${code};${call(bench, run)}`)));
    await own.close();
  }
  return rowsOf('firefox', times);
}

function rowsOf(browser: BrowserKind, times: readonly Times[]): Row[] {
  const about = { part: 'refresh', browser, unit: 'ms' };
  const [, ...ours] = steps;
  const cpu = (time: Times) => time.decode + time.validate + time.pack + time.open;
  return [
    toRow(
      { ...about, what: 'JSON.parse of the body (floor)' },
      times.map(({ floor }) => floor),
    ),
    ...ours.map((step) =>
      toRow(
        { ...about, what: step },
        times.map((time) => time[step]),
      ),
    ),
    toRow(
      { ...about, what: 'decode to open, over the floor', unit: '×' },
      times.map((time) => cpu(time) / time.floor),
    ),
    toRow(
      { ...about, what: 'decode to store, over the floor', unit: '×', budget: 4 },
      times.map((time) => (cpu(time) + time.store) / time.floor),
    ),
  ];
}
