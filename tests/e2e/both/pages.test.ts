import { describe, expect, test } from 'vitest';
import { sampleOf } from '../browser.ts';
import { expectPriced } from '../expect-overlays.ts';
import { appendCard } from '../page-actions.ts';
import { useWorld } from '../world.ts';

/** A second response of Waxpeer's, and the cards that its page makes of it. */
const moreItems = ['AK-47 | Redline (Field-Tested)', 'AWP | Asiimov (Field-Tested)'];
const more = {
  url: 'https://waxpeer.com/api/csgo/browse?cursor=c2',
  body: JSON.stringify({
    items: moreItems.map((name, at) => ({ item_id: `9${at}`, name, game: 'csgo', price: 9000 })),
  }),
};
const moreCards = moreItems.map((name, at) => {
  const expected = { item: name, listing: '9.00', currency: 'USD' };
  return `<div class="catalog__list"><div class="item-card" data-expect='${JSON.stringify(expected)}'><a class="sr-only" href="/more/item/9${at}">${name}</a>
<div><span class="font-medium">$ 9.00</span><div class="inline-flex"></div></div></div></div>`;
});

describe('overlays', () => {
  const world = useWorld();

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

  test('no request goes to anybody but the relay', async () => {
    const { page, requested } = await world().open('steam', 'search');
    await expectPriced(page, await world().stack.prices());
    const own = requested.filter((url) => !/^(data:|chrome-extension:|moz-extension:)|\/favicon\.ico$/.test(url));
    expect(own).toEqual([sampleOf('steam', 'search').url]);
    expect(world().hosts()).toEqual([]);
    expect(world().stack.requests().length).toBeGreaterThan(0);
  });
});
