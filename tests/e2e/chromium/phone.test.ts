import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { settledOverlays, until } from '#demo/driver-contract.ts';
import { expectNoPanel, expectPanel } from '../comparison-panel.ts';
import { colorSchemes, screenshotWindow } from '../screenshots.ts';
import { useWorld } from '../world.ts';

const phone = { width: 390, height: 844, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

/** The point in the middle of an overlay, after it was scrolled into sight. */
const overlayPoint = (page: Page, at: number): Promise<{ x: number; y: number }> =>
  page.evaluate((at) => {
    const host = document.querySelectorAll('skinlens-prices')[at];
    host?.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = host?.getBoundingClientRect() ?? new DOMRect();
    return { x: left + width / 2, y: top + height / 2 };
  }, at);

const tap = async (page: Page, at: number) => {
  const { x, y } = await overlayPoint(page, at);
  await page.touchscreen.tap(x, y);
};

/** Taps in the corner, which no panel covers: it leaves some px free, however much it grows until its history is there. */
const tapElsewhere = (page: Page): Promise<void> => page.touchscreen.tap(1, 1);

/** What is wider than the screen: the page itself, or the panel beyond an edge. */
const overflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const panel = document.querySelector('skinlens-panel')?.getBoundingClientRect();
    return [
      ...(scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide, the screen ${clientWidth}`] : []),
      ...(panel && (panel.left < 0 || panel.right > clientWidth) ? [`the panel: ${panel.left} to ${panel.right}`] : []),
    ];
  });

/** Whether the whole chart of the panel is in sight, without scrolling. */
const isChartInSight = (page: Page): Promise<true | undefined> =>
  page.evaluate(() => {
    const root = document.querySelector('skinlens-panel')?.shadowRoot;
    const [list, plot] = ['.scroll', '.plot'].map((each) => root?.querySelector(each)?.getBoundingClientRect());
    return (list && plot && plot.bottom <= list.bottom) || undefined;
  });

describe('on a phone', () => {
  const world = useWorld();

  test('a tap on an overlay opens the comparison, a second one or a tap elsewhere closes it', async () => {
    const { page } = await world().open('steam', 'search');
    await page.setViewport(phone);
    await settledOverlays(page, 60_000);
    const { origin, pathname } = new URL(page.url());
    await tap(page, 1);
    await expectPanel(page);
    expect(await overflow(page)).toEqual([]);
    await until('the chart to be in sight', () => isChartInSight(page));
    for (const value of colorSchemes) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
      // Of the screen only: the panel is beside its overlay there.
      await screenshotWindow(page, `phone-${value}`);
    }
    await tap(page, 1);
    await expectNoPanel(page);
    await tap(page, 1);
    await expectPanel(page);
    await tapElsewhere(page);
    await expectNoPanel(page);
    // A card is often a link: no tap on an overlay follows it.
    expect(page.url()).toContain(origin + pathname);
  });
});
