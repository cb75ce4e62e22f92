import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import type { BrowserKind } from '#demo/browsers.ts';
import type { Driver } from '#demo/driver-contract.ts';
import { ask, openFed, quotes } from './asking.ts';
import { type Bench, inBoth, type Part } from './bench.ts';
import { cardsOf, pageOf } from './cards.ts';
import { floor, floorPage } from './made-extension.ts';
import { openMade, openPeer } from './made-open.ts';
import { peerName } from './peer.ts';
import { shuffledRounds } from './rounds.ts';
import { type Row, toRow } from './row.ts';
import { append, awaitPaint, longest, longTasks, openWatched, timeOfOverlay, timeOfPaint } from './watch.ts';

const stock = 40;
const inserted = 100;
const batch = 50;
const batches = 20;

/** Cards that come to a page that is open, by one insertion and by a long scroll. */
export const feed: Part = (bench) => inBoth(bench, measure);

async function measure(bench: Bench, kind: BrowserKind): Promise<Row[]> {
  const ours = await bench.open(kind);
  const own = await openFed(ours, bench.market);
  const stored = await openPeer(bench, kind);
  const least = await openMade(bench, kind, floorPage);
  const inserting = await measureInsertion(bench, { ours, stored, least }, own);
  if (kind === 'firefox') return inserting;
  const off = await openMade(bench, kind, floor);
  return [...inserting, ...(await measureScroll(bench, { ours, stored, off }))];
}

async function measureInsertion(
  { market, runs }: Bench,
  drivers: Record<'ours' | 'stored' | 'least', Driver>,
  own: Page,
): Promise<Row[]> {
  const names = market.names.slice(stock, stock + inserted);
  const sample = pageOf(market.names.slice(0, stock));
  const totals = { ours: [] as number[], stored: [] as number[], least: [] as number[] };
  const paints = { ours: [] as number[], stored: [] as number[], least: [] as number[] };
  const each: number[] = [];
  for await (const { thing: who, keep } of shuffledRounds(runs, ['ours', 'stored', 'least'] as const)) {
    const { total, painted } = await timeInsertion(await openWatched(drivers[who], sample), names);
    const lookUp = who === 'ours' ? (await ask(own, quotes(names))).ms : undefined;
    keep(() => {
      totals[who].push(total);
      paints[who].push(painted);
      if (lookUp !== undefined) each.push((total - lookUp) / inserted);
    });
  }
  const about = { part: 'feed', browser: drivers.ours.kind, unit: 'ms' };
  return [
    toRow({ ...about, what: `${inserted} cards inserted → ${inserted} overlays`, budget: 50 }, totals.ours, {
      floor: ['empty message', totals.least],
      peer: [peerName, totals.stored],
    }),
    toRow({ ...about, what: 'a card of them, beyond the look-up', budget: 2 }, each),
    toRow({ ...about, what: `${inserted} cards inserted → ${inserted} overlays painted` }, paints.ours, {
      floor: ['empty message', paints.least],
      peer: [peerName, paints.stored],
    }),
  ];
}

/** How long the overlays of cards take that are put into a page, and until they are painted, ms; closes the page. */
async function timeInsertion(page: Page, names: readonly string[]): Promise<{ total: number; painted: number }> {
  await timeOfOverlay(page, stock);
  await awaitPaint(page, stock + inserted);
  await sleep(200); // what the load left to do
  const start = await append(page, cardsOf(names));
  const end = await timeOfOverlay(page, stock + inserted);
  const painted = await timeOfPaint(page);
  await page.close();
  return { total: end - start, painted: painted - start };
}

async function measureScroll(
  { market, runs }: Bench,
  drivers: Record<'ours' | 'stored' | 'off', Driver>,
): Promise<Row[]> {
  const names = Array.from({ length: batch * batches }, (_, at) => market.names[stock + at] ?? '');
  const long = { ours: [] as number[][], stored: [] as number[][], off: [] as number[][] };
  for await (const { thing: who, keep } of shuffledRounds(runs, ['ours', 'stored', 'off'] as const)) {
    const page = await openWatched(drivers[who], pageOf(market.names.slice(0, stock)));
    await sleep(500);
    const start = await scroll(page, names);
    if (who !== 'off') await timeOfOverlay(page, stock + names.length);
    const tasks = await longTasks(page, start);
    keep(() => long[who].push(tasks));
    await page.close();
  }
  const about = { part: 'feed', browser: 'chrome', unit: 'ms' };
  const row = (what: string, of: (tasks: readonly number[]) => number, budget?: number) =>
    toRow({ ...about, what: `1,000 cards by scroll: ${what}`, budget }, long.ours.map(of), {
      floor: ['no extension', long.off.map(of)],
      peer: [peerName, long.stored.map(of)],
    });
  return [
    row('longest task over 50 ms', longest, 50),
    row('tasks over 50 ms, sum', (tasks) => tasks.reduce((sum, task) => sum + task, 0)),
  ];
}

/** Appends cards in batches as an infinite scroll does; answers when it began, on the page's clock. */
async function scroll(page: Page, names: readonly string[]): Promise<number> {
  const start = await page.evaluate(() => performance.now());
  for (let at = 0; at < names.length; at += batch) {
    await append(page, cardsOf(names.slice(at, at + batch)));
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await sleep(50);
  }
  return start;
}
