import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Driver, isPriced, settledOverlays } from '#demo/driver-contract.ts';
import { accessibilityViolations } from '../accessibility.ts';
import { openBrowser, openSample, sampleOf } from '../browser.ts';
import { expectText } from '../popup.ts';
import { screenshotBothSchemes } from '../screenshots.ts';
import { openStack, type Stack } from '../stack.ts';
import { kind } from '../world.ts';

describe('a new user on the welcome page', () => {
  const disposal = new AsyncDisposableStack();
  afterAll(() => disposal.disposeAsync());
  let stack: Stack;
  let driver: Driver;
  let page: Page;
  beforeAll(async () => {
    stack = await openStack({ relay: false });
    disposal.defer(stack.close);
    driver = await openBrowser(kind, undefined, { relayPort: Number(new URL(stack.relayUrl).port) });
    disposal.defer(driver.close);
    page = await driver.openExtensionPage('welcome.html');
    await page.bringToFront();
  });

  const expectFits = async (name: string) => {
    for (const width of [1280, 390]) {
      await screenshotBothSchemes(page, name, width);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  };
  /** Opens a marketplace's page, which has prices, and its popup. The differences are those to the listings. */
  const openSite = async (name: string) => {
    const { page: site } = await openSample(driver, sampleOf('csfloat', 'search'));
    const overlays = await settledOverlays(site, 60_000);
    expect(overlays.some(isPriced)).toBe(true);
    await screenshotBothSchemes(site, `${name}-site`, 1280);
    const popup = await driver.openExtensionPage('popup.html');
    await popup.bringToFront();
    return {
      differences: overlays.flatMap(({ prices }) => prices.flatMap(({ diff }) => diff ?? [])),
      popup,
      close: async () => {
        await popup.close();
        await site.close();
        await page.bringToFront();
      },
    };
  };

  test('opens each way without the mouse', async () => {
    await expectText(page, /Waiting for a relay at http:\/\/localhost:8787/);
    await expectFits('welcome-waiting');
    if (kind === 'chrome') expect(await accessibilityViolations(page)).toEqual([]);
    await page.focus('.relay-way input:checked');
    await page.keyboard.press('ArrowDown');
    await page.waitForSelector('#invite');
    await expectFits('welcome-invite');
    await page.keyboard.press('ArrowDown');
    await page.waitForSelector('#relay-url');
    await page.keyboard.press('ArrowDown');
    await expectText(page, /Waiting for a relay/);
  });

  test('sees sample prices on a marketplace after one click, without any difference', { tags: ['smoke'] }, async () => {
    await (await page.waitForSelector('.steps > section > button'))?.click();
    await expectText(page, /Sample prices are on/);
    await expectFits('welcome-samples');
    const { differences, popup, close } = await openSite('samples');
    expect(differences).toEqual([]);
    await expectText(popup, /Sample prices/);
    await screenshotBothSchemes(popup, 'samples-popup', 390);
    await close();
  });

  test('starts a relay on this computer, and the page goes on by itself and keeps the focus', async () => {
    await page.setViewport({ width: 1280, height: 500, deviceScaleFactor: 1 });
    await page.focus('.relay-way input:checked');
    // The page scrolls only where the user has waited for the relay: it is older than 1.5 s then.
    await page.waitForFunction(() => performance.now() > 2000);
    await stack.startRelay();
    await expectText(page, /Found: http:\/\/localhost:8787, [\d,.]+ items/);
    await page.waitForFunction(() => scrollY > 0);
    expect(await page.evaluate(() => document.activeElement?.matches('.relay-way input:checked'))).toBe(true);
    await expectText(page, /The prices come from your relay/);
    const ofSample = ({ shadowRoot }: Element) => shadowRoot?.querySelector('.overlay')?.getAttribute('style');
    expect(await page.$eval('.overlay-host', ofSample)).toContain('--liquidity');
    await expectFits('welcome-found');
    const { differences, popup, close } = await openSite('welcome-found');
    expect(differences).not.toEqual([]);
    expect(await popup.evaluate(() => document.body.textContent)).not.toMatch(/Sample prices/);
    await close();
  });
});
