import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Driver } from '#demo/driver-contract.ts';
import { storeSettings } from '#demo/extension.ts';
import { accessibilityViolations } from '../accessibility.ts';
import { openBrowser } from '../browser.ts';
import { awaitDefaultRelay } from '../newly-installed.ts';
import { expectText } from '../popup.ts';
import { screenshot } from '../screenshots.ts';
import { openStack, type Stack } from '../stack.ts';
import { kind } from '../world.ts';

/** The relay must be the one at the default address, and start while the page waits. */
describe('a new user on the welcome page', () => {
  const disposal = new AsyncDisposableStack();
  afterAll(() => disposal.disposeAsync());
  let isFree: boolean;
  let stack: Stack;
  let driver: Driver;
  let page: Page;
  beforeAll(async () => {
    isFree = await awaitDefaultRelay(disposal);
    if (!isFree) return;
    stack = await openStack({ relay: false, port: 8787 });
    disposal.defer(stack.close);
    driver = await openBrowser(kind);
    disposal.defer(driver.close);
    page = await driver.openExtensionPage('welcome.html');
    await page.bringToFront();
  });

  /** The page at the width of a phone and at that of a desktop, light and dark. */
  const take = async (name: string) => {
    for (const theme of ['light', 'dark']) {
      // Firefox cannot be told the system's scheme.
      await storeSettings(driver, { theme });
      await page.bringToFront();
      await page.waitForSelector(`html[data-theme="${theme}"]`);
      for (const width of [390, 1280]) {
        await page.setViewport({ width, height: 2400, deviceScaleFactor: 1 });
        await screenshot(page, `${name}-${kind}-${width}-${theme}`);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }
      expect(await accessibilityViolations(page)).toEqual([]);
    }
  };

  test('opens each door without the mouse', async ({ skip }) => {
    if (!isFree) skip('something else listens on port 8787');
    await expectText(page, /Waiting for a relay at http:\/\/localhost:8787/);
    await take('welcome-waiting');
    await page.focus('.door input:checked');
    await page.keyboard.press('ArrowDown');
    await page.waitForSelector('#invite');
    await take('welcome-invite');
    await page.keyboard.press('ArrowDown');
    await page.waitForSelector('#relay-url');
    await page.keyboard.press('ArrowDown');
    await expectText(page, /Waiting for a relay/);
  });

  test('starts the relay, and the page goes on by itself and keeps the focus', async ({ skip }) => {
    if (!isFree) skip('something else listens on port 8787');
    await page.setViewport({ width: 1280, height: 500, deviceScaleFactor: 1 });
    await stack.startRelay();
    await page.waitForFunction(() => document.body.textContent?.includes('Found:'), { timeout: 60_000 });
    await expectText(page, /Found: http:\/\/localhost:8787, [\d,.]+ items/);
    await page.waitForFunction(() => scrollY > 0);
    expect(await page.evaluate(() => document.activeElement?.matches('.door input:checked'))).toBe(true);
    await expectText(page, /The prices come from your relay/);
    await take('welcome-found');
  });
});
