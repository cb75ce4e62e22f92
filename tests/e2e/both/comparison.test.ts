import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { expectNoPanel, openPanel } from '../comparison-panel.ts';
import { openPriced, useWorld } from '../world.ts';

/** The panel is within the window, and near its card without covering it. */
async function expectBeside(page: Page): Promise<void> {
  const { apart, outside } = await page.evaluate(() => {
    const { clientWidth, clientHeight } = document.documentElement;
    const {
      left = 0,
      right = 0,
      top = 0,
      bottom = 0,
    } = document.querySelector('skinlens-panel')?.getBoundingClientRect() ?? {};
    const card = document.querySelector('item-card:has(skinlens-prices)')?.getBoundingClientRect() ?? new DOMRect();
    return {
      apart: Math.max(top - card.bottom, card.top - bottom, left - card.right, card.left - right),
      outside: Math.max(-left, -top, right - clientWidth, bottom - clientHeight),
    };
  });
  expect(apart).toBeGreaterThanOrEqual(0);
  expect(apart).toBeLessThan(20);
  expect(outside).toBeLessThanOrEqual(0);
}

describe('the comparison', () => {
  const world = useWorld();

  test.each(['html', 'body', ':has(> item-card)'])('stands beside its card while %s is zoomed', async (zoomed) => {
    const page = await openPriced(world());
    for (const zoom of [0.5, 0.75, 1.25, 2]) {
      await page.$eval(zoomed, (element, zoom) => element.setAttribute('style', `zoom: ${zoom}`), zoom);
      await openPanel(page);
      await expectBeside(page);
      await page.keyboard.press('Escape');
      await expectNoPanel(page);
      // A focus that stays where it is scrolls nothing into sight.
      await page.$eval('skinlens-prices', (host) => host.shadowRoot?.querySelector('button')?.blur());
    }
  });
});
