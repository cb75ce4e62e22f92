import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll } from 'vitest';
import type { SamplePage } from '#demo/sample-pages.ts';
import { stage } from '#demo/stage.ts';
import type { Prices } from './stack.ts';
import type { World } from './world.ts';

/** One tab that goes from page to page, which is much faster than a tab for each. */
export interface Tour {
  /** Goes to a page, which may be of a test's own making, and to no other of the same address. */
  readonly visit: (sample: SamplePage) => Promise<Page>;
  /** What the service asks; asked for once, for it answers 60 times a minute. */
  readonly prices: Prices;
}

/** Opens the tab before the tests of a suite and closes it after them. */
export function useTour(world: () => World): () => Tour {
  let page: Page | undefined;
  let prices: Prices = () => undefined;
  const shown: SamplePage[] = [];
  const visit = async (sample: SamplePage) => {
    if (!page) throw new Error('there is no tab before the tests');
    // What a page keeps there is its own setting of language or currency.
    if (shown.length > 0) await page.evaluate(() => localStorage.clear());
    shown.splice(0, 1, sample);
    await page.goto(sample.url, { waitUntil: 'domcontentloaded' });
    return page;
  };
  beforeAll(async () => {
    page = await world().driver.browser.newPage();
    await stage(page, shown);
    prices = await world().stack.prices();
  });
  afterAll(() => page?.close());
  return () => ({ visit, prices });
}
