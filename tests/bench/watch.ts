import type { CDPSession, Page } from 'puppeteer-core';
import * as z from 'zod/mini';
import type { Driver } from '#demo/driver-contract.ts';
import type { SamplePage } from '#demo/sample-pages.ts';
import { serveSamples } from '#demo/serve-samples.ts';

/** Runs in the page: marks the time of every overlay that is put in a card. */
function watchOverlays(): void {
  new MutationObserver((records) => {
    for (const { nodeName } of records.flatMap(({ addedNodes }) => [...addedNodes]))
      if (/^(SKINLENS|PEER|FLOOR)-PRICES$/.test(nodeName)) performance.mark('overlay');
  }).observe(document, { childList: true, subtree: true });
}

const watching = `<script>(${watchOverlays})()</script>`;

/** Opens a page at its marketplace's address, in a tab of its own, watched from its first line on. */
export async function openWatched({ browser }: Driver, sample: SamplePage): Promise<Page> {
  const page = await browser.newPage();
  const [head, rest] = sample.html.split('<head>', 2);
  await serveSamples(page, [{ ...sample, html: `${head}<head>${watching}${rest}` }]);
  await page.goto(sample.url, { waitUntil: 'domcontentloaded' });
  return page;
}

/**
 * Waits for a number of overlays in all; answers when the last of them came, ms on the page's clock. It asks the page once,
 * for each question would take time of what is measured. Rejects after a minute.
 */
export const timeOfOverlay = (page: Page, count: number): Promise<number> =>
  page.evaluate(
    (count, limitMs) =>
      new Promise<number>((resolve, reject) => {
        const look = () => {
          const last = performance.getEntriesByName('overlay')[count - 1];
          if (!last) return;
          // It would look on at what is measured next.
          observer.disconnect();
          clearTimeout(timer);
          resolve(last.startTime);
        };
        const timer = setTimeout(() => reject(new Error(`no ${count} overlays`)), limitMs);
        const observer = new PerformanceObserver(look);
        observer.observe({ type: 'mark' });
        look();
      }),
    count,
    60_000,
  );

/** Lets the page note when it has painted the overlay that makes it so many; `timeOfPaint` tells. */
export const awaitPaint = (page: Page, count: number): Promise<void> =>
  page.evaluate((count) => {
    const paint = new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        if (document.querySelectorAll('skinlens-prices, peer-prices, floor-prices').length < count) return;
        observer.disconnect();
        // A task that is posted in a frame runs after it was painted.
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
      });
      observer.observe(document, { childList: true, subtree: true });
    });
    Object.assign(globalThis, { paint });
  }, count);

declare const paint: Promise<number>;

/** When the page had painted what `awaitPaint` named, ms on the page's clock. */
export const timeOfPaint = (page: Page): Promise<number> => page.evaluate(() => paint);

/** Adds cards at the end; answers when, on the page's clock. */
export const append = (page: Page, cards: string): Promise<number> =>
  page.evaluate((cards) => {
    const start = performance.now();
    document.querySelector('.cards')?.insertAdjacentHTML('beforeend', cards);
    return start;
  }, cards);

/** When the document was there, ms on the page's clock. */
export const timeOfContent = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation');
    return entry instanceof PerformanceNavigationTiming ? entry.domContentLoadedEventStart : Number.NaN;
  });

/** The longest task of over 50 ms in a list, ms; 0 when there is none. */
export const longest = (tasks: readonly number[]): number => Math.max(0, ...tasks);

/** How long each task of over 50 ms took since a time on the page's clock, ms; Chromium only. */
export const longTasks = (page: Page, since: number): Promise<number[]> =>
  page.evaluate(async (since) => {
    const entries = await new Promise<PerformanceEntryList>((resolve) => {
      const observer = new PerformanceObserver((list) => resolve(list.getEntries()));
      observer.observe({ type: 'longtask', buffered: true });
      setTimeout(() => resolve(observer.takeRecords()), 200);
    });
    return entries.filter(({ startTime }) => startTime >= since).map(({ duration }) => duration);
  }, since);

const usage = z.object({
  usedSize: z.number(),
  embedderHeapUsedSize: z._default(z.number(), 0),
  backingStorageSize: z._default(z.number(), 0),
});

/** Bytes that are alive: the script's heap with its array buffers, and what belongs to the DOM. */
export async function heapOf(session: CDPSession): Promise<{ script: number; dom: number }> {
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const heap = usage.parse(await session.send('Runtime.getHeapUsage'));
  return { script: heap.usedSize + heap.backingStorageSize, dom: heap.embedderHeapUsedSize };
}

/** Bytes of script that are alive in a worker or a page. */
export async function heapOfTarget(target: { createCDPSession: () => Promise<CDPSession> }): Promise<number> {
  const session = await target.createCDPSession();
  const { script } = await heapOf(session);
  await session.detach();
  return script;
}
