import type { Page } from 'puppeteer-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { until } from '#demo/driver-contract.ts';
import type { SamplePage } from '#demo/sample-pages.ts';
import type { gallery as Gallery } from '../../ui/gallery/page.ts';
import { samples } from '../browser.ts';
import { expectPriced } from '../expect-overlays.ts';
import { buildGallery } from '../gallery.ts';
import { useSharedTab } from '../shared-tab.ts';
import { kind, useWorld } from '../world.ts';

declare const gallery: typeof Gallery;

const withPrices = samples.filter(({ html }) => /data-expect=["']\{/.test(html));
const firstOfSite = withPrices.filter(({ site }, at) => withPrices[at - 1]?.site !== site);
/** In the gate Firefox draws every sixth of them: Chromium and the unit tests look at all. */
const inGate = firstOfSite.filter((_, at) => kind === 'chrome' || at % 6 === 0);
const others = samples.filter((sample) => !inGate.includes(sample));

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly { readonly node: Node | null }[];
}

/**
 * How far things have moved on a page since it opened (cumulative layout shift), two frames from now. Texts that move within an
 * overlay do not count: the browser names no node in a shadow root.
 */
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
    const moved = (shifts as Shift[]).filter(({ sources }) => sources.some(({ node }) => node));
    return moved.reduce((sum, { value }) => sum + value, 0);
  });

/** The overlay hosts that `remember` found, and the last element in each. */
declare let remembered: readonly (readonly [Element, Element | undefined])[];

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

const haveTheme = (theme: string): true | undefined =>
  [...document.querySelectorAll('skinlens-prices')].every((host) => host.getAttribute('data-theme') === theme) ||
  undefined;

const appearances = [
  { theme: 'light', overlay: { difference: 'percent' } },
  { theme: 'dark', overlay: { difference: 'money' } },
] as const;

describe('every card has exactly its own item and prices', () => {
  const world = useWorld();
  const tab = useSharedTab(world);
  let code = '';
  beforeAll(async () => {
    if (kind === 'chrome') code = await buildGallery();
    await world().configure(appearances[0]);
  });
  let changes = 0;

  /** Nothing is clipped or covered, and a change of settings neither moves nor replaces anything. */
  const expectStableLayout = async (page: Page): Promise<void> => {
    const mounted = await layoutShift(page);
    await page.addScriptTag({ content: code });
    expect(await page.evaluate(() => gallery.faultsOfPage())).toEqual([]);
    await page.evaluate(remember);
    const appearance = appearances[changes++ % 2 ? 0 : 1];
    await world().configure(appearance);
    await until('the overlays to change', () => page.evaluate(haveTheme, appearance.theme));
    expect(await layoutShift(page)).toBe(mounted);
    expect(await page.evaluate(replaced)).toEqual([]);
  };

  const check = async (sample: SamplePage): Promise<void> => {
    const page = await tab.open(sample);
    await expectPriced(page, await world().stack.prices());
    // One browser's layout is enough.
    if (kind === 'chrome' && withPrices.includes(sample)) await expectStableLayout(page);
  };

  test.each(inGate)('$site: $page', { tags: ['smoke'] }, check);
  test.each(others)('$site: $page', { tags: ['full'] }, check);
});
