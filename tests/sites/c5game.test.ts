import { describe, expect, test } from 'vitest';
import { tap } from '#sites/c5game.ts';
import { type FedPage, readFedCards, rowsFrom } from './fed.ts';
import { documentAt } from './page.ts';

const origin = 'https://www.c5game.com';
const search = `${origin}/napi/trade/search/v2/items/730/search?page=2`;
const redline = 'AK-47 | Redline (Field-Tested)';
const goods = { itemId: 31, appId: 730, marketHashName: redline, itemName: '红线', price: '31.50', cnyPrice: 221.5 };

const card = (href: string, print = '￥221.50', name = 'goodsCard') =>
  `<div class="${name}"><a href="${href}">x</a><div class="price"><p>${print}</p></div></div>`;
const read = (body: string, list: readonly unknown[] = [goods], rest: Partial<FedPage> = {}) =>
  readFedCards('c5game', { url: `${origin}/csgo`, body, answers: [[search, { data: { list } }]], ...rest });

describe('an answer', () => {
  test.each([
    [{}, '31', '221.50'],
    [{ itemId: undefined, id: '32' }, '32', '221.50'],
    [{ cnyPrice: undefined }, '31', '31.50'],
    [{ cnyPrice: null, price: null }, '31', undefined],
  ])('with %j has the key %s and the price %s', (fields, key, amount) => {
    const [row] = rowsFrom('c5game', search, { data: { list: [null, {}, { ...goods, ...fields }] } });
    expect([row?.key, row?.item, row?.listing?.amount]).toEqual([key, redline, amount]);
  });

  test.each([
    ['another game', search.replace('730', '570')],
    ['the offers of an item', `${origin}/napi/trade/steamtrade/sga/sell/v3/list?itemId=31`],
    ['the user’s purchase orders', `${origin}/napi/trade/search/v3/merchant/orders/list`],
  ])('of %s is not read', (_, url) =>
    expect(() => rowsFrom('c5game', url, { data: { list: [goods] } })).toThrow(/no feed/),
  );
});

describe('a card', () => {
  test.each(['/csgo/31/红线/sell', '/en/csgo/31/Redline/sell', `${origin}/csgo/31/x/buy?y`])(
    'has the row of %s',
    (href) =>
      expect(read(card(href))).toMatchObject([{ item: redline, listing: { amount: '221.50', currency: 'CNY' } }]),
  );

  test.each(['/csgo/32/x/sell', '/csgo/730/asset/31', '/dota2/31/x/sell', '/csgo/31', ''])('has none of %j', (href) =>
    expect(read(card(href), [goods, { ...goods, itemId: 730 }])).toEqual([undefined]),
  );

  test('within a link, or of the older design, is one card', () => {
    expect(
      read(`<a href="/csgo/31/x/sell">${card('', '￥221.50', 'li-btm').replace('<a href="">x</a>', '')}</a>`),
    ).toMatchObject([{ item: redline }]);
    expect(read(`<div class="goodsCard">${card('/csgo/31/x/sell', '', 'li-btm')}</div>`)).toHaveLength(1);
  });

  test.each(['￥220.00', '$31.50', '', '￥221.50 起 9'])('that prints %j has no price', (print) =>
    expect(read(card('/csgo/31/x/sell', print))).toMatchObject([{ item: redline, listing: undefined }]),
  );
});

describe('the framework’s state', () => {
  const state = (globals: object) => {
    const view = documentAt(`${origin}/csgo`, '<body></body>').defaultView;
    return view ? tap.state?.(Object.assign(view, globals)) : undefined;
  };

  test('has the goods of the first page', () => {
    const row = { key: '31', item: redline, listing: { amount: '221.50', currency: 'CNY' } };
    expect(state({ __NUXT__: { data: [{ list: [goods, { ...goods, appId: 570, itemId: 32 }] }] } })).toEqual([
      row,
      { key: '32', otherGame: true },
    ]);
    expect(state({ $nuxt: { $store: { state: { market: { list: [goods] } } } } })).toEqual([row]);
  });

  test('may be absent, circular or large', () => {
    expect(state({})).toEqual([]);
    const circle: Record<string, unknown> = {};
    expect(state({ __NUXT__: Object.assign(circle, { circle, list: [goods] }) })?.length).toBeGreaterThan(0);
    expect(state({ __NUXT__: [...Array.from({ length: 50_000 }, () => ({})), goods] })).toEqual([]);
  });
});
