import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll } from 'vitest';
import type { SamplePage } from '#demo/sample-pages.ts';
import { serveSamples } from '#demo/serve-samples.ts';
import type { World } from './world.ts';

/** One tab for many pages, which is much faster than a tab for each. */
export interface SharedTab {
  readonly open: (sample: SamplePage) => Promise<Page>;
}

export function useSharedTab(world: () => World): SharedTab {
  let page: Page | undefined;
  const shown: SamplePage[] = [];
  const open = async (sample: SamplePage) => {
    if (!page) throw new Error('there is no tab before the tests');
    // A page keeps its language and currency there.
    if (shown.length > 0) await page.evaluate(() => localStorage.clear());
    shown.splice(0, 1, sample);
    await page.goto(sample.url, { waitUntil: 'domcontentloaded' });
    return page;
  };
  beforeAll(async () => {
    page = await world().driver.browser.newPage();
    await serveSamples(page, shown);
  });
  afterAll(() => page?.close());
  return { open };
}
