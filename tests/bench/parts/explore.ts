import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer-core';
import * as z from 'zod/mini';
import { marketIds } from '#core/prices/markets.ts';
import type { Driver } from '#demo/driver-contract.ts';
import { storeSettings } from '#demo/extension.ts';
import { until } from '#demo/until.ts';
import { bundle } from '../browser/bundle.ts';
import { openWithPrices } from '../browser/worker-messages.ts';
import { alternate, contender, samplesOf } from '../contenders.ts';
import type { Part } from '../part.ts';

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
    scroll: { what: 'Explore: longest task while scrolling', unit: 'ms', budget: 50, chromiumOnly: true },
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
    return {
      open: samplesOf(visits, ({ open }) => open),
      keystroke: samplesOf(visits, ({ keystroke }) => keystroke),
      filter: samplesOf(visits, ({ filter }) => filter),
      scroll: samplesOf({ ours: visits.ours }, ({ scroll }) => scroll),
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
  const scroll = isChromium ? await longestTaskOfScroll(page) : Number.NaN;
  await page.close();
  return { open, keystroke, filter, scroll };
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

const longestTaskOfScroll = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const tasks: number[] = [];
    const observer = new PerformanceObserver((list) =>
      tasks.push(...list.getEntries().map(({ duration }) => duration)),
    );
    observer.observe({ entryTypes: ['longtask'] });
    const grid = document.querySelector('.grid');
    for (let step = 0; step < 120; step++) {
      grid?.scrollBy({ top: 900 });
      await new Promise(requestAnimationFrame);
    }
    observer.disconnect();
    return Math.max(0, ...tasks);
  });
