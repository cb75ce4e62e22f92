import type { Page } from 'puppeteer-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Driver } from '#demo/driver.ts';
import { settledOverlays } from '#demo/overlays.ts';
import { openSample, sampleOf } from './browser.ts';
import { expectText } from './popup.ts';
import { openStack, type Stack } from './stack.ts';
import { findings, install, photographBoth, themes, turn, usualIsFree } from './welcome-world.ts';

/** Opens a marketplace as the user would next, and waits for prices on it. */
async function firstPrice(driver: Driver): Promise<number> {
  const { page } = await openSample(driver, sampleOf('csfloat', 'search'));
  const shown = await settledOverlays(page, 30_000);
  await page.close();
  return shown.flatMap(({ prices }) => prices).length;
}

describe('from the installation to the first price', () => {
  // Each way has its relay and its browser for itself: the first one's relay would answer the second one's extension.
  let walk: AsyncDisposableStack;
  beforeEach(() => {
    walk = new AsyncDisposableStack();
  });
  afterEach(() => walk.disposeAsync());
  const started = async (port?: number): Promise<{ relays: Stack; driver: Driver; welcome: Page; at: number }> => {
    const relays = await openStack({ port });
    walk.defer(relays.close);
    const at = performance.now();
    const { driver, welcome } = await install();
    walk.defer(driver.close);
    return { relays, driver, welcome, at };
  };
  const say = (what: string, at: number) => console.info(`${what}: ${Math.round(performance.now() - at)} ms`);

  test('it takes no input with a relay at the usual address', async ({ skip }) => {
    if (!(await usualIsFree())) skip('something else listens on port 8787');
    const { driver, welcome, at } = await started(8787);
    await expectText(welcome, /The relay works and has prices for/);
    await expectText(welcome, /The prices come from your relay/);
    expect(await firstPrice(driver)).toBeGreaterThan(0);
    say('from the start of the browser to the first price, no input', at);
    await photographBoth(welcome, 'welcome-fine', 1280);
    await photographBoth(welcome, 'welcome-fine', 480);
  });

  test('it takes two inputs with a relay elsewhere: its address, and Enter', async () => {
    const { driver, welcome, relays, at } = await started();
    await welcome.bringToFront();
    await expectText(welcome, /No relay answers/);
    const isThere = () => welcome.evaluate(() => document.activeElement?.id === 'relay-url');
    for (let tabs = 0; tabs < 10 && !(await isThere()); tabs++) await welcome.keyboard.press('Tab');
    // Whoever comes by Tab has the whole address selected.
    await welcome.keyboard.type(relays.relayUrl);
    await welcome.keyboard.press('Enter');
    await expectText(welcome, /The relay works and has prices for/);
    await expectText(welcome, /The prices come from your relay/);
    expect(await firstPrice(driver)).toBeGreaterThan(0);
    say('from the start of the browser to the first price, an address and Enter', at);
    for (const theme of themes) {
      await turn(welcome, theme);
      expect(await findings(welcome)).toEqual([]);
    }
  });
});
