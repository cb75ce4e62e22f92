import { describe, expect, test } from 'vitest';
import { until } from '#demo/until.ts';
import { sampleOf, samples } from '../browser.ts';
import { expectNone, expectPriced } from '../expect-overlays.ts';
import {
  appendCard,
  appendCopies,
  changeRoute,
  checkFrames,
  countInserted,
  frameReport,
  insertedCount,
  recycleCards,
  removeOverlays,
} from '../page-actions.ts';
import { expectText, withPopup } from '../popup.ts';
import { useWorld } from '../world.ts';

/** A site that is read from its cards' text, one from their attributes, one from the page's responses. */
const studied = ['csfloat', 'steam', 'waxpeer'].flatMap((site) => {
  const [first, second] = samples.filter((sample) => sample.site === site);
  return first && second ? { site, first, second } : [];
});

/** A second response of Waxpeer's, and the cards that its page makes of it. */
const moreItems = ['AK-47 | Redline', 'AWP | Asiimov'];
const more = {
  url: 'https://waxpeer.com/api/data/index?skip=100',
  body: JSON.stringify({
    items: moreItems.map((name, at) => ({
      item_id: `9${at}`,
      name,
      exterior: 'Field-Tested',
      image: '730-a.webp',
      price: 9000,
    })),
  }),
};
const moreCards = moreItems.map((name, at) => {
  const expected = { item: `${name} (Field-Tested)`, listing: '9.00', currency: 'USD' };
  return `<div class="item_wrap" data-expect='${JSON.stringify(expected)}'><a class="thumb" href="/more/item/9${at}"></a>
<div class="item_body"><span class="price">$ 9.00</span></div></div>`;
});

/** Hosts of the browsers' makers: updates, the time, lists of harmful sites. */
const makers = /(^|\.)(google|googleapis|gstatic|gvt1|mozilla|firefox)\.(com|org|net)$/;

/** A regular expression of cents as the popup shows them: whole dollars from 1,000 on. */
const shownDollars = (cents: number): string => {
  const digits = cents < 100_000 ? 2 : 0;
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return `\\$${(cents / 100).toLocaleString('en-US', options).replace('.', '\\.')}`;
};

describe('overlays', () => {
  const world = useWorld();

  test.each(studied)(
    'cards that $site adds by scrolling get prices, and copies of overlays are removed',
    async ({ first }) => {
      const { page } = await world().open(first.site, first.page);
      const prices = await world().stack.prices();
      await expectPriced(page, prices);
      for (let batch = 0; batch < 3; batch++) {
        await appendCopies(page, 30);
        await expectPriced(page, prices);
      }
    },
  );

  test('a card of an earlier response has prices in its first frame', async () => {
    const { page, server } = await world().open('waxpeer', 'list');
    const prices = await world().stack.prices();
    await expectPriced(page, prices);
    server.serveAnswersOf({ ...sampleOf('waxpeer', 'list'), answers: [more] });
    await page.evaluate(async (url) => (await fetch(url)).text(), more.url);
    const [first = '', second = ''] = moreCards;
    await appendCard(page, first);
    // The worker answers for the whole response at once.
    await expectPriced(page, prices);
    expect(await appendCard(page, second)).toBe(1);
    await expectPriced(page, prices);
  });

  test.each(studied)('a card of $site that changes its item never shows the old item’s prices', async ({ first }) => {
    const { page } = await world().open(first.site, first.page);
    const prices = await world().stack.prices();
    await expectPriced(page, prices);
    await checkFrames(page);
    for (let turn = 0; turn < 3; turn++) {
      await recycleCards(page);
      await expectPriced(page, prices);
    }
    await until('more frames', async () => (await frameReport(page)).frames > 5 || undefined);
    expect((await frameReport(page)).wrong).toBe('');
  });

  test.each(studied)('a route change in $site shows the new page’s overlays', async (site) => {
    const tab = await world().open(site.site, site.first.page);
    const prices = await world().stack.prices();
    await expectPriced(tab.page, prices);
    for (const sample of [site.second, site.first]) {
      await changeRoute(tab.page, tab.server, sample);
      await expectPriced(tab.page, prices);
    }
  });

  test('removed overlays come back, once', async () => {
    const { page } = await world().open('csfloat', 'search');
    const prices = await world().stack.prices();
    await expectPriced(page, prices);
    await countInserted(page);
    const removed = await removeOverlays(page);
    await expectPriced(page, prices);
    // A second insertion would come before the overlay of a card that follows.
    await appendCopies(page, 1);
    await expectPriced(page, prices);
    expect(removed).toBeGreaterThan(3);
    expect(await insertedCount(page)).toBe(removed + 1);
  });

  test('switching a site off and on takes effect in its open tabs only', async () => {
    const steam = await world().open('steam', 'search');
    const csfloat = await world().open('csfloat', 'search');
    const prices = await world().stack.prices();
    await expectPriced(csfloat.page, prices);
    await steam.page.bringToFront();
    await expectPriced(steam.page, prices);
    await world().configure({ sites: { steam: false } });
    await expectNone(steam.page);
    await expectPriced(csfloat.page, prices);
    await world().configure({ sites: { steam: true } });
    await expectPriced(steam.page, prices);
  });

  test('a site that is switched on again has the responses of before and of meanwhile', async () => {
    const { page } = await world().open('waxpeer', 'list');
    const prices = await world().stack.prices();
    await expectPriced(page, prices);
    await world().configure({ sites: { waxpeer: false } });
    await expectNone(page);
    const opened = await world().open('waxpeer', 'list');
    // The responses arrive while nobody listens.
    const answers = sampleOf('waxpeer', 'list').answers.map(({ url }) => new URL(url, opened.page.url()).href);
    await opened.page.waitForFunction(
      (answers) => answers.every((url) => performance.getEntriesByName(url).length > 0),
      {},
      answers,
    );
    await expectNone(opened.page);
    await world().configure({ sites: { waxpeer: true } });
    await expectPriced(opened.page, prices);
    await page.bringToFront();
    await expectPriced(page, prices);
  });

  test('the popup shows the value of an inventory, and how many cards have no price', async () => {
    const { page } = await world().open('steam', 'inventory');
    const prices = await world().stack.prices();
    await expectPriced(page, prices);
    const items = await page.evaluate(() =>
      Array.from(
        document.querySelectorAll('[data-expect]:not([data-expect="none"])'),
        (card): string => JSON.parse(card.getAttribute('data-expect') ?? '').item,
      ),
    );
    const rows = items.flatMap((item) => (/Doppler/.test(item) ? [] : (prices(item) ?? [])));
    const cents = rows.reduce((sum, row) => sum + (row.is_inflated ? 0 : (row.price_buff ?? 0)), 0);
    await withPopup(world().driver, page, async (popup) => {
      await expectText(popup, new RegExp(`Value of ${items.length} loaded items`));
      await expectText(popup, new RegExp(`BUFF163${shownDollars(cents)}`));
      await expectText(popup, /Cards without prices: \d/);
    });
  });

  test('no request goes to anybody but the relay', async () => {
    const { page, requested } = await world().open('steam', 'search');
    await expectPriced(page, await world().stack.prices());
    const own = requested.filter((url) => !/^(data:|chrome-extension:|moz-extension:)|\/favicon\.ico$/.test(url));
    expect(own).toEqual([sampleOf('steam', 'search').url]);
    expect(
      world()
        .hosts()
        .filter((host) => !makers.test(host)),
    ).toEqual([]);
    expect(world().stack.requests().length).toBeGreaterThan(0);
  });
});
