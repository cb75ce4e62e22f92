import { mkdir, writeFile } from 'node:fs/promises';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SamplePage } from '#demo/sample-pages.ts';
import { until } from '#demo/until.ts';
import type { gallery as Gallery } from '../../ui/gallery/page.ts';
import { accessibilityViolations } from '../accessibility.ts';
import { samples } from '../browser.ts';
import { expectPriced } from '../expect-overlays.ts';
import { buildGallery } from '../gallery.ts';
import { pictureFolder } from '../screenshots.ts';
import { useSharedTab } from '../shared-tab.ts';
import { useWorld } from '../world.ts';

declare const gallery: typeof Gallery;

/** Sample pages that have a card with prices. */
const withPrices = samples.filter(({ html }) => /data-expect=["']\{/.test(html));
/** The first of each site: axe takes its time. */
const firstOfSite = new Set(withPrices.filter(({ site }, at) => withPrices[at - 1]?.site !== site));

interface Shift extends PerformanceEntry {
  readonly value: number;
}

/** How far things have moved on a page since it opened (cumulative layout shift), two frames from now. */
const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const shifts: PerformanceEntry[] = [];
    const observer = new PerformanceObserver((list) => shifts.push(...list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    await frame();
    await frame();
    shifts.push(...observer.takeRecords());
    observer.disconnect();
    return shifts.reduce((sum, shift) => sum + (shift as Shift).value, 0);
  });

/** The overlay hosts that `remember` found, and the last element in each. */
declare let remembered: readonly (readonly [Element, Element | undefined])[];

/** Runs in the page. */
function remember(): void {
  const hosts = [...document.querySelectorAll('skinlens-prices')];
  const inside = hosts.map((host) => [host, host.shadowRoot?.lastElementChild ?? undefined] as const);
  Object.assign(globalThis, { remembered: inside });
}

/** Runs in the page. Returns the items whose host or overlay was replaced since `remember`. */
const replaced = (): (string | null)[] =>
  remembered
    .filter(([host, inside]) => !inside || !host.isConnected || host.shadowRoot?.lastElementChild !== inside)
    .map(([host]) => host.getAttribute('data-item'));

/** Runs in the page. */
const isDark = (): true | undefined =>
  [...document.querySelectorAll('skinlens-prices')].every((host) => host.getAttribute('data-theme') === 'dark') ||
  undefined;

const shifts: string[] = [];

describe('every card has exactly its own item and prices', () => {
  const world = useWorld({ names: 'few' });
  const tab = useSharedTab(world);
  let code = '';
  beforeAll(async () => {
    code = await buildGallery();
  });
  afterAll(async () => {
    await mkdir(pictureFolder, { recursive: true });
    await writeFile(`${pictureFolder}/layout-shift.txt`, `${shifts.join('\n')}\n`);
  });

  /** Checks the overlays' layout, and that a change of settings neither moves nor replaces anything. */
  const expectStableLayout = async (page: Page, sample: SamplePage): Promise<void> => {
    const mounted = await layoutShift(page);
    shifts.push(`${sample.site} ${sample.page}: ${mounted.toFixed(4)}`);
    await page.addScriptTag({ content: code });
    expect(await page.evaluate(() => gallery.faultsOfPage())).toEqual([]);
    await page.evaluate(remember);
    const checksAccess = firstOfSite.has(sample);
    if (checksAccess) expect(await accessibilityViolations(page, 'skinlens-prices')).toEqual([]);
    await world().configure({ overlay: { difference: 'money' }, theme: 'dark' });
    await until('the overlays in dark', () => page.evaluate(isDark));
    expect(await layoutShift(page)).toBe(mounted);
    expect(await page.evaluate(replaced)).toEqual([]);
    if (checksAccess) expect(await accessibilityViolations(page, 'skinlens-prices')).toEqual([]);
  };

  test.each(samples)(
    '$site: $page; without clipped or covered text, and new settings move and replace nothing',
    async (sample) => {
      await world().configure({ theme: 'light' });
      const page = await tab.open(sample);
      await expectPriced(page, await world().stack.prices());
      if (withPrices.includes(sample)) await expectStableLayout(page, sample);
    },
  );
});
