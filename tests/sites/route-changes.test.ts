import { describe, expect, test } from 'vitest';
import { cardsOfSample, documentAt, pagesAt, readingOf, rowsOf } from './page.ts';

/** Sample pages whose cards are read for the address, and the address of another item of the same kind of page. */
const cases = [
  ['gamerpay', 'item', 'https://gamerpay.gg/item/c81f1', '[class*="Item_sellerDesktop"]'],
  [
    'shadowpay',
    'item',
    'https://shadowpay.com/en/item/71212023-flip-knife-doppler-factory-new',
    '.marketplace-content',
  ],
  ['lisskins', 'item', 'https://lis-skins.com/market/csgo/ak-47-redline-field-tested/', '.offers-table .ui-row'],
  ['marketcsgo', 'item', 'https://market.csgo.com/en/Rifle/AK-47/AK-47%20%7C%20Vulcan%20(Field-Tested)', '.item-info'],
  [
    'steam',
    'listing',
    'https://steamcommunity.com/market/listings/730/AK-47%20%7C%20Redline%20%28Field-Tested%29',
    '#searchResultsRows .market_listing_row',
  ],
] as const;

/** The readings of the cards that a selector finds, in a sample page that is shown at an address. */
const readAt = (site: string, name: string, url: string | undefined, selector: string) =>
  cardsOfSample(site, name, undefined, url)
    .filter(({ card }) => card.matches(selector))
    .map(({ read }) => readingOf(read));

describe('after a change of route, while the page still shows the last item', () => {
  test.each(cases)('%s: %s', (site, name, url, selector) => {
    expect(readAt(site, name, undefined, selector).some((reading) => reading)).toBe(true);
    const readings = readAt(site, name, url, selector);
    expect(readings.length).toBeGreaterThan(0);
    expect(readings.filter((reading) => reading)).toEqual([]);
  });
});

describe('the block of GamerPay’s item page', () => {
  const url = 'https://gamerpay.gg/item/2';
  const item = (id: number, name: string, price: number) => ({ id, marketHashName: name, price });
  const [redline, vulcan] = ['AK-47 | Redline (Field-Tested)', 'AK-47 | Vulcan (Field-Tested)'];
  const rows = (shown: object, print: string) => {
    const html = `<div class="ItemCard_wrapper__a"></div><div class="Item_sellerDesktop__a"><b>${print}</b></div>`;
    const document = documentAt(url, html);
    const [card, block] = document.querySelectorAll('div');
    // A similar item's card has the item of the address.
    Object.assign(card ?? {}, { __reactFiber$x: { memoizedProps: { item: item(2, vulcan, 5000) } } });
    Object.assign(block ?? {}, { __reactFiber$x: shown });
    const known = rowsOf('gamerpay', document);
    const [page] = pagesAt('gamerpay', url);
    return block && page ? readingOf(page.read(block, known)) : undefined;
  };

  test('is read when its state has the item of the address', () => {
    expect(rows({ memoizedProps: { item: item(2, vulcan, 5000) } }, '')?.item).toBe(vulcan);
    expect(rows({ memoizedProps: { item: item(1, redline, 3000) } }, '€30.00')).toBeUndefined();
  });

  test('is read when it prints the price of the item of the address', () => {
    const both = {
      memoizedProps: { item: item(2, vulcan, 5000) },
      alternate: { memoizedProps: { item: item(1, redline, 3000) } },
    };
    expect(rows(both, '€30.00')).toBeUndefined();
    expect(rows(both, '€50.00')?.item).toBe(vulcan);
    expect(rows({}, '€50.00')?.item).toBe(vulcan);
    expect(rows({}, '$50.00')).toBeUndefined();
  });
});
