import type { Page } from 'puppeteer-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SamplePage } from '#demo/sample-pages.ts';
import { serveSamples } from '#demo/serve-samples.ts';
import { until } from '#demo/until.ts';
import { blind, judge } from '../../page/finder/blind-samples.ts';
import { findOn } from '../../page/finder/find-items.ts';
import { goods, tile } from '../../page/finder/priced-pages.ts';
import { sampleOf, samples } from '../browser.ts';
import { expectPriced } from '../expect-overlays.ts';
import { expectText, press, withPopup } from '../popup.ts';
import { screenshot } from '../screenshots.ts';
import { useSharedTab } from '../shared-tab.ts';
import { kind, useWorld, type World } from '../world.ts';

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
      compared:
        !host.hasAttribute('data-learned') &&
        (host.hasAttribute('data-listing') || host.shadowRoot?.querySelector('[data-diff]') !== null),
    })),
  );

/**
 * Two pages of each site, one in Chromium and one in Firefox, and one whose pictures are styles, which only a layout shows.
 * The unit tests look at all pages.
 */
const seen = samples
  .filter(({ site, page }, at) => {
    const earlier = samples.slice(0, at).filter((other) => other.site === site).length;
    const isOnly = samples.filter((other) => other.site === site).length === 1;
    return earlier === (kind === 'chrome' || isOnly ? 0 : 1) || (site === 'steam' && page === 'React item');
  })
  .map(blind);

// A card that names two items has none, so the table needs all names.
describe('the finder on a sample page of every marketplace', { tags: ['full'] }, () => {
  const world = useWorld({ names: 'all' });
  const tab = useSharedTab(world);
  beforeAll(() => world().configure({ reading: 'names' }));

  test.each(seen)('finds the same on the $page of $site as without a layout', async (sample) => {
    const expected = await findOn(sample);
    const page = await tab.open(sample);
    await until('all items', async () => (await readFound(page)).length >= expected.length || undefined);
    const found = await readFound(page);
    expect(judge(sample, found)).toEqual(judge(sample, expected));
    expect(found.filter(({ source, compared }) => source !== 'name' || compared)).toEqual([]);
  });
});

describe('the finder', () => {
  const world = useWorld();

  const csfloat = sampleOf('csfloat', 'search');
  const withoutCards = csfloat.html.replaceAll('item-card', 'offer-tile').replaceAll('data-expect=', 'data-e=');

  test('compares where the adapter has lost its cards alone', async () => {
    await world().configure({});
    const page = await openAlone(world(), { ...csfloat, html: withoutCards });
    await until('listings', async () => (await readFound(page)).some(({ compared }) => compared) || undefined);
    expect((await readFound(page)).filter(({ source, compared }) => compared && source !== 'adapter')).toEqual([]);
    await page.close();
  });

  test('takes over on a redesigned page, and says so in the popup', async () => {
    await world().configure({});
    const html = withoutCards.replaceAll('app-item-name', 'offer-name');
    const page = await openAlone(world(), { ...csfloat, html });
    await until('found items', async () => (await readFound(page)).length > 5 || undefined);
    const found = await readFound(page);
    expect([...new Set(found.map(({ source }) => source))]).toEqual(['name']);
    expect(found.some(({ compared }) => compared)).toBe(false);
    await withPopup(world().driver, page, (popup) => expectText(popup, /Items are found by their names/));
    await page.close();
  });

  test('asks in the popup whether learned prices are right, and counts them as deals after a yes', async () => {
    const { driver, stack, configure } = world();
    await configure({ deals: { on: true } });
    const lookup = await stack.prices();
    // A little below the reference, by turns, as on a market.
    const tiles = goods.flatMap((name, at) => {
      const { price_buff: cents } = lookup(name) ?? {};
      return cents ? [tile(name, `<b>$${((cents * (0.7 + (at % 3) / 25)) / 100).toFixed(2)}</b>`)] : [];
    });
    const html = `<!doctype html><title>Redesigned</title><main>${tiles.join('')}</main>`;
    const page = await openAlone(world(), { ...sampleOf('csfloat', 'search'), html });
    const count = (selector: string) => page.$$eval(selector, (all) => all.length);
    await until('learned prices', async () => (await count('[data-learned]')) > 7 || undefined);
    expect(await count('[data-deal]')).toBe(0);
    await withPopup(driver, page, async (popup) => {
      await expectText(popup, /Are these the prices on the cards\?/);
      await screenshot(popup, 'learned-question');
      await press(popup, 'Yes');
      // A popup that closes at once may take its change with it.
      await until('deals', async () => (await count('[data-learned][data-deal]')) > 5 || undefined);
    });
    await page.close();
  });

  test('reads the listings that a page fetches after it started', async () => {
    await world().configure({ reading: 'names' });
    const sample = sampleOf('steam', 'React item');
    const item = 'AK-47 | Redline (Minimal Wear)';
    const ids = ['5170010000000000021', '5170010000000000022'];
    const listings = ids.map((listingid) => ({ listingid, description: { appid: 730, market_hash_name: item } }));
    const address = new URL('/market/actions?q=QueryListingsForItem', sample.url).href;
    const answer = { url: address, body: JSON.stringify({ data: { listings } }) };
    const page = await openAlone(world(), { ...sample, answers: [answer] });
    const count = async () => (await readFound(page)).filter((found) => found.item === item).length;
    await until('the first listings', async () => (await count()) === 1 || undefined);
    await page.evaluate(async (url) => {
      const { data }: { data: { listings: { listingid: string }[] } } = await (await fetch(url)).json();
      const first = document.querySelector('[style*="--grid-rows"]');
      for (const { listingid } of data.listings) {
        const card = first?.cloneNode(true) as Element;
        card.innerHTML = card.innerHTML.replaceAll('5170010000000000001', listingid);
        first?.parentElement?.append(card);
      }
    }, address);
    await until('the further listings', async () => (await count()) === 3 || undefined);
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
