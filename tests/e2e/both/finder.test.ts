/** @module-tag full */
import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import type { SamplePage } from '#demo/sample-pages.ts';
import { serveSamples } from '#demo/serve-samples.ts';
import { until } from '#demo/until.ts';
import { sampleOf } from '../browser.ts';
import { expectText, withPopup } from '../popup.ts';
import { useWorld, type World } from '../world.ts';

async function openAlone({ driver }: World, sample: SamplePage): Promise<Page> {
  const page = await driver.browser.newPage();
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

describe('the finder', () => {
  const world = useWorld();

  const csfloat = sampleOf('csfloat', 'search');
  const withoutCards = csfloat.html.replaceAll('item-card', 'offer-tile').replaceAll('data-expect=', 'data-e=');

  test('takes over on a redesigned page, compares by what the adapter still reads, and says so in the popup', async () => {
    await world().configure({});
    const lost = await openAlone(world(), { ...csfloat, html: withoutCards });
    await until('listings', async () => (await readFound(lost)).some(({ compared }) => compared) || undefined);
    expect((await readFound(lost)).filter(({ source, compared }) => compared && source !== 'adapter')).toEqual([]);
    await lost.close();
    const html = withoutCards.replaceAll('app-item-name', 'offer-name');
    const page = await openAlone(world(), { ...csfloat, html });
    await until('found items', async () => (await readFound(page)).length > 5 || undefined);
    const found = await readFound(page);
    expect([...new Set(found.map(({ source }) => source))]).toEqual(['name']);
    // The adapter's reader of what a card prints needs no name.
    expect(found.some(({ compared }) => compared)).toBe(true);
    await withPopup(world().driver, page, (popup) => expectText(popup, /Items are found by their names/));
    await page.close();
  });
});
