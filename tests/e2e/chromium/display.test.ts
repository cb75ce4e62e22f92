import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { until } from '#demo/until.ts';
import { accessibilityViolations } from '../accessibility.ts';
import { openPanel } from '../comparison-panel.ts';
import { openPriced, useWorld } from '../world.ts';

interface Extension {
  readonly action: { readonly getBadgeText: (of: { tabId: number }) => Promise<string> };
  readonly tabs: { readonly query: (which: object) => Promise<readonly { readonly id?: number }[]> };
  readonly commands: { readonly getAll: () => Promise<readonly { readonly name?: string }[]> };
}

declare const chrome: Extension;

const world = useWorld();

describe('overlays', () => {
  const deals = { on: true, percentBelow: 5, minCents: 0 };
  /** The badges of all tabs in one: only one tab has a marketplace. */
  const badge = () =>
    world().own.evaluate(async () => {
      const tabs = await chrome.tabs.query({});
      const texts = tabs.map(({ id = 0 }) => chrome.action.getBadgeText({ tabId: id }));
      return (await Promise.all(texts)).join('');
    });
  const count = (page: Page, what: string) => page.evaluate((what) => document.querySelectorAll(what).length, what);

  test('of deals are outlined and counted on the toolbar until deals are switched off', async () => {
    const page = await openPriced(world(), { deals });
    const marked = await count(page, 'skinlens-prices[data-deal]');
    expect(marked).toBeGreaterThan(0);
    await until('the count', async () => (await badge()) === String(marked) || undefined);
    await world().configure({ deals: { ...deals, on: false } });
    await page.bringToFront();
    await until('no deal', async () => (await count(page, 'skinlens-prices[data-deal]')) === 0 || undefined);
    await until('no count', async () => (await badge()) === '' || undefined);
  });

  test('leave nothing in the page while they are hidden, and return', async () => {
    const page = await openPriced(world());
    await world().configure({ hidden: true });
    await page.bringToFront();
    await until('no element of Skinlens', async () => (await count(page, 'skinlens-prices')) === 0 || undefined);
    await world().configure({ hidden: false });
    await page.bringToFront();
    await until('overlays', async () => (await count(page, 'skinlens-prices')) > 0 || undefined);
  });

  test('have a shortcut that hides them', async () => {
    const commands = await world().own.evaluate(() => chrome.commands.getAll());
    expect(commands.map(({ name }) => name)).toContain('toggle-overlays');
  });

  test('with the density "hover" appear while the pointer is on the card', async () => {
    const page = await openPriced(world(), { overlay: { density: 'hover' } });
    const opacity = () =>
      page.evaluate(() => getComputedStyle(document.querySelector('skinlens-prices') ?? document.body).opacity);
    expect(await opacity()).toBe('0');
    const spot = await page.evaluate(() => {
      const box = document.querySelector('item-card')?.getBoundingClientRect();
      return { x: (box?.x ?? 0) + 30, y: (box?.y ?? 0) + 30 };
    });
    await page.mouse.move(spot.x, spot.y);
    await until('the overlay to be seen', async () => (await opacity()) === '1' || undefined);
    await page.mouse.move(2, 2);
    await until('the overlay to be hidden', async () => (await opacity()) === '0' || undefined);
  });
});

describe('overlays and comparison', () => {
  const appearances = (['dark', 'light'] as const).flatMap((theme) =>
    (['normal', 'compact'] as const).map((density) => ({ theme, density })),
  );

  test.each(appearances)('are accessible to axe, $theme and $density', async ({ theme, density }) => {
    const page = await openPriced(world(), { theme, overlay: { density, difference: 'both' } });
    await openPanel(page);
    expect(await accessibilityViolations(page, 'skinlens-prices', 'skinlens-panel')).toEqual([]);
  });

  test.each(['normal', 'compact'] as const)(
    'fit a card of 150 px in 72 px of height without clipped text, %s',
    async (density) => {
      const currency = { show: 'fixed', code: 'CHF' };
      const page = await openPriced(world(), {
        overlay: { density, difference: 'both' },
        currency,
        rates: { CHF: 0.81 },
        deals: { on: true, percentBelow: 5 },
      });
      await page.addStyleTag({
        content:
          'item-card { width: 150px !important; padding: 0 !important; } mat-card { padding: 0 !important; border: 0 !important; }',
      });
      const cut = await page.evaluate(() =>
        Array.from(document.querySelectorAll('skinlens-prices'), (host) => {
          const parts = [...(host.shadowRoot?.querySelectorAll('.row, .price, .diff, .foot, .why, .notice') ?? [])];
          const cut = parts.filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0);
          const { width, height } = host.getBoundingClientRect();
          return { width, tall: height > 72, cut: cut.map((part) => `${part.className}: ${part.textContent}`) };
        }),
      );
      expect(cut.length).toBeGreaterThan(4);
      for (const one of cut) expect(one).toEqual({ width: 150, tall: false, cut: [] });
    },
  );
});
