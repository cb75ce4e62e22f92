import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { until } from '#demo/until.ts';
import { expectNoPanel, expectPanel, openPanel } from '../comparison-panel.ts';
import { openPriced, useWorld } from '../world.ts';

const panelText = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector('skinlens-panel')?.shadowRoot?.textContent ?? '');
const focused = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.tagName ?? '');

/** The tooltips of the first overlay's rows. */
const rowTitles = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Array.from(
      document.querySelector('skinlens-prices')?.shadowRoot?.querySelectorAll('[data-market]') ?? [],
      (row) => row.getAttribute('title') ?? '',
    ),
  );

/** The panel is within the window, and near its overlay without covering it. */
async function expectBeside(page: Page): Promise<void> {
  const { apart, outside } = await page.evaluate(() => {
    const { clientWidth, clientHeight } = document.documentElement;
    const {
      left = 0,
      right = 0,
      top = 0,
      bottom = 0,
    } = document.querySelector('skinlens-panel')?.getBoundingClientRect() ?? {};
    const host = document.querySelector('skinlens-prices')?.getBoundingClientRect() ?? new DOMRect();
    return {
      apart: Math.max(top - host.bottom, host.top - bottom, left - host.right, host.left - right),
      outside: Math.max(-left, -top, right - clientWidth, bottom - clientHeight),
    };
  });
  expect(apart).toBeGreaterThanOrEqual(0);
  expect(apart).toBeLessThan(20);
  expect(outside).toBeLessThanOrEqual(0);
}

describe('the comparison', () => {
  const world = useWorld();

  test('opens by key beside its overlay, takes the focus, and returns it on Escape', { tags: ['smoke'] }, async () => {
    const page = await openPriced(world());
    await openPanel(page);
    expect(await focused(page)).toBe('SKINLENS-PANEL');
    expect(await panelText(page)).toContain('BUFF163');
    await expectBeside(page);
    await page.keyboard.press('Escape');
    await expectNoPanel(page);
    expect(await focused(page)).toBe('SKINLENS-PRICES');
  });

  test('opens while the pointer rests on an overlay; a click keeps it open and does not reach the card', async () => {
    const page = await openPriced(world());
    const spot = await page.evaluate(() => {
      const host = document.querySelector('skinlens-prices');
      document.addEventListener('click', () => document.body.setAttribute('data-clicked', ''));
      const box = host?.getBoundingClientRect();
      return { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + 10 };
    });
    expect(await rowTitles(page)).toEqual(['', '', '']);
    await page.mouse.move(spot.x, spot.y);
    await expectPanel(page);
    for (const title of await rowTitles(page)) expect(title).toMatch(/^(BUFF163|YouPin|CSFloat) /);
    await page.mouse.move(2, 2);
    await expectNoPanel(page);
    await page.mouse.click(spot.x, spot.y);
    await expectPanel(page);
    await page.mouse.move(2, 2);
    await page.mouse.click(2, 2);
    await expectNoPanel(page);
    expect(await page.evaluate(() => document.querySelector('skinlens-panel'))).toBeNull();
  });

  test('closes with its card, and when the site is switched off', async () => {
    const page = await openPriced(world());
    await openPanel(page);
    await page.evaluate(() => document.querySelector('skinlens-prices')?.closest('[data-expect]')?.remove());
    await expectNoPanel(page);
    await openPanel(page, 1);
    await world().configure({ sites: { csfloat: false } });
    await expectNoPanel(page);
    await until('no element of Skinlens', () =>
      page.evaluate(() => document.querySelector('skinlens-prices, skinlens-panel') === null || undefined),
    );
  });

  test('adds a market when its prices arrive, and its links send no referrer', async () => {
    const page = await openPriced(world(), { markets: ['buff163', 'dmarket'] });
    await openPanel(page);
    // Its prices arrive last, while the comparison is open.
    const hasMarket = () =>
      page.evaluate(
        () => !!document.querySelector('skinlens-panel')?.shadowRoot?.querySelector('[data-market="dmarket"]'),
      );
    await until('the market', async () => (await hasMarket()) || undefined);
    const links = await page.evaluate(() =>
      Array.from(document.querySelector('skinlens-panel')?.shadowRoot?.querySelectorAll('a') ?? [], (link) => ({
        href: link.href,
        rel: link.rel,
        target: link.target,
      })),
    );
    for (const { href, rel, target } of links) {
      expect(href).toMatch(/^https:/);
      expect({ rel, target }).toEqual({ rel: 'noopener noreferrer', target: '_blank' });
    }
  });
});
