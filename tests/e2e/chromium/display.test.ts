import { describe, expect, test } from 'vitest';
import { until } from '#demo/driver-contract.ts';
import type { gallery as Gallery } from '../../ui/gallery/page.ts';
import { accessibilityViolations } from '../accessibility.ts';
import { openPanel } from '../comparison-panel.ts';
import { openPriced, useWorld } from '../world.ts';

interface Extension {
  readonly action: { readonly getBadgeText: (of: { tabId: number }) => Promise<string> };
  readonly tabs: { readonly query: (which: object) => Promise<readonly { readonly id?: number }[]> };
}

declare const chrome: Extension;
declare const gallery: typeof Gallery;

const world = useWorld();

describe('overlays', () => {
  test('with the density "hover" appear over the card while the pointer is on it, and take no room', {
    tags: ['full'],
  }, async () => {
    const page = await openPriced(world(), { overlay: { density: 'hover' } });
    const opacity = () =>
      page.evaluate(() => {
        const overlay = document.querySelector('skinlens-prices')?.shadowRoot?.querySelector('.overlay');
        return getComputedStyle(overlay ?? document.body).opacity;
      });
    const heights = () =>
      page.$$eval('skinlens-prices', (hosts) => [
        ...hosts.map((host) => host.clientHeight),
        document.body.scrollHeight,
      ]);
    expect(await opacity()).toBe('0');
    const before = await heights();
    expect(new Set(before.slice(0, -1))).toEqual(new Set([0]));
    const spot = await page.evaluate(() => {
      const box = document.querySelector('item-card')?.getBoundingClientRect();
      return { x: (box?.x ?? 0) + 30, y: (box?.y ?? 0) + 30 };
    });
    await page.mouse.move(spot.x, spot.y);
    await until('the overlay to be seen', async () => (await opacity()) === '1' || undefined);
    expect(await heights()).toEqual(before);
    await page.mouse.move(2, 2);
    await until('the overlay to be hidden', async () => (await opacity()) === '0' || undefined);
  });
});

describe('has no axe violations', { tags: ['full'] }, () => {
  test('the overlays of a page and the comparison', async () => {
    const page = await openPriced(world(), { overlay: { difference: 'both' } });
    await openPanel(page);
    expect(await accessibilityViolations(page, 'skinlens-prices', 'skinlens-panel')).toEqual([]);
  });
});
