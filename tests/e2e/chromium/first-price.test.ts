import type { Page } from 'puppeteer-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Driver } from '#demo/driver-contract.ts';
import { settledOverlays } from '#demo/overlays.ts';
import { accessibilityViolations } from '../accessibility.ts';
import { openSample, sampleOf } from '../browser.ts';
import { awaitDefaultRelay, openNewlyInstalled } from '../newly-installed.ts';
import { expectText } from '../popup.ts';
import { colorSchemes, screenshotBothSchemes, setColorScheme } from '../screenshots.ts';
import { openStack, type Stack } from '../stack.ts';

/** Opens a marketplace and waits for its prices. Returns how many there are. */
async function firstPrice(driver: Driver): Promise<number> {
  const { page } = await openSample(driver, sampleOf('csfloat', 'search'));
  const shown = await settledOverlays(page, 60_000);
  await page.close();
  return shown.flatMap(({ prices }) => prices).length;
}

describe('from the installation to the first price', () => {
  // Each test has its own browser and relay: the second extension must not find the first one's relay.
  let disposal: AsyncDisposableStack;
  let isFree: boolean;
  beforeEach(async () => {
    disposal = new AsyncDisposableStack();
    isFree = await awaitDefaultRelay(disposal);
  });
  afterEach(() => disposal.disposeAsync());
  const started = async (port?: number): Promise<{ relays: Stack; driver: Driver; welcome: Page; at: number }> => {
    const relays = await openStack({ port });
    disposal.defer(relays.close);
    const at = performance.now();
    const { driver, welcome } = await openNewlyInstalled();
    disposal.defer(driver.close);
    return { relays, driver, welcome, at };
  };
  const say = (what: string, at: number) => console.info(`${what}: ${Math.round(performance.now() - at)} ms`);

  test('it takes no input with a relay at the default address', async ({ skip }) => {
    if (!isFree) skip('something else listens on port 8787');
    const { driver, welcome, at } = await started(8787);
    await expectText(welcome, /Found: http:\/\/localhost:8787, /);
    await expectText(welcome, /The prices come from your relay/);
    expect(await firstPrice(driver)).toBeGreaterThan(0);
    say('from the start of the browser to the first price, no input', at);
    await screenshotBothSchemes(welcome, 'welcome-fine', 1280);
    await screenshotBothSchemes(welcome, 'welcome-fine', 480);
  });

  test('it takes three inputs with a relay elsewhere: a door, its address and Enter', async () => {
    const { driver, welcome, relays, at } = await started();
    await welcome.bringToFront();
    await (await welcome.waitForSelector('.door input[value="server"]'))?.click();
    await expectText(welcome, /No relay answers/);
    const isThere = () => welcome.evaluate(() => document.activeElement?.id === 'relay-url');
    for (let tabs = 0; tabs < 10 && !(await isThere()); tabs++) await welcome.keyboard.press('Tab');
    // Focus by Tab selects the whole address.
    await welcome.keyboard.type(relays.relayUrl);
    await welcome.keyboard.press('Enter');
    await expectText(welcome, /The relay works and has prices for/);
    await expectText(welcome, /The prices come from your relay/);
    expect(await firstPrice(driver)).toBeGreaterThan(0);
    say('from the start of the browser to the first price, an address and Enter', at);
    for (const scheme of colorSchemes) {
      await setColorScheme(welcome, scheme);
      expect(await accessibilityViolations(welcome)).toEqual([]);
    }
  });
});
