import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page } from 'puppeteer-core';
import { marketIds } from '#core/markets.ts';
import type { Driver } from '#demo/driver-contract.ts';
import { storeSettings } from '#demo/extension.ts';
import { until } from '#demo/until.ts';
import { openWithPrices } from '../browser/worker-messages.ts';
import { alternate, contender, samplesOf } from '../contenders.ts';
import type { Part } from '../part.ts';

/** Explore with all items of the simulated market on all 13 markets. */
export const explore: Part = {
  browsers: ['chrome', 'firefox'],
  metrics: {
    open: { what: 'Explore: opened → first rows', unit: 'ms', budget: 500, chromiumOnly: true },
    keystroke: { what: 'Explore: a letter of a search → rows', unit: 'ms', budget: 32 },
    filter: { what: 'Explore: a filter over all items × 13 → rows', unit: 'ms', budget: 32 },
    scroll: { what: 'Explore: longest task while scrolling', unit: 'ms', budget: 50, chromiumOnly: true },
    memory: { what: 'Explore: heap and typed arrays of the page', unit: 'MB', budget: 150, chromiumOnly: true },
  },
  measure: async (bench, browser) => {
    const { driver } = await openWithPrices(bench);
    const markets = [...marketIds];
    await storeSettings(driver, { relay: { url: bench.market.url }, markets, coinUsd: 0.6 });
    await storeDetails(driver, Object.keys(JSON.parse(bench.market.body) as object));
    const isChromium = browser === 'chrome';
    const visits = { ours: contender(() => visit(driver, isChromium)) };
    await alternate(bench.runs, Object.values(visits));
    return {
      open: samplesOf(visits, ({ open }) => open),
      keystroke: samplesOf(visits, ({ keystroke }) => keystroke),
      filter: samplesOf(visits, ({ filter }) => filter),
      scroll: samplesOf(visits, ({ scroll }) => scroll),
      memory: samplesOf(visits, ({ memory }) => memory),
    };
  },
};

/** Writes prices of every item on every market, as the background worker stores them. */
async function storeDetails(driver: Driver, names: readonly string[]): Promise<void> {
  const page = await driver.openExtensionPage('icons/icon.svg');
  for (const market of marketIds)
    await page.evaluate(
      async (market, names) => {
        const opening = indexedDB.open('details');
        opening.onupgradeneeded = () => opening.result.createObjectStore('values');
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          opening.onsuccess = () => resolve(opening.result);
          opening.onerror = () => reject(opening.error);
        });
        const buckets = Array.from({ length: 64 }, (): unknown[] => []);
        const now = Date.now();
        for (const [at, name] of names.entries()) {
          const price = 10 + ((at * 7919) % 90_000);
          const link = `https://${market}.example/item/${at}`;
          buckets[at % 64]?.push([
            name,
            { price, avg7: price, avg30: price, count: at % 90, inflated: false, updatedAt: now, link },
          ]);
        }
        const writing = database.transaction('values', 'readwrite');
        const values = writing.objectStore('values');
        for (const [at, rows] of buckets.entries()) values.put(JSON.stringify(rows), `${market}/${at}`);
        const about = { names: 'exact', relay: '', updatedAt: now, items: names.length };
        values.put(about, `${market}/about`);
        await new Promise((resolve) => {
          writing.oncomplete = resolve;
        });
        database.close();
      },
      market,
      names as string[],
    );
  await page.close();
}

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
  const memory = isChromium ? await megabytesOf(page) : Number.NaN;
  await page.close();
  return { open, keystroke, filter, scroll, memory };
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

/** Median over letters of the time from the event to the frame that follows new rows. */
const timeOfTyping = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const input = document.querySelector<HTMLInputElement>('.bar input');
    const count = document.querySelector('.counts [role=status]');
    if (!input || !count) throw new Error('there is no search field');
    const times: number[] = [];
    for (const typed of ['a', 'ak', 'ak r', 'ak re', 'ak red', 'ak redl', 'awp', 'knife', '']) {
      const changed = new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          observer.disconnect();
          resolve();
        });
        observer.observe(count, { characterData: true, childList: true, subtree: true });
      });
      const start = performance.now();
      input.value = typed;
      input.dispatchEvent(new Event('input', { bubbles: true }));
      const isChanged = await Promise.race([
        changed.then(() => true),
        new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 1000)),
      ]);
      if (isChanged) times.push(performance.now() - start);
    }
    // The first letter also builds the index.
    const [, ...warm] = times;
    return warm.toSorted((one, other) => one - other)[Math.floor(warm.length / 2)] ?? Number.NaN;
  });

const timeOfFilter = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const count = document.querySelector('.counts [role=status]');
    document.querySelector<HTMLDetailsElement>('.filter-box')?.setAttribute('open', '');
    while (!document.querySelector('.filters .chip')) await new Promise(requestAnimationFrame);
    const times: number[] = [];
    for (const chip of Array.from(document.querySelectorAll<HTMLButtonElement>('.filters .chip')).slice(-12, -6)) {
      if (!count) break;
      const changed = new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          observer.disconnect();
          resolve();
        });
        observer.observe(count, { characterData: true, childList: true, subtree: true });
      });
      const start = performance.now();
      chip.click();
      await Promise.race([changed, new Promise((resolve) => setTimeout(resolve, 1000))]);
      times.push(performance.now() - start);
    }
    return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN;
  });

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

/** The page and its worker, after a garbage collection. */
async function megabytesOf(page: Page): Promise<number> {
  const sessions = [await page.createCDPSession(), ...page.workers().map(({ client }) => client as CDPSession)];
  const bytes = await Promise.all(sessions.map(bytesOf));
  await sleep(0);
  return bytes.reduce((sum, one) => sum + one, 0) / 1e6;
}

async function bytesOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const usage: Record<string, number> = { ...(await session.send('Runtime.getHeapUsage')) };
  return (usage['usedSize'] ?? 0) + (usage['backingStorageSize'] ?? 0) + (usage['embedderHeapUsedSize'] ?? 0);
}
