import { describe, expect, test } from 'vitest';
import type { Reading } from '#core/site.ts';
import { cardsIn, documentAt, pagesAt, readingOf, rowsOf } from './page.ts';

const origin = 'https://steamcommunity.com';
const redline = 'AK-47 | Redline (Field-Tested)';
const groupUrl = `${origin}/market/listings/730/G1807209A023004`;

/** Opens a page with these globals. */
function open(url: string, body: string, globals: object = {}) {
  const document = documentAt(url, `<html lang="en"><body>${body}</body></html>`);
  Object.assign(document.defaultView ?? {}, globals);
  return document;
}

/** The readings of all cards with the page's current state. */
const readAll = (document: Document): (Reading | undefined)[] =>
  cardsIn('steam', document).map(({ read }) => readingOf(read));

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
      { cents: 3450, currency: 'EUR' },
    ],
    [{ unPricePerUnit: 1000, unFeePerUnit: 150 }, undefined],
    [{ unPricePerUnit: 3000, unFeePerUnit: 225 }, undefined],
    [{ eCurrency: 1 }, { cents: 3450, currency: 'USD' }],
    [{ eCurrency: 8 }, { cents: 3450, currency: 'JPY' }],
    [{ eCurrency: 23 }, { cents: 3450, currency: 'CNY' }],
    [{ eCurrency: 41 }, { cents: 3450, currency: 'UYU' }],
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

describe('the order book with which the page came', () => {
  const other = 'AK-47 | Redline (Minimal Wear)';
  const best = { amtMaxBuyOrder: 2900, amtMinSellOrder: 3450, eCurrency: 3, cBuyOrders: 8 };
  const book = (data: object, name = redline, app = 730) => ({
    queryKey: ['market', 'orderbook', app, name],
    state: { data: { ...best, ...data } },
    queryHash: JSON.stringify(['market', 'orderbook', app, name]),
  });
  const factsWith = (...queries: object[]) => {
    const queryData = JSON.stringify({ queries });
    return readAll(openReact({}, { globals: { SSR: { reactRoot: {}, renderContext: { queryData } } } }))[0]?.facts;
  };
  const bid = { cents: 2900, currency: 'EUR' };

  test('tells the highest order for the item in focus, as of the load of the page', () =>
    expect(factsWith(book({}))).toMatchObject({ bid, since: expect.closeTo(Date.now(), -5) }));

  test('is one of a name with signs that JSON escapes', () => {
    const description = { appid: 730, market_hash_name: `StatTrak™ ${redline}` };
    const queryData = JSON.stringify({ queries: [book({}, description.market_hash_name)] }).replace('™', '\\u2122');
    const globals = { SSR: { reactRoot: {}, renderContext: { queryData } } };
    expect(readAll(openReact({ description }, { globals }))[0]?.facts?.bid).toEqual(bid);
  });

  test.each([
    ['of another variant', [book({}, other)]],
    ['beside another one', [book({}), book({}, other)]],
    ['of another game', [book({}, redline, 440)]],
    ['in an unknown currency', [book({ eCurrency: 99 })]],
    ['without an order', [book({ amtMaxBuyOrder: null })]],
    ['with an order of nothing', [book({ amtMaxBuyOrder: 0 })]],
    ['in which the best order is above the lowest ask', [book({ amtMaxBuyOrder: 3451 })]],
    ['that is not there', []],
  ])('%s tells nothing', (_, queries) => expect(factsWith(...queries)?.bid).toBeUndefined());
});

describe('a card of the React market without a screenshot', () => {
  const shared = (icon: string, price: string) =>
    reactCard('', `https://x/economy/image/${icon}/360fx360f`).replace('</div>', `</div><b>${price}</b>`);
  const one = { description: { appid: 730, market_hash_name: redline, icon_url: 'aB-c_1' } };

  test('is not read where two items have its picture and its price', () => {
    const document = openReact(one, { html: shared('aB-c_1', '34,50€').repeat(2) });
    const [, second] = document.querySelectorAll('[style*="--grid-rows"]');
    const description = { ...one.description, market_hash_name: `StatTrak™ ${redline}` };
    const memoizedProps = { listing: listing({ listingid: '52', description }) };
    Object.assign(second ?? {}, { __reactFiber$x: { memoizedProps } });
    expect(readAll(document)).toEqual([undefined, undefined]);
  });
});

describe('an offer of the legacy market', () => {
  const url = `${origin}/market/listings/730/${encodeURIComponent(redline)}`;
  const offer = `<div id="searchResultsRows"><div class="market_listing_row" id="listing_7">
    <span class="market_listing_price market_listing_price_with_fee">$39.00</span>
    <div class="market_listing_item_name_block"><span class="market_listing_item_name">${redline}</span></div></div></div>`;
  const info = { converted_price: 3000, converted_fee: 450, converted_currencyid: 2003, asset: { id: '9' } };
  const read = (fields: object, name = redline) => {
    const asset_properties = { 0: { propertyid: 2, float_value: 0.23 } };
    const g_rgAssets = { 730: { 2: { 9: { appid: 730, market_hash_name: name, asset_properties } } } };
    return readAll(open(url, offer, { g_rgListingInfo: { 7: { ...info, ...fields } }, g_rgAssets }))[0];
  };

  test('has the price and the wear value in the page’s state', () =>
    expect(read({})).toMatchObject({
      item: redline,
      listing: { cents: 3450, currency: 'EUR' },
      wearValue: 0.23,
    }));

  test('has the printed price where the page’s state has none', () =>
    expect(read({ converted_price: 0 })?.listing).toEqual({ cents: 3900, currency: 'USD' }));

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

  test.each([
    ['the inventory', { m_rgAssetProperties: { 41: [{ propertyid: 2, float_value: '0.23' }] } }, 0.23],
    [
      'a child inventory',
      { m_rgChildInventories: { 16: { m_rgAssetProperties: { 41: { 0: { propertyid: 2, float_value: 0.31 } } } } } },
      0.31,
    ],
    ['nowhere', { m_rgAssetProperties: { 42: [{ propertyid: 2, float_value: '0.23' }] } }, undefined],
    ['another property', { m_rgAssetProperties: { 41: [{ propertyid: 1, float_value: '0.23' }] } }, undefined],
    ['another form', { m_rgAssetProperties: { 41: 'x' } }, undefined],
  ])('has the wear value that stands in %s', (_, fields, wearValue) =>
    expect(read({ m_rgAssets: { 41: asset(redline) }, ...fields })[0]).toMatchObject({ item: redline, wearValue }),
  );

  const lockedBy = (value: unknown, id?: string) => {
    const described = { ...asset(redline).description, owner_descriptions: [{ value: ' ' }, { value }] };
    return read({ m_rgAssets: { 41: { description: described } } }, id)[0]?.locked;
  };

  test.each([
    ['Tradable/Marketable After Dec 03, 2026 (8:00:00) GMT', Date.UTC(2026, 11, 3, 8)],
    [
      '⇆ This item is trade-protected and cannot be consumed, modified, or transferred until Dec 03, 2026 (8:00:00) GMT',
      Date.UTC(2026, 11, 3, 8),
    ],
    ['Tradable/Marketable After 5 Aug @ 5:00am', true],
    ['Tradable/Marketable After Dec 03, 2026 (8:00:00)', true],
    ['Tradable/Marketable After some day GMT', true],
    ['A gift from Sample', undefined],
    [41, undefined],
  ])('is locked by the note for its owner: %s', (note, locked) => expect(lockedBy(note)).toBe(locked));

  test('of context 16 is locked, whatever its notes say', () => expect(lockedBy('', '730_16_41')).toBe(true));

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
});
