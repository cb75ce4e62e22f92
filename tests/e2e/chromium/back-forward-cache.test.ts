import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { type Driver, until } from '#demo/driver-contract.ts';
import { sampleOf } from '../browser.ts';
import { expectNone, expectPriced } from '../expect-overlays.ts';
import { movePrices } from '../move-prices.ts';
import { useWorld } from '../world.ts';

/** Marks a document: one that is loaded again has no mark. */
const mark = (page: Page): Promise<void> =>
  page.evaluate(() => void document.documentElement.setAttribute('data-old', ''));

const isMarked = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.hasAttribute('data-old'));

/** Goes back to Steam's search and checks that it is the same document as before. */
async function goBack(page: Page): Promise<void> {
  await page.goBack({ waitUntil: 'domcontentloaded' }).catch(() => null);
  await until('the page before', async () => page.url() === sampleOf('steam', 'search').url || undefined);
  expect(await isMarked(page)).toBe(true);
}

async function pauseWorker({ browser }: Driver): Promise<() => Promise<void>> {
  const target = await browser.waitForTarget((one) => one.type() === 'service_worker');
  const session = await target.createCDPSession();
  await session.send('Debugger.enable');
  await session.send('Debugger.pause');
  return () => session.detach();
}

// In Firefox a driver can neither freeze a page nor follow one out of the cache.
describe('current prices', () => {
  const world = useWorld();

  test('are on a page that comes back out of the back-forward cache', { tags: ['full'] }, async () => {
    const { stack, open } = world();
    const { page } = await open('steam', 'search');
    await expectPriced(page, await stack.prices());
    await mark(page);
    await page.goto(sampleOf('csfloat', 'search').url, { waitUntil: 'domcontentloaded' });
    await expectPriced(page, await stack.prices());
    await movePrices(world());
    await page.bringToFront();
    await goBack(page);
    await expectPriced(page, await stack.prices(), true);
  });

  test('are on a page that went into the back-forward cache with an open request', { tags: ['full'] }, async () => {
    const { driver, stack, open } = world();
    const { page } = await open('steam', 'search');
    await expectPriced(page, await stack.prices(), true);
    await mark(page);
    const resume = await pauseWorker(driver);
    // As when the tab becomes visible.
    await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));
    await page.goto(sampleOf('csfloat', 'search').url, { waitUntil: 'domcontentloaded' });
    await resume();
    await movePrices(world());
    await page.bringToFront();
    await goBack(page);
    await expectPriced(page, await stack.prices(), true);
  });

  test('and settings are on a page out of the cache: a site that is switched off, and on again', async () => {
    const { configure, stack, open } = world();
    const { page } = await open('steam', 'search');
    await expectPriced(page, await stack.prices(), true);
    for (const on of [false, true]) {
      await mark(page);
      await page.goto(sampleOf('csfloat', 'search').url, { waitUntil: 'domcontentloaded' });
      await expectPriced(page, await stack.prices(), true);
      await configure({ sites: { steam: on } });
      await goBack(page);
      await (on ? expectPriced(page, await stack.prices(), true) : expectNone(page));
    }
  });

  test('are on a page that was frozen', { tags: ['full'] }, async () => {
    const { stack, open } = world();
    const { page } = await open('steam', 'search');
    await expectPriced(page, await stack.prices(), true);
    const session = await page.createCDPSession();
    await session.send('Page.setWebLifecycleState', { state: 'frozen' });
    await movePrices(world());
    await session.send('Page.setWebLifecycleState', { state: 'active' });
    await page.bringToFront();
    await expectPriced(page, await stack.prices(), true);
  });
});
