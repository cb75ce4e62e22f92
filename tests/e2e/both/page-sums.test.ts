import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { until } from '#demo/driver-contract.ts';
import { openPanel } from '../comparison-panel.ts';
import { screenshotWindow } from '../screenshots.ts';
import { useWorld } from '../world.ts';

const settledOffer = (page: Page) =>
  until('sums with a difference', () =>
    page.evaluate(() => {
      const block = document.querySelector('skinlens-offer');
      const row = block?.shadowRoot?.querySelector<HTMLElement>('[data-market="buff163"]');
      if (row?.dataset['difference'] === undefined) return undefined;
      const head = block?.shadowRoot?.querySelector('thead')?.textContent;
      return { head, isAbove: block?.nextElementSibling?.id === 'trade_yours' };
    }),
  );

describe('a trade offer', () => {
  const world = useWorld();

  test('and its overlays and comparison are written from left to right on a page from right to left', async () => {
    const { page } = await world().open('steam', 'trade offer');
    await settledOffer(page);
    await page.evaluate(() => {
      document.dir = 'rtl';
    });
    await openPanel(page);
    await screenshotWindow(page, 'right-to-left');
    const directions = await page.evaluate(() =>
      ['skinlens-offer', 'skinlens-prices', 'skinlens-panel'].map((host) => {
        const price = document.querySelector(host)?.shadowRoot?.querySelector('[data-market="buff163"]');
        return price && getComputedStyle(price).direction;
      }),
    );
    expect(directions).toEqual(['ltr', 'ltr', 'ltr']);
  });
});
