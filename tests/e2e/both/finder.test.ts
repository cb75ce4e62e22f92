import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import type { SamplePage } from '#demo/sample-pages.ts';
import { serveSamples } from '#demo/serve-samples.ts';
import { until } from '#demo/until.ts';
import { type BlindSample, blind, judge } from '../../content/finder/blind-samples.ts';
import { sampleOf, samples } from '../browser.ts';
import { expectPriced } from '../expect-overlays.ts';
import { expectText, withPopup } from '../popup.ts';
import { useSharedTab } from '../shared-tab.ts';
import { kind, useWorld } from '../world.ts';

const world = useWorld();
const tab = useSharedTab(world);

async function openAlone(sample: SamplePage): Promise<Page> {
  const page = await world().driver.browser.newPage();
  await serveSamples(page, [sample]);
  await page.goto(sample.url, { waitUntil: 'domcontentloaded' });
  return page;
}

/** The items that overlays show, each with the number of its card, and what none of them may have. */
const readFound = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('skinlens-prices'), (host) => ({
      number: Number(
        host.closest('[data-n]')?.getAttribute('data-n') ??
          host.parentElement?.querySelector('[data-n]')?.getAttribute('data-n') ??
          Number.NaN,
      ),
      item: host.getAttribute('data-item') ?? '',
      phase: host.getAttribute('data-phase') ?? undefined,
      source: host.getAttribute('data-source'),
      compared: host.hasAttribute('data-listing') || host.shadowRoot?.querySelector('[data-diff]') !== null,
    })),
  );

/** What is found when every card has its item or, where some have none, when nothing changes any more. */
async function readSettled(page: Page, sample: BlindSample) {
  let before = '';
  let unchanged = 0;
  const settled = async () => {
    const found = await readFound(page);
    const now = JSON.stringify(found);
    unchanged = now === before ? unchanged + 1 : 0;
    before = now;
    const { right, all } = judge(sample, found);
    const isQuiet = right === all ? unchanged >= 4 : found.length > 0 && unchanged >= 10;
    return isQuiet ? found : undefined;
  };
  return until('found items', settled, { limitMs: 5000, pauseMs: 60 }).catch(() => readFound(page));
}

/** Two pages of each site, one in Chromium and one in Firefox. The unit tests look at all pages. */
const seen = samples
  .filter(({ site }, at) => {
    const earlier = samples.slice(0, at).filter((other) => other.site === site).length;
    const isOnly = samples.filter((other) => other.site === site).length === 1;
    return earlier === (kind === 'chrome' || isOnly ? 0 : 1);
  })
  .map(blind);

describe('the finder', () => {
  test('finds the right items on a sample page of every marketplace, and no wrong one', async () => {
    await world().configure({ reading: 'names' });
    const counts = { right: 0, all: 0 };
    const wrong: string[] = [];
    const lines: string[] = [];
    for (const sample of seen) {
      const page = await tab.open(sample);
      const found = await readSettled(page, sample);
      expect(found.filter(({ source, compared }) => source !== 'name' || compared)).toEqual([]);
      const result = judge(sample, found);
      wrong.push(...result.wrong);
      counts.right += result.right;
      counts.all += result.all;
      lines.push(`${sample.site} ${sample.page} ${result.right}/${result.all}`);
    }
    console.info(lines.join('\n'));
    expect(wrong).toEqual([]);
    expect(counts.right / counts.all).toBeGreaterThanOrEqual(0.85);
  }, 400_000);

  test('takes over on a redesigned page, and says so in the popup', async () => {
    await world().configure({});
    const csfloat = sampleOf('csfloat', 'search');
    const html = csfloat.html.replaceAll('item-card', 'offer-tile').replaceAll('data-expect=', 'data-e=');
    const page = await openAlone({ ...csfloat, html });
    await until('found items', async () => (await readFound(page)).length > 5 || undefined);
    const found = await readFound(page);
    expect([...new Set(found.map(({ source }) => source))]).toEqual(['name']);
    expect(found.some(({ compared }) => compared)).toBe(false);
    await withPopup(world().driver, page, (popup) => expectText(popup, /Items are found by their names/));
    await page.close();
  });

  test('gives way to the adapter, and takes its place, when the setting changes', async () => {
    await world().configure({ reading: 'names' });
    const { page } = await world().open('steam', 'search');
    await page.bringToFront();
    await until('found items', async () => (await readFound(page)).length > 5 || undefined);
    await world().configure({});
    await expectPriced(page, await world().stack.prices());
    await world().configure({ reading: 'names' });
    const onlyFound = (found: Awaited<ReturnType<typeof readFound>>) =>
      found.length > 5 && found.every(({ source }) => source === 'name');
    await until('found items', async () => onlyFound(await readFound(page)) || undefined);
  });
});
