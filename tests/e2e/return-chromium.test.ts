import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import type { Driver } from '#demo/driver.ts';
import { until } from '#demo/until.ts';
import { sampleOf } from './browser.ts';
import { expectNone, expectPriced } from './overlays.ts';
import { describeReturns, movePrices } from './return-scenarios.ts';
import { useWorld } from './world.ts';

describeReturns('chrome');

/** Leaves a mark that a page which is loaded anew does not have. */
const mark = (page: Page): Promise<void> =>
  page.evaluate(() => void document.documentElement.setAttribute('data-old', ''));

const isMarked = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.hasAttribute('data-old'));

/** Goes back to Steam's search, and sees that it is the page that was left and no new one. */
async function goBack(page: Page): Promise<void> {
  await page.goBack({ waitUntil: 'domcontentloaded' }).catch(() => null);
  await until('the page before', async () => page.url() === sampleOf('steam', 'search').url || undefined);
  expect(await isMarked(page)).toBe(true);
}

/** Stops the worker at its next statement, with whatever it is asked; answers how to let it go on. */
async function holdWorker({ browser }: Driver): Promise<() => Promise<void>> {
  const target = await browser.waitForTarget((one) => one.type() === 'service_worker');
  const session = await target.createCDPSession();
  await session.send('Debugger.enable');
  await session.send('Debugger.pause');
  return () => session.detach();
}

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
    await goBack(page);
    await expectPriced(page, await stack.prices());
  });

  test('are on a page whose question was not answered when it went into the back-forward cache', async () => {
    const { driver, stack, open } = world();
    const { page } = await open('steam', 'search');
    await expectPriced(page, await stack.prices());
    await mark(page);
    const release = await holdWorker(driver);
    // As when the tab comes to the front.
    await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));
    await page.goto(sampleOf('csfloat', 'search').url, { waitUntil: 'domcontentloaded' });
    await release();
    await movePrices(world());
    await page.bringToFront();
    await goBack(page);
    await expectPriced(page, await stack.prices());
  });

  test('and the settings of now: what is switched off meanwhile is off, and on again', async () => {
    const { configure, stack, open } = world();
    const { page } = await open('steam', 'search');
    await expectPriced(page, await stack.prices());
    for (const on of [false, true]) {
      await mark(page);
      await page.goto(sampleOf('csfloat', 'search').url, { waitUntil: 'domcontentloaded' });
      await expectPriced(page, await stack.prices());
      await configure({ sites: { steam: on } });
      await goBack(page);
      await (on ? expectPriced(page, await stack.prices()) : expectNone(page));
    }
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
