import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import type { Driver } from '#demo/driver.ts';
import { ask, openFed, quotes } from './asking.ts';
import { type Bench, type Part, shuffledRounds } from './bench.ts';
import { cardsOf, pageOf } from './cards.ts';
import { floor, writeExtension } from './made-extension.ts';
import { type Row, toRow } from './row.ts';
import { longTasks, openWatched, timeOfOverlay } from './watch.ts';

const about = { part: 'feed', browser: 'chrome', unit: 'ms' };
const stock = 40;
const inserted = 100;
const batch = 50;
const batches = 20;

/** Cards that come to a page that is open, by one insertion and by a long scroll. */
export const feed: Part = async (bench) => {
  const ours = await bench.open('chrome');
  const own = await openFed(ours, bench.market);
  const folder = await bench.folder();
  await writeExtension(folder, 'chrome', floor);
  const off = await bench.open('chrome', folder);
  return [...(await measureInsertion(bench, ours, own)), ...(await measureScroll(bench, ours, off))];
};

async function measureInsertion({ market, runs }: Bench, driver: Driver, own: Page): Promise<Row[]> {
  const names = market.names.slice(stock, stock + inserted);
  const sample = pageOf(market.names.slice(0, stock));
  const totals: number[] = [];
  const each: number[] = [];
  for (let run = 0; run < runs; run++) {
    const page = await openWatched(driver, sample);
    await timeOfOverlay(page, stock);
    await sleep(200); // what the load left to do
    const start = await append(page, cardsOf(names));
    const total = (await timeOfOverlay(page, stock + inserted)) - start;
    const { ms } = await ask(own, quotes(names));
    totals.push(total);
    each.push((total - ms) / inserted);
    await page.close();
  }
  return [
    toRow({ ...about, what: `${inserted} cards inserted → ${inserted} overlays`, budget: 50 }, totals),
    toRow({ ...about, what: 'a card, beyond the look-up', budget: 2 }, each),
  ];
}

/** Adds cards at the end; answers when, on the page's clock. */
const append = (page: Page, cards: string): Promise<number> =>
  page.evaluate((cards) => {
    const start = performance.now();
    document.querySelector('.cards')?.insertAdjacentHTML('beforeend', cards);
    return start;
  }, cards);

async function measureScroll({ market, runs }: Bench, ours: Driver, off: Driver): Promise<Row[]> {
  const names = Array.from({ length: batch * batches }, (_, at) => market.names[stock + at] ?? '');
  const contenders = [
    { name: 'Skinlens', driver: ours, overlays: stock + names.length, long: [] as number[][] },
    { name: 'no extension', driver: off, overlays: 0, long: [] as number[][] },
  ];
  for (const { driver, overlays, long } of shuffledRounds(runs, contenders)) {
    const page = await openWatched(driver, pageOf(market.names.slice(0, stock)));
    await sleep(500);
    const start = await scroll(page, names);
    if (overlays > 0) await timeOfOverlay(page, overlays);
    long.push(await longTasks(page, start));
    await page.close();
  }
  return contenders.flatMap(({ name, long }) => [
    toRow(
      { ...about, what: `1,000 cards by scroll, ${name}: longest task over 50 ms`, budget: budgetOf(name) },
      long.map((tasks) => Math.max(0, ...tasks)),
    ),
    toRow(
      { ...about, what: `1,000 cards by scroll, ${name}: long tasks, sum` },
      long.map((tasks) => tasks.reduce((sum, task) => sum + task, 0)),
    ),
  ]);
}

const budgetOf = (name: string): number | undefined => (name === 'Skinlens' ? 50 : undefined);

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
