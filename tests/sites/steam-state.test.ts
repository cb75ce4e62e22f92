import { describe, expect, test } from 'vitest';
import type { Reading } from '#core/site.ts';
import { tap } from '#sites/steam.ts';
import { documentAt, pagesAt, readingOf, rowsOf } from './page.ts';

const origin = 'https://steamcommunity.com';
const redline = 'AK-47 | Redline (Field-Tested)';
const groupUrl = `${origin}/market/listings/730/G1807209A023004`;

/** Opens a page with these globals. */
function open(url: string, body: string, globals: object = {}) {
  const document = documentAt(url, `<html lang="en"><body>${body}</body></html>`);
  Object.assign(document.defaultView ?? {}, globals);
  return document;
}

const rowsIn = (document: Document) => (document.defaultView ? tap.state?.(document.defaultView) : undefined);

/** The readings of all cards with the page's current state. */
const readAll = (document: Document): (Reading | undefined)[] =>
  pagesAt('steam', document.URL).flatMap(({ card, read }) =>
    Array.from(document.querySelectorAll(card), (each) => readingOf(read(each, rowsOf('steam', document)))),
  );

const react: object = { SSR: { reactRoot: {} } };

const picture = (id: string, image = `https://x/market_listings/a/730/${id}/256f`) =>
  `<div style="background-image: url(${image})"></div>`;

const reactCard = (id: string, image?: string) => `
  <div style="--grid-rows: 3">${picture(id, image)}
    <span><a href="${groupUrl}">AK-47 | Redline</a></span></div>`;

const listing = (fields: object = {}) => ({
  listingid: '51',
  unPrice: 3000,
  unFee: 450,
  eCurrency: 3,
  description: { appid: 730, market_hash_name: redline },
  ...fields,
});

function openReact(fields: object, { globals = react, html = reactCard('51'), fiber = {} } = {}) {
  const document = open(groupUrl, html, globals);
  for (const card of document.querySelectorAll('[style*="--grid-rows"]'))
    Object.assign(card, { __reactFiber$x: { return: { memoizedProps: { listing: listing(fields) }, ...fiber } } });
  return document;
}

describe('a card of the React market', () => {
  test('has its listing’s item and the buyer’s price', () =>
    expect(readAll(openReact({}))).toEqual([{ item: redline, listing: { amount: '34.50', currency: 'EUR' } }]));

  describe('in a dialog', () => {
    const inDialog = (html: string) => `<dialog open>${html}</dialog>`;
    const openDialog = (html: string, fields: object = {}) => {
      const document = open(`${groupUrl}?detail=77`, reactCard('51') + inDialog(html), react);
      const told = (of: object) => ({ __reactFiber$x: { return: { memoizedProps: { listing: listing(of) } } } });
      for (const card of document.querySelectorAll('[style*="--grid-rows"]')) Object.assign(card, told({}));
      const shown = { listingid: '77', unPrice: 9000, unFee: 1350, ...fields };
      for (const each of document.querySelectorAll('dialog *')) Object.assign(each, told(shown));
      return document;
    };
    const priced = (amount: string) => ({ item: redline, listing: { amount, currency: 'EUR' } });

    test('has the dialog’s own listing, whose card is not in the list', () =>
      expect(readAll(openDialog(picture('77')))).toEqual([priced('34.50'), priced('103.50')]));

    test('is read once where the dialog holds a card', () =>
      expect(readAll(openDialog(reactCard('77')))).toEqual([priced('34.50'), priced('103.50')]));

    test.each([
      ['shows another listing than its component has', picture('78')],
      ['shows two', picture('77') + picture('51')],
    ])('is not read where it %s', (_, html) => expect(readAll(openDialog(html))).toEqual([priced('34.50'), undefined]));

    test('is no card where it shows no picture of an item', () =>
      expect(readAll(openDialog('<p>Sign in to buy</p>'))).toEqual([priced('34.50')]));
  });

  test.each([
    ['before React has hydrated it', openReact({}, { fiber: { flags: 4096 } })],
    ['on a page without a React root', openReact({}, { globals: { SSR: { reactRoot: undefined } } })],
    ['whose image is another listing’s', openReact({}, { html: reactCard('52') })],
    ['with two listings’ images', openReact({}, { html: reactCard('51').replace('<span>', `${picture('52')}<span>`) })],
    ['with another game’s image', openReact({}, { html: reactCard('51', '/market_listings/a/570/51/x') })],
    ['of another game', openReact({ description: { appid: 570, market_hash_name: redline } })],
    ['without an exact name', openReact({ description: { market_name: redline } })],
    ['with markup as its name', openReact({ description: { market_hash_name: '<b>AK</b>' } })],
    ['without a description', openReact({ description: null })],
  ])('%s is not read', (_, document) => expect(readAll(document)).toEqual([undefined]));

  test.each([
    [{ unPrice: 0 }, undefined],
    [{ unPrice: '3000' }, undefined],
    [{ unFee: undefined }, undefined],
    [{ unFee: -10_000 }, undefined],
    [{ unPrice: 30.5 }, undefined],
    [{ eCurrency: 0 }, undefined],
    [{ eCurrency: 99 }, undefined],
    [{ eCurrency: 'EUR' }, undefined],
    // Steam prints the price of one unit.
    [
      { unPricePerUnit: 3000, unFeePerUnit: 450 },
      { amount: '34.50', currency: 'EUR' },
    ],
    [{ unPricePerUnit: 1000, unFeePerUnit: 150 }, undefined],
    [{ unPricePerUnit: 3000, unFeePerUnit: 225 }, undefined],
    [{ eCurrency: 1 }, { amount: '34.50', currency: 'USD' }],
    [{ eCurrency: 8 }, { amount: '34.50', currency: 'JPY' }],
    [{ eCurrency: 23 }, { amount: '34.50', currency: 'CNY' }],
    [{ eCurrency: 41 }, { amount: '34.50', currency: 'UYU' }],
  ])('with %j has the price %j', (fields, expected) =>
    expect(readAll(openReact(fields))).toEqual([{ item: redline, listing: expected }]),
  );

  test('that React recycles has the new listing once the page’s state has it', () => {
    const document = openReact({});
    const [page] = pagesAt('steam', groupUrl).filter(({ card }) => document.querySelector(card));
    const [card] = document.querySelectorAll(page?.card ?? 'none');
    const before = rowsOf('steam', document);
    card?.querySelector('[style*="url("]')?.setAttribute('style', 'background: url(/market_listings/a/730/52/x)');
    expect(card && page?.read(card, before)).toBeUndefined();
    const next = listing({ listingid: '52', description: { appid: 730, market_hash_name: '★ Karambit' } });
    Object.assign(card ?? {}, { __reactFiber$x: { memoizedProps: { listing: next } } });
    expect(card && page?.read(card, rowsOf('steam', document))).toMatchObject({ item: '★ Karambit' });
  });
});

describe('a card of the React market without a screenshot', () => {
  const shared = (icon: string, price: string) =>
    reactCard('', `https://x/economy/image/${icon}/360fx360f`).replace('</div>', `</div><b>${price}</b>`);
  const one = { description: { appid: 730, market_hash_name: redline, icon_url: 'aB-c_1' } };

  test('has the listing with its picture and its price', () => {
    const expected = [{ item: redline, listing: { amount: '34.50', currency: 'EUR' } }];
    expect(readAll(openReact(one, { html: shared('aB-c_1', '34,50€') }))).toEqual(expected);
    const image = shared('aB-c_1', '34,50€').replace(
      /<div style="background[^>]*>/,
      '<div><img src="/economy/image/aB-c_1/x">',
    );
    expect(readAll(openReact(one, { html: image }))).toEqual(expected);
    const whole = { ...one, unPrice: 1600, unFee: 200 };
    expect(readAll(openReact(whole, { html: shared('aB-c_1', '18,--€') }))).toMatchObject([{ item: redline }]);
  });

  test.each([
    ['another price', 'aB-c_1', '34,60€'],
    ['another currency', 'aB-c_1', '$34.50'],
    ['no price', 'aB-c_1', ''],
    ['another picture', 'aB-c_2', '34,50€'],
  ])('with %s than the listing around it is not read', (_, icon, price) =>
    expect(readAll(openReact(one, { html: shared(icon, price) }))).toEqual([undefined]),
  );

  test('is not read where two items have its picture and its price', () => {
    const document = openReact(one, { html: shared('aB-c_1', '34,50€').repeat(2) });
    const [, second] = document.querySelectorAll('[style*="--grid-rows"]');
    const description = { ...one.description, market_hash_name: `StatTrak™ ${redline}` };
    const memoizedProps = { listing: listing({ listingid: '52', description }) };
    Object.assign(second ?? {}, { __reactFiber$x: { memoizedProps } });
    expect(readAll(document)).toEqual([undefined, undefined]);
  });

  test('with a screenshot as well is the listing of its screenshot', () => {
    const both = shared('aB-c_1', '34,50€').replace('<b>', `${picture('52')}<b>`);
    expect(readAll(openReact(one, { html: both }))).toEqual([undefined]);
  });
});

describe('the wallet', () => {
  const row = (price: string) => `
    <div class="market_listing_row market_listing_searchresult" data-appid="730" data-hash-name="${redline}">
      <span class="normal_price"><span class="normal_price">${price}</span></span></div>`;
  const read = (price: string, wallet_currency: unknown) =>
    readAll(open(`${origin}/market/search`, row(price), { g_rgWalletInfo: { wallet_currency } }))[0]?.listing;

  test('decides an ambiguous currency sign', () => {
    expect(read('¥ 88.50', 23)).toEqual({ amount: '88.50', currency: 'CNY' });
    expect(read('¥ 1,234', 8)).toEqual({ amount: '1234', currency: 'JPY' });
    expect(read('$31.20 USD', 1)).toEqual({ amount: '31.20', currency: 'USD' });
    expect(read('31,20€', 3)).toEqual({ amount: '31.20', currency: 'EUR' });
  });

  test('that contradicts a print leaves no price', () => expect(read('$31.20 USD', 3)).toBeUndefined());

  test.each([undefined, null, '23', 0, 99, {}])('without a known currency decides nothing: %j', (wallet) => {
    expect(read('¥ 88.50', wallet)).toBeUndefined();
    expect(read('31,20€', wallet)).toEqual({ amount: '31.20', currency: 'EUR' });
  });
});

describe('an offer of the legacy market', () => {
  const url = `${origin}/market/listings/730/${encodeURIComponent(redline)}`;
  const offer = `<div id="searchResultsRows"><div class="market_listing_row" id="listing_7">
    <span class="market_listing_price market_listing_price_with_fee">$99.00</span>
    <div class="market_listing_item_name_block"><span class="market_listing_item_name">${redline}</span></div></div></div>`;
  const info = { converted_price: 3000, converted_fee: 450, converted_currencyid: 2003, asset: { id: '9' } };
  const read = (fields: object, name = redline) => {
    const g_rgAssets = { 730: { 2: { 9: { appid: 730, market_hash_name: name } } } };
    return readAll(open(url, offer, { g_rgListingInfo: { 7: { ...info, ...fields } }, g_rgAssets }))[0];
  };

  test('has the price in the page’s state', () =>
    expect(read({})).toEqual({ item: redline, listing: { amount: '34.50', currency: 'EUR' } }));

  test('has the printed price where the page’s state has none', () =>
    expect(read({ converted_price: 0 })?.listing).toEqual({ amount: '99.00', currency: 'USD' }));

  test('of another item than the address’s is not read', () => {
    expect(read({}, 'AK-47 | Redline (Minimal Wear)')).toBeUndefined();
    expect(read({ asset: null }, 'AK-47 | Redline (Minimal Wear)')?.item).toBe(redline);
  });
});

describe('an item of an inventory', () => {
  const url = `${origin}/profiles/76561190000000001/inventory/`;
  const asset = (market_hash_name: unknown, appid: unknown = 730) => ({ description: { appid, market_hash_name } });
  const holder = (id: string) => `<div class="itemHolder"><div class="item app730 context2" id="${id}"></div></div>`;
  const read = (g_ActiveInventory: unknown, id = '730_2_41') => readAll(open(url, holder(id), { g_ActiveInventory }));

  test('has its asset’s name and no price', () => {
    expect(read({ m_rgAssets: { 41: asset(redline) } })).toEqual([{ item: redline, kind: 'none' }]);
    expect(read({ m_rgAssets: { 41: asset(redline, '730') } })).toEqual([{ item: redline, kind: 'none' }]);
    expect(read({ m_rgAssets: { 41: asset(redline) } }, 'item730_2_41')).toEqual([{ item: redline, kind: 'none' }]);
    expect(read({ m_rgChildInventories: { 16: { m_rgAssets: { 41: asset(redline) } } } }, '730_16_41')).toEqual([
      { item: redline, kind: 'none' },
    ]);
  });

  test.each([
    ['not loaded', { m_rgAssets: {} }],
    ['another game’s', { m_rgAssets: { 41: asset(redline, 440) } }],
    ['without a name', { m_rgAssets: { 41: asset(undefined) } }],
    ['without a description', { m_rgAssets: { 41: null } }],
    [
      'two at once',
      { m_rgAssets: { 41: asset(redline) }, m_rgChildInventories: [{ m_rgAssets: { 41: asset('AWP') } }] },
    ],
    ['of no inventory', undefined],
    ['of a broken inventory', 'x'],
  ])('that is %s is not read', (_, inventory) => expect(read(inventory)).toEqual([undefined]));

  test.each(['440_2_41', '730_2_', '730_2_x41', 'x730_2_41', ''])('with the id %j is not read', (id) =>
    expect(read({ m_rgAssets: { 41: asset(redline) } }, id)).toEqual([undefined]),
  );
});

test('a page without such state gives no rows', () => expect(rowsIn(open(`${origin}/market/`, ''))).toEqual([]));
