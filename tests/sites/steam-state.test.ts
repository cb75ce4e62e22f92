import { describe, expect, test } from 'vitest';
import type { Reading } from '#core/site.ts';
import { tap } from '#sites/steam.ts';
import { documentAt, pagesAt, readingOf, rowsOf } from './page.ts';

const origin = 'https://steamcommunity.com';
const redline = 'AK-47 | Redline (Field-Tested)';
const groupUrl = `${origin}/market/listings/730/G1807209A023004`;

/** Opens a page whose globals are these. */
function open(url: string, body: string, globals: object = {}) {
  const document = documentAt(url, `<html lang="en"><body>${body}</body></html>`);
  Object.assign(document.defaultView ?? {}, globals);
  return document;
}

const rowsIn = (document: Document) => (document.defaultView ? tap.state?.(document.defaultView) : undefined);

/** What is read from all cards, by what the page's state tells now. */
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
  test('shows its own listing’s item and the buyer’s price', () =>
    expect(readAll(openReact({}))).toEqual([{ item: redline, listing: { amount: '34.50', currency: 'EUR' } }]));

  test.each([
    ['before React has taken over', openReact({}, { fiber: { flags: 4096 } })],
    ['on a page without a React root', openReact({}, { globals: { SSR: { reactRoot: undefined } } })],
    ['whose image is another listing’s', openReact({}, { html: reactCard('52') })],
    ['with two listings’ images', openReact({}, { html: reactCard('51').replace('<span>', `${picture('52')}<span>`) })],
    ['with another game’s image', openReact({}, { html: reactCard('51', '/market_listings/a/570/51/x') })],
    ['of another game', openReact({ description: { appid: 570, market_hash_name: redline } })],
    ['without an exact name', openReact({ description: { market_name: redline } })],
    ['with markup for a name', openReact({ description: { market_hash_name: '<b>AK</b>' } })],
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
    [{ eCurrency: 1 }, { amount: '34.50', currency: 'USD' }],
    [{ eCurrency: 8 }, { amount: '34.50', currency: 'JPY' }],
    [{ eCurrency: 23 }, { amount: '34.50', currency: 'CNY' }],
    [{ eCurrency: 41 }, { amount: '34.50', currency: 'UYU' }],
  ])('by %j has the price %j', (fields, expected) =>
    expect(readAll(openReact(fields))).toEqual([{ item: redline, listing: expected }]),
  );

  test('that React recycles shows the new listing only when the page’s state tells it', () => {
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

describe('the wallet', () => {
  const row = (price: string) => `
    <div class="market_listing_row market_listing_searchresult" data-appid="730" data-hash-name="${redline}">
      <span class="normal_price"><span class="normal_price">${price}</span></span></div>`;
  const read = (price: string, wallet_currency: unknown) =>
    readAll(open(`${origin}/market/search`, row(price), { g_rgWalletInfo: { wallet_currency } }))[0]?.listing;

  test('tells what a sign means', () => {
    expect(read('¥ 88.50', 23)).toEqual({ amount: '88.50', currency: 'CNY' });
    expect(read('¥ 1,234', 8)).toEqual({ amount: '1234', currency: 'JPY' });
    expect(read('$31.20 USD', 1)).toEqual({ amount: '31.20', currency: 'USD' });
    expect(read('31,20€', 3)).toEqual({ amount: '31.20', currency: 'EUR' });
  });

  test('that contradicts a price leaves none', () => expect(read('$31.20 USD', 3)).toBeUndefined());

  test.each([undefined, null, '23', 0, 99, {}])('of no known currency says nothing: %j', (wallet) => {
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

  test('has the price that the page counts with', () =>
    expect(read({})).toEqual({ item: redline, listing: { amount: '34.50', currency: 'EUR' } }));

  test('has its print where the page counts with none', () =>
    expect(read({ converted_price: 0 })?.listing).toEqual({ amount: '99.00', currency: 'USD' }));

  test('of an item that is not the address’s is not read', () => {
    expect(read({}, 'AK-47 | Redline (Minimal Wear)')).toBeUndefined();
    expect(read({ asset: null }, 'AK-47 | Redline (Minimal Wear)')?.item).toBe(redline);
  });
});

describe('an item of an inventory', () => {
  const url = `${origin}/profiles/76561190000000001/inventory/`;
  const asset = (market_hash_name: unknown, appid: unknown = 730) => ({ description: { appid, market_hash_name } });
  const holder = (id: string) => `<div class="itemHolder"><div class="item app730 context2" id="${id}"></div></div>`;
  const read = (g_ActiveInventory: unknown, id = '730_2_41') => readAll(open(url, holder(id), { g_ActiveInventory }));

  test('has the name of its asset, and no price', () => {
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

test('a page without any of it tells nothing', () => expect(rowsIn(open(`${origin}/market/`, ''))).toEqual([]));
