import { describe, expect, test } from 'vitest';
import { phases } from '#core/phases.ts';
import { notAnItem, otherGame } from '#core/site.ts';
import { foreignBodies, readFed, readFedCards, rowsFrom } from './fed.ts';
import { documentAt, pagesAt, siteOf } from './page.ts';

const page = 'https://dmarket.com/ingame-items/item-list/csgo-skins';
const marketUrl = 'https://api.dmarket.com/exchange/v1/market/items?side=market';
const ownUrl = 'https://api.dmarket.com/exchange/v1/user/items?side=user';

const redline = 'AK-47 | Redline (Field-Tested)';
const doppler = '★ Karambit | Doppler (Factory New)';

const object = (more: object = {}) => ({ itemId: 'a1', title: redline, price: { USD: '123456' }, ...more });
const card = (print: string, alt = redline, id = 'a1') => `
  <asset-card id="${id}"><img class="c-asset__img" alt="${alt}"><div class="c-asset__footerInner">
    <div class="c-asset__footerLeft"><span class="c-asset__price">${print}</span></div></div></asset-card>`;

interface Shown {
  readonly object?: unknown;
  readonly url?: string;
  readonly store?: string | undefined;
}

const read = (body: string, { object: one = object(), url = marketUrl, store }: Shown = {}) =>
  readFed('dmarket', {
    url: page,
    body,
    answers: [[url, { objects: [one] }]],
    stored: store === undefined ? {} : { 'dmarket/AkitaStores': store },
  })[0];
const active = (activeCurrency: unknown) => JSON.stringify({ currency: { activeCurrency } });

describe('an answer', () => {
  test.each([
    ...foreignBodies.filter((body) => JSON.stringify(body) !== '{"items":{}}'),
    { objects: {} },
    { items: {} },
  ])('of another shape throws: %j', (body) => {
    for (const url of [marketUrl, ownUrl]) expect(() => rowsFrom('dmarket', url, body)).toThrow();
  });

  test('skips invalid rows', () => {
    const objects = [null, 7, {}, { title: redline }, { itemId: 'a1' }, { itemId: {}, title: redline }];
    expect(rowsFrom('dmarket', marketUrl, { objects })).toEqual([]);
  });

  test('has a row for each id of an item', () => {
    const offers = [{ offerId: 'o', assetId: 'a', title: redline, priceCents: 5 }];
    const rows = rowsFrom('dmarket', marketUrl.replace('items', 'items/v2'), { offers });
    expect(rows.map(({ key, listing }) => [key, listing?.amount])).toEqual([
      ['o', '0.05'],
      ['a', '0.05'],
    ]);
  });

  test.each(['0', '-5', '1.5', '1e3', '', null, {}, 1.5, Number.NaN])('with %j cents has no price', (USD) =>
    expect(rowsFrom('dmarket', marketUrl, { objects: [object({ price: { USD } })] })[0]?.listing).toBeUndefined(),
  );

  test.each(phases)('has the phase %s, spelled with a hyphen', (phase) => {
    const spelled = phase.toLowerCase().replace(' ', '-');
    const tell = (title: string, more: object) =>
      rowsFrom('dmarket', marketUrl, { objects: [object({ title, ...more })] })[0];
    expect(tell(doppler, { extra: { phase: spelled } })).toMatchObject({ item: doppler, phase });
    expect(tell(doppler, { cs2: { phase: spelled } })).toMatchObject({ item: doppler, phase });
    expect(tell(doppler, { extra: { phase: 7 } })?.phase).toBeUndefined();
    expect(tell('CZ75-Auto | Emerald (Factory New)', { extra: { phase: spelled } })?.phase).toBeUndefined();
  });

  test('is read from the addresses of the lists only', () => {
    const fed = (url: string) => siteOf('dmarket').feeds?.filter((feed) => feed.url.test(url)).length;
    expect([marketUrl, ownUrl, 'https://dmarket.com/exchange/v1/user/offers?x'].map(fed)).toEqual([1, 1, 1]);
    expect(fed('https://api.dmarket.com/exchange/v1/market/items-history')).toBe(0);
  });
});

describe('a price', () => {
  const usd = { amount: '1234.56', currency: 'USD' };

  test.each([
    ['$ 1 234.56', active('USD'), usd],
    ['$1,234.56', active('USD'), usd],
    ['$ 1 234.56', undefined, usd],
    ['$ 1 234.56', '{broken', usd],
    ['$ 1 234.56', active('<b>'), usd],
    ['€ 1 120.40', active('EUR'), { amount: '1120.40', currency: 'EUR' }],
  ])('%s with the store %j', (print, store, listing) => expect(read(card(print), { store })?.listing).toEqual(listing));

  test.each([
    ['another of the item’s prices', '$ 1 300.00', active('USD')],
    ['dollars of another country', '$ 1 234.57', active('CAD')],
    ['the sign of another currency than the page’s', '€ 1 234.56', active('USD')],
    ['a text without an amount', 'Locked', active('USD')],
    ['two amounts', '$ 1 234.56 $ 1 100.00', active('USD')],
  ])('is not read from %s', (_, print, store) => {
    const reading = read(card(print), { store });
    expect(reading?.item).toBe(redline);
    expect(reading?.listing?.currency === 'USD' ? reading.listing : undefined).toBeUndefined();
  });

  test('of an own item is that of an instant sale', () => {
    const mine = object({ instantPrice: { USD: '100000' } });
    expect(read(card('$ 1 000.00'), { object: mine, url: ownUrl })).toMatchObject({
      kind: 'bid',
      listing: { amount: '1000.00', currency: 'USD' },
    });
    expect(read(card('$ 1 234.56'), { object: mine, url: ownUrl })?.listing).toBeUndefined();
  });

  test('is not read from the print alone, which may be any of several prices', () =>
    expect(read(card('$ 1 234.56', redline, 'b2'), { store: active('USD') })).toEqual({
      item: redline,
      phase: undefined,
    }));

  test('does not throw where the storage is forbidden', () => {
    const document = documentAt('about:blank', card('$ 1 234.56'));
    const element = document.querySelector('asset-card');
    const rows = new Map(rowsFrom('dmarket', marketUrl, { objects: [object()] }).map((row) => [row.key, row]));
    expect(element && pagesAt('dmarket', page)[1]?.read(element, rows)).toMatchObject({ listing: usd });
  });
});

describe('a card', () => {
  test('whose answer names another item is not read', () =>
    expect(read(card('$ 1 234.56', 'AK-47 | Redline (Minimal Wear)'))).toBeUndefined());

  test('with a phase in its name is the same item', () =>
    expect(
      read(card('$ 1 234.56', '★ Karambit | Doppler Phase 2 (Factory New)'), { object: object({ title: doppler }) }),
    ).toMatchObject({
      item: doppler,
      phase: 'Phase 2',
    }));

  test.each(['', ' ', '&lt;b&gt;x&lt;/b&gt;', 'x'.repeat(300)])('with the name %j is not read', (alt) =>
    expect(read(card('$ 1 234.56', alt, 'b2'))).toBeUndefined(),
  );

  test('with two items is not read', () =>
    expect(
      read(card('$ 1', redline).replace('<div', `<img class="c-asset__img" alt="${doppler}"><div`)),
    ).toBeUndefined());

  test('named like a property of every object has no row', () => {
    for (const id of ['__proto__', 'constructor', '']) expect(read(card('$ 1', redline, id))?.listing).toBeUndefined();
  });
});

describe('a card of the newer design', () => {
  const id = '5d1a0000-5d1a-4f4c-9b02-5d1a00000001';
  const other = '5d1a0000-5d1a-4f4c-9b02-5d1a00000002';
  const tile = (inner: string, attributes = `data-test-id="card" id="${id}"`) => `<div ${attributes}>${inner}</div>`;
  const v2 = 'https://api.dmarket.com/exchange/v1/market/items/v2?x=1';
  const offer = { offerId: id, title: redline, priceCents: '123456' };
  const readTiles = (body: string, offers: readonly unknown[] = [offer], stored = {}) =>
    readFedCards('dmarket', { url: `${page}/knife`, body, answers: [[v2, { offers }]], stored });
  const usd = { amount: '1234.56', currency: 'USD' };

  test.each([`data-test-id="card" id="${id}"`, `data-test-id="market_asset_item_${id}"`])(
    'has the row of its id: %s',
    (attributes) =>
      expect(readTiles(tile('<b>$ 1 234.56</b>', attributes))).toEqual([
        { item: redline, phase: undefined, listing: usd, kind: 'ask' },
      ]),
  );

  test('has a price only if it prints it', () => {
    for (const print of ['', '$ 1 300.00', '€ 1 234.56'])
      expect(readTiles(tile(`<b>${print}</b><i>x</i>`))).toMatchObject([{ item: redline, listing: undefined }]);
    const euro = { 'dmarket/AkitaStores': active('EUR') };
    expect(readTiles(tile('<b>€ 1 234.56</b>'), [offer], euro)).toMatchObject([{ listing: undefined }]);
    expect(readTiles(tile('<b>$ 1 300.00</b><b>$ 1 234.56</b>'))).toMatchObject([{ listing: usd }]);
  });

  test('without a row, or with the rows of two items, is not read', () => {
    expect(readTiles(tile('x'), [])).toEqual([undefined]);
    const two = tile('x', `data-test-id="market_asset_item_${other}" id="${id}"`);
    expect(readTiles(two, [offer, { ...offer, offerId: other, title: doppler }])).toEqual([undefined]);
    expect(readTiles(two, [offer, { ...offer, offerId: other }])).toMatchObject([{ item: redline }]);
  });

  test('whose element gets another id has the other item', () => {
    const rows = [offer, { ...offer, offerId: other, title: doppler }];
    expect(readTiles(tile('x', `data-test-id="card" id="${other}"`), rows)).toMatchObject([{ item: doppler }]);
  });

  test('of another game, without an id, within a card or still empty is no item', () => {
    expect(readTiles(tile('x'), [{ ...offer, gameId: '9a92' }])).toEqual([otherGame]);
    expect(readTiles(tile('x', 'data-test-id="promo" id="promo-1"'))).toEqual([notAnItem]);
    expect(readTiles(tile(tile('x')))).toMatchObject([{ item: redline }, notAnItem]);
    expect(readTiles(tile('<div></div>'))).toEqual([notAnItem]);
  });

  test('has a row for the offer’s id within `extra`, and no price from an empty amount', () => {
    const one = { itemId: 'i', title: redline, extra: { offerId: 'o' }, price: { USD: '' }, instantPrice: { USD: '' } };
    for (const url of [marketUrl, ownUrl])
      expect(rowsFrom('dmarket', url, { objects: [one] }).map(({ key, listing }) => [key, listing])).toEqual([
        ['i', undefined],
        ['o', undefined],
      ]);
  });
});

test('two spellings of a name leave open which is exact', () => {
  const [near, far] = ['Sticker | Move It(Foil)', 'Sticker | Move It (Foil)'];
  expect(read(card('$ 1 234.56', far), { object: object({ title: near }) })?.assembled).toBe(true);
  expect(read(card('$ 1 234.56', near), { object: object({ title: near }) })).toMatchObject({
    item: near,
    assembled: undefined,
  });
});

test.each([
  '/ingame-items/item-list/csgo-skins',
  '/ru/ingame-items/item-list/csgo-skins/knife',
  '/ingame-items/item-list/csgo-skins/misc/container',
  '/de/csgo-skins/product-card/awp-asiimov/field-tested',
])('%s has cards', (path) => expect(pagesAt('dmarket', `https://dmarket.com${path}`)).toHaveLength(2));

test.each(['/', '/ingame-items/item-list/dota2-skins', '/ingame-items/item-list/csgo-skins-x', '/blog'])(
  '%s has no cards',
  (path) => expect(pagesAt('dmarket', `https://dmarket.com${path}`)).toEqual([]),
);
