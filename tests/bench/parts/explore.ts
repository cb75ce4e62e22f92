import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer-core';
import * as z from 'zod/mini';
import { marketIds } from '#core/prices/markets.ts';
import { type Driver, until } from '#demo/driver-contract.ts';
import { storeSettings } from '#demo/extension.ts';
import { bundle } from '../browser/bundle.ts';
import { openWithPrices } from '../browser/worker-messages.ts';
import { alternate, contender, samplesOf } from '../contenders.ts';
import type { Part } from '../part.ts';
import type { Samples } from '../row.ts';

const ofScroll = { floor: 'texts of the same rows', chromiumOnly: true } as const;

export const explore: Part = {
  browsers: ['chrome', 'firefox'],
  missed: 'A long scroll drops a few frames; no key or click waits longer than a blink.',
  metrics: {
    open: {
      what: 'Explore: opened → first rows',
      unit: 'ms',
      budget: 500,
      floor: 'table and names read',
      chromiumOnly: true,
    },
    keystroke: { what: 'Explore: a letter of a search → rows', unit: 'ms', budget: 32, floor: 'letters looked for' },
    filter: {
      what: 'Explore: a filter over all items × 13 → rows',
      unit: 'ms',
      budget: 32,
      floor: 'all numbers looked at',
    },
    scroll: { what: 'Explore: longest task while scrolling', unit: 'ms', budget: 50, ...ofScroll },
    slowScroll: { what: 'Explore: the same, processor slowed down twice', unit: 'ms', budget: 50, ...ofScroll },
  },
  measure: async (bench, browser) => {
    const { driver } = await openWithPrices(bench);
    const markets = [...marketIds];
    await storeSettings(driver, { relay: { url: bench.market.url }, markets, coinUsd: 0.6 });
    const code = await bundle(fileURLToPath(new URL('details-in-page.ts', import.meta.url)));
    const call = `storeDetails(${JSON.stringify(Object.keys(JSON.parse(bench.market.body) as object))})`;
    await until('a table', async () => (await runInPage(driver, `${code};${call}`)) || undefined);
    const isChromium = browser === 'chrome';
    const visits = {
      ours: contender(() => visit(driver, isChromium)),
      floor: contender(async () => leastTimes.parse(await runInPage(driver, `${code};leastOfExplore()`))),
    };
    await alternate(bench.runs, Object.values(visits));
    const tasksOf = (speed: 'usual' | 'slow'): Samples => ({
      ours: visits.ours.results.map(({ scroll }) => scroll[speed]),
      floor: visits.ours.results.map(({ plain }) => plain[speed]),
    });
    return {
      open: samplesOf(visits, ({ open }) => open),
      keystroke: samplesOf(visits, ({ keystroke }) => keystroke),
      filter: samplesOf(visits, ({ filter }) => filter),
      scroll: tasksOf('usual'),
      slowScroll: tasksOf('slow'),
    };
  },
};

async function runInPage(driver: Driver, code: string): Promise<unknown> {
  const page = await driver.openExtensionPage('icons/icon.svg');
  const result: unknown = await page.evaluate(code);
  await page.close();
  return result;
}

const leastTimes = z.object({ open: z.number(), keystroke: z.number(), filter: z.number() });

async function visit(driver: Driver, isChromium: boolean) {
  const page = await driver.openExtensionPage('explore.html');
  // A page in the background draws nothing.
  await page.bringToFront();
  const open = isChromium ? await timeOfFirstRows(page) : Number.NaN;
  await until(
    'all prices',
    () => page.evaluate(() => /stored/.test(document.querySelector('.below')?.textContent ?? '') || undefined),
    { limitMs: 30_000 },
  );
  const keystroke = await timeOfTyping(page);
  const filter = await timeOfFilter(page);
  const task = (isPlain: boolean) => tasksOfScroll(page, isChromium, isPlain);
  const times = { open, keystroke, filter, scroll: await task(false), plain: await task(true) };
  await page.close();
  return times;
}

/** ms from the navigation to the first rows; the page is opened again with a script that notes their time. */
async function timeOfFirstRows(page: Page): Promise<number> {
  await page.evaluateOnNewDocument(() => {
    const look = () => {
      if (document.querySelector('.rows .row')) performance.mark('first-rows');
      else requestAnimationFrame(look);
    };
    look();
  });
  await page.reload();
  return until('first rows', () =>
    page.evaluate(() => performance.getEntriesByName('first-rows')[0]?.startTime ?? undefined),
  );
}

/** Median of the ms from each change to other rows; one without an effect within a second does not count. */
async function timeOfChanges(changes: readonly (() => void)[]): Promise<number> {
  const count = document.querySelector('.counts [role=status]');
  if (!count) throw new Error('there is no number of rows');
  const times: number[] = [];
  for (const change of changes) {
    const { promise: changed, resolve } = Promise.withResolvers<number>();
    const observer = new MutationObserver(() => resolve(performance.now()));
    observer.observe(count, { characterData: true, childList: true, subtree: true });
    const timer = setTimeout(resolve, 1000, Number.NaN);
    const start = performance.now();
    change();
    times.push((await changed) - start);
    clearTimeout(timer);
    observer.disconnect();
  }
  const known = times.filter((ms) => ms >= 0).toSorted((one, other) => one - other);
  return known[Math.floor(known.length / 2)] ?? Number.NaN;
}

/** The first letter is not measured: it builds the index. */
const timeOfTyping = async (page: Page): Promise<number> =>
  z.number().parse(
    await page.evaluate(`(async () => {
    const timeOfChanges = ${timeOfChanges};
    const input = document.querySelector('.bar input');
    const typing = ['a', 'ak', 'ak r', 'ak re', 'ak red', 'ak redl', 'awp', 'knife', ''].map((text) => () => {
      input.value = text;
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await timeOfChanges(typing.slice(0, 1));
    return timeOfChanges(typing.slice(1));
  })()`),
  );

const timeOfFilter = async (page: Page): Promise<number> =>
  z.number().parse(
    await page.evaluate(`(async () => {
    const timeOfChanges = ${timeOfChanges};
    document.querySelector('.filter-button[aria-expanded=false]')?.click();
    while (!document.querySelector('.filters .chip')) await new Promise(requestAnimationFrame);
    const chips = [...document.querySelectorAll('.filters .chip')].slice(-12, -6);
    return timeOfChanges(chips.map((chip) => () => chip.click()));
  })()`),
  );

/** @param isPlain the floor; it leaves nothing else in the page */
async function tasksOfScroll(page: Page, isChromium: boolean, isPlain: boolean) {
  if (!isChromium) return { usual: Number.NaN, slow: Number.NaN };
  const usual = await page.evaluate(longestTaskOfScroll, isPlain);
  await page.emulateCPUThrottling(2);
  const slow = await page.evaluate(longestTaskOfScroll, isPlain);
  await page.emulateCPUThrottling(1);
  return { usual, slow };
}

/** Runs in the page. The floor: in each frame the texts of the drawn rows change in a plain table. */
async function longestTaskOfScroll(isPlain: boolean): Promise<number> {
  const grid = document.querySelector('.grid');
  const rows = [...(grid?.querySelectorAll('.rows > .row, tr') ?? [])];
  const texts = rows.flatMap(({ children }) => [...children].map(({ textContent }) => textContent));
  const columns = texts.length / rows.length;
  const table = document.createElement('table');
  for (const _ of rows) table.insertRow().innerHTML = '<td>'.repeat(columns);
  if (isPlain) grid?.replaceChildren(table);
  // Its first layout is no step.
  for (let frame = 0; isPlain && frame < 3; frame++) await new Promise(requestAnimationFrame);
  const cells = [...table.querySelectorAll('td')];
  const tasks: number[] = [];
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)));
  observer.observe({ entryTypes: ['longtask'] });
  for (let step = 0; step < 120; step++) {
    if (!isPlain) grid?.scrollBy({ top: 900 });
    else for (const [at, cell] of cells.entries()) cell.textContent = texts[(at + step * columns) % texts.length] ?? '';
    await new Promise(requestAnimationFrame);
  }
  observer.disconnect();
  return Math.max(0, ...tasks);
}
