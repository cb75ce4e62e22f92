import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import { samplePages } from '#demo/sample-pages.ts';
import { openFed } from './asking.ts';
import type { Part } from './bench.ts';
import { type Row, toRow } from './row.ts';
import { openWatched, timeOfContent } from './watch.ts';

const samples = samplePages(new URL('../sites', import.meta.url).pathname);
const mostRuns = 5;
/** Overlays are all there when none came for so long, ms. */
const quietMs = 600;

/** For each marketplace: from the last card in the document to the last overlay, with a warm worker. */
export const everySite: Part = async (bench) => {
  const driver = await bench.open('chrome');
  await openFed(driver, bench.market);
  const rows: Row[] = [];
  for (const [site, [sample]] of Map.groupBy(samples, ({ site }) => site)) {
    if (!sample) continue;
    const times: number[] = [];
    for (let run = 0; run < Math.min(mostRuns, bench.runs); run++) {
      const page = await openWatched(driver, sample);
      times.push((await lastOverlay(page)) - (await timeOfContent(page)));
      await page.close();
    }
    rows.push(toRow({ part: 'every-site', browser: 'chrome', unit: 'ms', what: `${site}: → last overlay` }, times));
  }
  return rows;
};

/** When the last overlay came, ms on the page's clock. @throws Error when none did within 10 s. */
async function lastOverlay(page: Page): Promise<number> {
  for (let look = 0; look < 50; look++) {
    await sleep(200);
    const { last, now } = await page.evaluate(() => ({
      last: performance.getEntriesByName('overlay').at(-1)?.startTime,
      now: performance.now(),
    }));
    if (last !== undefined && now - last > quietMs) return last;
  }
  throw new Error(`no overlays at ${page.url()}`);
}
