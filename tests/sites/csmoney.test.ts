import { describe, expect, test } from 'vitest';
import { otherGame } from '#core/site.ts';
import { knownRows, rowsFrom } from './fed.ts';
import { documentAt, pagesAt } from './page.ts';

const origin = 'https://cs.money';
const orders = `${origin}/2.0/market/sell-orders?limit=60`;
const owned = `${origin}/1.0/market/user-inventory?limit=60`;

const order = (fields: object = {}) => ({
  id: 7,
  appId: 730,
  asset: { names: { full: 'AWP | Asiimov (Field-Tested)' } },
  ...fields,
});
const card = (print: string, stated = '1234.50', id = '7') => `
  <div data-card-item-id="${id}" data-card-price="${stated}"><div><div class="Price-module_container__x">${print}</div></div></div>`;

interface Shown {
  readonly cookie?: string;
  readonly first?: unknown;
  readonly answer?: unknown;
  readonly path?: string;
}

/** Reads the cards of a page with rows in its document and in an answer. */
function read(body: string, { cookie, first, answer = { items: [order()] }, path = '/market/buy/' }: Shown = {}) {
  const script = first === undefined ? '' : `<script id="__page-params" type="application/json">${first}</script>`;
  const document = documentAt(origin + path, `<html lang="en"><body>${body}${script}</body></html>`);
  if (cookie) document.cookie = cookie;
  const feed = path.includes('buy') ? orders : owned;
  const rows = knownRows(rowsFrom('csmoney', feed, answer));
  return pagesAt('csmoney', origin + path).flatMap((page) =>
    [...document.querySelectorAll(page.card)].map((each) => page.read(each, rows)),
  );
}

const listing = (print: string, cookie?: string, stated?: string) => {
  const [reading] = read(card(print, stated), { ...(cookie ? { cookie } : {}) });
  return typeof reading === 'object' ? reading.listing : undefined;
};

describe('an answer', () => {
  test.each([
    `${origin}/1.0/market/sell-orders`,
    `${origin}/ru/2.0/market/sell-orders?x`,
    'https://a.cs.money/1.0/market/sell-orders',
  ])('is read from %s', (url) => expect(rowsFrom('csmoney', url, { items: [order()] })).toHaveLength(1));
});

describe('a card', () => {
  const first = JSON.stringify({ inventory: { items: [order({ id: 8 }), order({ id: 9, appId: 570 })] } });

  test('has a row of the document or of an answer', () => {
    expect(read(card('') + card('', '1', '8'), { first })).toMatchObject(
      Array(2).fill({ item: 'AWP | Asiimov (Field-Tested)' }),
    );
    expect(read(card('', '1', '9'), { first })).toEqual([otherGame]);
    expect(read(card('', '1', '10'), { first })).toEqual([undefined]);
  });

  test('keeps its row when the page has replaced its document', () =>
    expect(read(card('', '1', '8'), { first: JSON.stringify({ inventory: { items: [] } }) })).toEqual([undefined]));

  test.each(['', '{', 'null', '{"inventory":7}'])('has no row in the document %j', (broken) =>
    expect(read(card('', '1', '8'), { first: broken })).toEqual([undefined]),
  );
});

describe('a price', () => {
  const usd = { amount: '1234.50', currency: 'USD' };

  test.each([
    ['$1,234.50', undefined, usd],
    ['$1,234.50', 'user_currency=USD', usd],
    ['$ 1234.5', 'a=EUR; user_currency=USD', { amount: '1234.5', currency: 'USD' }],
    ['1 061,67 €', 'user_currency=EUR', { amount: '1061.67', currency: 'EUR' }],
    ['¥ 8,765.00', 'user_currency=CNY', { amount: '8765.00', currency: 'CNY' }],
  ])('%s with the cookie %s', (print, cookie, expected) => expect(listing(print, cookie)).toEqual(expected));

  test.each([
    ['1 061,67 €', undefined],
    ['$1,200.00', undefined],
    ['1 061,67 €', 'user_currency=GBP'],
    ['$1,234.50 $1,300.00', undefined],
    ['1 061,67 €</div><div class="Price-module_container__x">1 100,00 €', 'user_currency=EUR'],
    ['', undefined],
  ])('is not read from %j with the cookie %s', (print, cookie) => expect(listing(print, cookie)).toBeUndefined());

  test('is absent in dollars when the card states another', () => {
    expect(listing('$1,234.50', undefined, '1061.67')).toBeUndefined();
    expect(listing('$1,234.50', undefined, '')).toBeUndefined();
  });
});

test('a price stands beside a discount, and in dollars beside the price before it', () => {
  const beside = (print: string, other: string) => `<b>${print}</b><s>${other}</s>`;
  expect(listing(beside('$1,234.50', '-13%'))).toEqual({ amount: '1234.50', currency: 'USD' });
  expect(listing(beside('$1,234.50', '$1,400.00'))).toEqual({ amount: '1234.50', currency: 'USD' });
  expect(listing(beside('1 061,67 €', '-13%'), 'user_currency=EUR')).toEqual({ amount: '1061.67', currency: 'EUR' });
  expect(listing(beside('1 061,67 €', '1 200,00 €'), 'user_currency=EUR')).toBeUndefined();
});

describe('an own item', () => {
  const redline = 'AK-47 | Redline (Field-Tested)';
  const path = '/market/instant-sell/';
  const own = (fields: object = {}, fullName = redline) => ({
    id: 51,
    assetId: 51,
    appId: 730,
    fullName,
    quality: 'ft',
    img: 'https://s/pic',
    ...fields,
  });
  const shown = (quality: string, picture = 'https://i/rs/plain/https://s/pic', id = '') =>
    `<div data-card-item-id="${id}"><img src="${picture}"><i>${quality}</i></div>`;
  const readOwn = (body: string, ...items: unknown[]) => read(body, { path, answer: { items } });

  test.each(['/market/instant-sell/', '/ru/market/sell/', '/csgo/trade/'])('has the row of its id on %s', (at) => {
    const answer = { items: [own(), own({ id: 52, fullName: '★ Bayonet' }), own({ id: 53, appId: 570 })] };
    const cards = shown('', '', '51') + shown('', '', '52') + shown('', '', '53') + shown('', '', '54');
    expect(read(cards, { path: at, answer })).toMatchObject([
      { item: redline, kind: 'none' },
      { item: '★ Bayonet', kind: 'none' },
      otherGame,
      undefined,
    ]);
  });

  test('has a row of the document, of either side of a trade', () => {
    const side = (id: number, fullName: string) => ({ items: [own({ id }, fullName)] });
    const first = JSON.stringify({ botsInventory: side(1, redline), userInventory: side(2, '★ Bayonet') });
    const cards = shown('', '', '1') + shown('', '', '2');
    expect(read(cards, { path: '/csgo/trade/', first })).toMatchObject([{ item: redline }, { item: '★ Bayonet' }]);
  });

  test('of an unknown id has its picture’s and its quality’s row', () => {
    expect(readOwn(shown('FT'), own())).toMatchObject([{ item: redline, kind: 'none' }]);
    const statTrak = own({ id: 52, isStatTrak: true }, `StatTrak™ ${redline}`);
    expect(readOwn(shown('ST / FT') + shown('FT'), own(), statTrak)).toMatchObject([
      { item: `StatTrak™ ${redline}` },
      { item: redline },
    ]);
    expect(readOwn(shown(''), own({ quality: undefined }, '★ Bayonet'))).toMatchObject([{ item: '★ Bayonet' }]);
    const order7 = order({ asset: { names: { full: redline }, quality: 'ft', images: { steam: 'https://s/pic' } } });
    expect(readOwn(shown('FT'), order7)).toMatchObject([{ item: redline }]);
  });

  test.each([
    ['another wear', shown('MW')],
    ['two wears', shown('FT</i><i>MW')],
    ['another picture', shown('FT', 'https://i/rs/plain/https://s/other')],
    ['a picture of another form', shown('FT', 'https://s/pic')],
  ])('with %s is not read', (_, body) => expect(readOwn(body, own())).toEqual([undefined]));

  test('whose picture and quality are two items’ is not read', () =>
    expect(readOwn(shown('FT'), own(), own({ id: 52 }, 'AK-47 | Vulcan (Field-Tested)'))).toEqual([undefined]));
});

test.each([
  'https://inventories.cs.money/5.0/load_bots_inventory/730?limit=60',
  `${origin}/3.0/load_user_inventory/730`,
  `${origin}/ru/1.0/market/user-inventory`,
])('an inventory is read from %s', (url) => {
  const row = { id: 51, fullName: '★ Karambit | Doppler (Factory New)', phase: 'Phase 2' };
  expect(rowsFrom('csmoney', url, { items: [row] })).toEqual([
    { key: '51', item: '★ Karambit | Doppler (Factory New)', phase: 'Phase 2' },
  ]);
});
