import { describe, expect, test } from 'vitest';
import { phases } from '#core/items/phases.ts';
import { readFed, rowsFrom } from './fed.ts';
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
});

test('two spellings of a name leave open which is exact', () => {
  const [near, far] = ['Sticker | Move It(Foil)', 'Sticker | Move It (Foil)'];
  expect(read(card('$ 1 234.56', far), { object: object({ title: near }) })?.assembled).toBe(true);
  expect(read(card('$ 1 234.56', near), { object: object({ title: near }) })).toMatchObject({
    item: near,
    assembled: undefined,
  });
});
