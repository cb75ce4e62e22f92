import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settledOverlays } from '#demo/overlays.ts';
import type { SamplePage } from '#demo/sample-pages.ts';
import { until } from '#demo/until.ts';
import type { gallery as Gallery } from '../ui/gallery/page.ts';
import { samples } from './browser.ts';
import { buildGallery } from './gallery.ts';
import { useTour } from './tour.ts';
import { useWorld } from './world.ts';

declare const gallery: typeof Gallery;

/** Sample pages that have a card with prices. */
const pages = samples.filter(({ html }) => /data-expect=["']\{/.test(html));
const nameOf = ({ site, page }: SamplePage): string => `${site} ${page}`;

interface Shift extends PerformanceEntry {
  readonly value: number;
}

/** Sums how far things moved on a page since it opened (layout-instability, "cumulative layout shift"). */
const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const sum = (entries: PerformanceEntryList) => entries.reduce((all, one) => all + (one as Shift).value, 0);
        const observer = new PerformanceObserver((list) => resolve(sum(list.getEntries())));
        observer.observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(sum(observer.takeRecords())), 300);
      }),
  );

/** What of ours stood on the page when it was asked to remember that. */
declare let remembered: readonly (readonly [Element, Element | undefined])[];

/** Runs in the page: remembers each host and what stands in it. */
function remember(): void {
  const hosts = [...document.querySelectorAll('skinlens-prices')];
  const inside = hosts.map((host) => [host, host.shadowRoot?.lastElementChild ?? undefined] as const);
  Object.assign(globalThis, { remembered: inside });
}

/** Runs in the page: the items whose host or overlay is another than was remembered. */
const replaced = (): (string | null)[] =>
  remembered
    .filter(([host, inside]) => !inside || !host.isConnected || host.shadowRoot?.lastElementChild !== inside)
    .map(([host]) => host.getAttribute('data-item'));

/** Runs in the page. */
const isDark = (): true | undefined =>
  [...document.querySelectorAll('skinlens-prices')].every((host) => host.getAttribute('data-theme') === 'dark') ||
  undefined;

/** What axe finds in the overlays, contrast among it; asked once a site, for it takes its time. */
async function violations(page: Page): Promise<unknown> {
  await page.evaluate(`${axe.source}; undefined`);
  return page.evaluate(`axe.run({ include: [['skinlens-prices']] }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 120) + nodes[0].failureSummary))`);
}

const shifts: string[] = [];

describe('the sample page of every site', () => {
  const world = useWorld('chrome');
  const tour = useTour(world);
  let code = '';
  beforeAll(async () => {
    code = await buildGallery();
  });
  afterAll(async () => {
    const folder = fileURLToPath(new URL('../../.pictures', import.meta.url));
    await mkdir(folder, { recursive: true });
    await writeFile(`${folder}/layout-shift.txt`, `${shifts.join('\n')}\n`);
  });

  const visit = async (sample: SamplePage, settings: object): Promise<Page> => {
    await world().configure(settings);
    const page = await tour().visit(sample);
    await page.bringToFront();
    await settledOverlays(page, 30_000);
    return page;
  };

  test.each(pages.map((sample) => [nameOf(sample), sample] as const))(
    '%s: no text is cut or covered, nothing moves when overlays are drawn anew, and none is replaced',
    async (name, sample) => {
      const page = await visit(sample, { theme: 'light' });
      const mounted = await shiftOf(page);
      shifts.push(`${name}: ${mounted.toFixed(4)}`);
      await page.addScriptTag({ content: code });
      expect(await page.evaluate(() => gallery.faultsOfPage())).toEqual([]);
      await page.evaluate(remember);
      const first = pages.find(({ site }) => site === sample.site) === sample;
      if (first) expect(await violations(page)).toEqual([]);
      await world().configure({ overlay: { difference: 'money' }, theme: 'dark' });
      await page.bringToFront();
      await until('the overlays anew', () => page.evaluate(isDark));
      expect(await shiftOf(page)).toBe(mounted);
      expect(await page.evaluate(replaced)).toEqual([]);
      if (first) expect(await violations(page)).toEqual([]);
    },
  );
});
