import { fileURLToPath } from 'node:url';
import type { Page, Target } from 'puppeteer-core';
import { build, type Rolldown } from 'vite';
import * as z from 'zod/mini';
import type { BrowserKind } from '#demo/browsers.ts';
import type { Driver } from '#demo/driver-contract.ts';
import { ask, openFed } from './asking.ts';
import { type Bench, inBoth, oftener, type Part } from './bench.ts';
import { openPeer, tableUrl } from './made-open.ts';
import { peerName } from './peer.ts';
import { shuffledRounds } from './rounds.ts';
import { type Row, toRow } from './row.ts';
import { steps } from './steps.ts';

const timesShape = z.record(z.enum(steps), z.number());
export type Times = z.infer<typeof timesShape>;

/** What a refresh costs beside JSON.parse of the same body, in code that was never run before, as in a worker that woke. */
export const refresh: Part = async (bench) => {
  const code = await bundle();
  return inBoth(bench, async (bench, kind) => {
    const driver = await bench.open(kind);
    const often = { ...bench, runs: oftener(bench) };
    const times = await timeRefreshes(often, driver, await openFed(driver, bench.market), code);
    return rowsOf(kind, times, await storings(bench, kind));
  });
};

/** Times the steps of as many refreshes as the bench has runs; `own` is a page of the extension. */
export async function timeRefreshes(bench: Bench, driver: Driver, own: Page, code: string): Promise<Times[]> {
  const runOnce = driver.kind === 'firefox' ? inPage : inWorker;
  const times: Times[] = [];
  let run = 0;
  for await (const { keep } of shuffledRounds(bench.runs, ['refresh'])) {
    const took = timesShape.parse(await runOnce(driver, own, `${code};${call(bench, run++)}`));
    keep(() => times.push(took));
  }
  return times;
}

async function inWorker(driver: Driver, own: Page, script: string): Promise<unknown> {
  const worker = await (await freshWorker(driver, own)).worker();
  return worker?.evaluate(script);
}

/** Firefox lets nobody into its worker, so there a page of the extension, new each time, stands for it. */
async function inPage(driver: Driver, _: Page, script: string): Promise<unknown> {
  const page = await driver.openExtensionPage('background.js');
  const times = await page.evaluate(script);
  await page.close();
  return times;
}

/** What the peer's worker does with an answer: it keeps the text. Each page then parses it, which `worker` measures. */
async function storings(bench: Bench, kind: BrowserKind): Promise<number[]> {
  const driver = await openPeer(bench, kind);
  const own = await driver.openExtensionPage('background.js');
  const times: number[] = [];
  for await (const { keep } of shuffledRounds(bench.runs, ['store'])) {
    await driver.stopWorker();
    const took = z.number().parse((await ask(own, tableUrl(bench))).reply);
    keep(() => times.push(took));
  }
  return times;
}

/** The code that is measured, as one script. */
export async function bundle(): Promise<string> {
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

const call = (bench: Bench, run: number): string => `timeRefresh(${JSON.stringify(tableUrl(bench))}, ${run % 2 === 0})`;

/** A worker that just woke. */
export async function freshWorker(driver: Driver, own: Page): Promise<Target> {
  await driver.stopWorker();
  return runningWorker(driver, own);
}

/** The worker, woken if it sleeps. */
export async function runningWorker(driver: Driver, own: Page): Promise<Target> {
  await ask(own, { kind: 'status', request: {} });
  const [origin = ''] = /^[a-z-]+:\/\/[^/]+\//.exec(own.url()) ?? [];
  return driver.browser.waitForTarget(
    (target) => target.type() === 'service_worker' && target.url().startsWith(origin),
  );
}

/** ms of all that a refresh does once the answer is there, kept on disk included. */
export const whole = ({ floor, ...ours }: Times): number => Object.values(ours).reduce((sum, ms) => sum + ms);

function rowsOf(browser: BrowserKind, times: readonly Times[], stored: readonly number[]): Row[] {
  const about = { part: 'refresh', browser, unit: 'ms' };
  const [, ...ours] = steps;
  const floor = ['JSON.parse', times.map(({ floor }) => floor)] as const;
  return [
    toRow(
      { ...about, what: 'a refresh: decode, validate, pack, open, store', budget: 4, against: 'times floor' },
      times.map(whole),
      { floor, peer: [`${peerName}: the text stored, not parsed`, stored] },
    ),
    ...ours.map((step) =>
      toRow(
        { ...about, what: `of it: ${step}` },
        times.map((time) => time[step]),
      ),
    ),
  ];
}
