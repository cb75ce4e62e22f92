import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page } from 'puppeteer-core';
import * as z from 'zod/mini';
import type { Driver } from '#demo/driver-contract.ts';
import type { SamplePage } from '#demo/sample-pages.ts';
import { serveSamples } from '#demo/serve-samples.ts';

function markOverlays(): void {
  new MutationObserver((records) => {
    for (const { nodeName } of records.flatMap(({ addedNodes }) => [...addedNodes]))
      if (/^(SKINLENS|PEER|FLOOR)-PRICES$/.test(nodeName)) performance.mark('overlay');
  }).observe(document, { childList: true, subtree: true });
}

/** Opens a page at its marketplace's address in a new tab, with overlays marked from its first line on. */
export async function openTimed({ browser }: Driver, sample: SamplePage): Promise<Page> {
  const page = await browser.newPage();
  const html = sample.html.replace('<head>', () => `<head><script>(${markOverlays})()</script>`);
  await serveSamples(page, [{ ...sample, html }]);
  await page.goto(sample.url, { waitUntil: 'domcontentloaded' });
  return page;
}

/** ms on the page's clock. Waits inside the page: polling would disturb what is measured. Rejects after a minute. */
export const timeOfOverlay = (page: Page, count: number): Promise<number> =>
  page.evaluate(
    (count, limitMs) =>
      new Promise<number>((resolve, reject) => {
        const check = () => {
          const last = performance.getEntriesByName('overlay')[count - 1];
          if (!last) return;
          observer.disconnect();
          clearTimeout(timer);
          resolve(last.startTime);
        };
        const timer = setTimeout(() => reject(new Error(`no ${count} overlays`)), limitMs);
        const observer = new PerformanceObserver(check);
        observer.observe({ type: 'mark' });
        check();
      }),
    count,
    60_000,
  );

export const timeOfContent = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation');
    return entry instanceof PerformanceNavigationTiming ? entry.domContentLoadedEventStart : Number.NaN;
  });

export const appendCards = (page: Page, cards: string): Promise<number> =>
  page.evaluate((cards) => {
    const start = performance.now();
    document.querySelector('.cards')?.insertAdjacentHTML('beforeend', cards);
    return start;
  }, cards);

/** The longest task of over 50 ms since a time on the page's clock, ms; 0 without one. Chromium only. */
export const longestTask = (page: Page, since: number): Promise<number> =>
  page.evaluate(async (since) => {
    const entries = await new Promise<PerformanceEntryList>((resolve) => {
      const observer = new PerformanceObserver((list) => resolve(list.getEntries()));
      observer.observe({ type: 'longtask', buffered: true });
      setTimeout(() => resolve(observer.takeRecords()), 200);
    });
    return Math.max(0, ...entries.filter(({ startTime }) => startTime >= since).map(({ duration }) => duration));
  }, since);

const usage = z.object({ usedSize: z.number(), backingStorageSize: z._default(z.number(), 0) });

/** MB of the live script heap of a page or a worker, array buffers included. Chromium only. */
export async function heapOf(target: { createCDPSession: () => Promise<CDPSession> }): Promise<number> {
  const session = await target.createCDPSession();
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize } = usage.parse(await session.send('Runtime.getHeapUsage'));
  await session.detach();
  return (usedSize + backingStorageSize) / 1e6;
}

const traceSchema = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      /** µs of thread time, which stands still while others use the core; instant events have none. */
      tts: z.optional(z.number()),
      tdur: z.optional(z.number()),
      args: z.optional(z.unknown()),
    }),
  ),
});

export type TraceEvent = z.infer<typeof traceSchema>['traceEvents'][number];

export async function traceOf(driver: Driver, sample: SamplePage, ms: number): Promise<readonly TraceEvent[]> {
  const beside = await driver.browser.newPage();
  await beside.tracing.start({ categories: ['devtools.timeline', 'v8', 'v8.execute'] });
  const page = await openTimed(driver, sample);
  await sleep(ms);
  await page.close();
  const trace = await beside.tracing.stop();
  await beside.close();
  return traceSchema.parse(JSON.parse(new TextDecoder().decode(trace))).traceEvents;
}
