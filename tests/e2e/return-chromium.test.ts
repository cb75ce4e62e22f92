import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { until } from '#demo/until.ts';
import { sampleOf } from './browser.ts';
import { expectPriced } from './overlays.ts';
import { describeReturns, movePrices } from './return-scenarios.ts';
import { useWorld } from './world.ts';

describeReturns('chrome');

/** Leaves a mark that a page which is loaded anew does not have. */
const mark = (page: Page): Promise<void> =>
  page.evaluate(() => void document.documentElement.setAttribute('data-old', ''));

const isMarked = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.hasAttribute('data-old'));

/** Firefox has no way to put a page to sleep, and loses sight of one that comes back. */
describe('the prices of now', () => {
  const world = useWorld('chrome');

  test('are on a page that comes back out of the back-forward cache', async () => {
    const { stack, open } = world();
    const { page } = await open('steam', 'search');
    await expectPriced(page, await stack.prices());
    await mark(page);
    await page.goto(sampleOf('csfloat', 'search').url, { waitUntil: 'domcontentloaded' });
    await expectPriced(page, await stack.prices());
    await movePrices(world());
    await page.bringToFront();
    await page.goBack({ waitUntil: 'domcontentloaded' }).catch(() => null);
    await until('the page before', async () => page.url() === sampleOf('steam', 'search').url || undefined);
    expect(await isMarked(page)).toBe(true);
    await expectPriced(page, await stack.prices());
  });

  test('are on a page that slept, when it wakes', async () => {
    const { stack, open } = world();
    const { page } = await open('steam', 'search');
    await expectPriced(page, await stack.prices());
    const session = await page.createCDPSession();
    await session.send('Page.setWebLifecycleState', { state: 'frozen' });
    await movePrices(world());
    await session.send('Page.setWebLifecycleState', { state: 'active' });
    await page.bringToFront();
    await expectPriced(page, await stack.prices());
  });
});
