import { describe, expect, test } from 'vitest';
import { readFed, rowsFrom } from './fed.ts';
import { documentAt, readAll, siteOf, tapOf } from './page.ts';

const origin = 'https://buff.163.com';
const goodsUrl = `${origin}/api/market/goods?game=csgo`;
const buyingUrl = `${origin}/api/market/goods/buying?game=csgo`;
const ordersUrl = `${origin}/api/market/goods/sell_order?game=csgo&goods_id=1`;

const redline = 'AK-47 | Redline (Field-Tested)';
const doppler = '★ Karambit | Doppler (Factory New)';

const goods = (more: object = {}) => ({
  data: {
    items: [{ id: 1, appid: 730, market_hash_name: redline, sell_min_price: '12.5', buy_max_price: '11', ...more }],
  },
});

const orders = (more: object = {}, info: object = {}) => ({
  data: {
    goods_infos: { 1: { appid: 730, market_hash_name: doppler, ...info } },
    items: [{ id: 'A1', goods_id: 1, price: '9000', ...more }],
  },
});

const list = (cards: string) => `<div id="j_list_card"><ul class="card_csgo">${cards}</ul></div>`;
const card = (price: string, href = '/goods/1?from=market', attributes = '') =>
  `<li ${attributes}><a href="${href}"></a><h3><a href="${href}">x</a></h3><p><strong class="f_Strong">${price}</strong></p></li>`;
const order = (print: string, id = 'A1', button = 'data-goodsid="1" data-price="9000"', attributes = '') => `
  <table><tbody><tr class="selling" id="sell_order_${id}" ${attributes}>
    <td><div><strong class="f_Strong">${print}</strong></div></td><td><a class="btn-buy-order" ${button}></a></td>
  </tr></tbody></table>`;

const readList = (price: string, { hash = '', href = '/goods/1?from=market', attributes = '' } = {}) =>
  readFed('buff163', {
    url: `${origin}/market/csgo${hash}`,
    body: list(card(price, href, attributes)),
    answers: [
      [goodsUrl, goods()],
      [buyingUrl, { data: { items: [] } }],
    ],
  })[0];
const readOrder = (body: string, answer: unknown = orders()) =>
  readFed('buff163', { url: `${origin}/goods/1`, body, answers: [[ordersUrl, answer]] })[0];

describe('an answer', () => {
  test('is read from the addresses of the lists only', () => {
    const fed = (path: string) => siteOf('buff163').feeds?.filter(({ url }) => url.test(origin + path)).length;
    expect(fed('/api/market/goods?page=1')).toBe(1);
    expect(fed('/api/market/goods/buying?page=1')).toBe(1);
    expect(fed('/api/market/sell_order/top_bookmarked?game=csgo')).toBe(1);
    expect(fed('/api/market/shop/U1/featured?game=csgo')).toBe(1);
    expect(fed('/api/market/goods/info?goods_id=1')).toBe(1);
    expect(fed('/api/market/goods/buy_order?goods_id=1')).toBe(0);
  });
});

describe('a card', () => {
  test.each([
    ['¥ 12.5', '12.50'],
    ['¥ 12<small>.50</small>', '12.50'],
    ['¥12.50', '12.50'],
  ])('that prints %s has the price of the answer', (print, amount) =>
    expect(readList(print)).toEqual({ item: redline, listing: { amount, currency: 'CNY' }, kind: 'ask' }),
  );

  test.each(['¥ 12.6', '¥ 1250', '$ 1.72', '', 'soon', '¥ 12.5 ¥ 11'])(
    'that prints %j has no price while the page shows CNY',
    (print) => expect(readList(print)?.listing).toBeUndefined(),
  );

  test('in a currency that the user chose keeps the price in CNY', () => {
    const rows = new Map(
      [...rowsFrom('buff163', goodsUrl, goods()), { key: 'currency', currency: 'USD' }].map((row) => [row.key, row]),
    );
    const read = (print: string) => readAll('buff163', `${origin}/market/csgo`, list(card(print)), rows)[0]?.listing;
    expect(read('$ 1.72')).toEqual({ amount: '12.50', currency: 'CNY' });
    expect(read('¥ 270')).toBeUndefined();
  });

  test('on the buying tab has the highest bid, not the lowest offer', () => {
    const at = (hash: string, print: string) =>
      readFed('buff163', {
        url: `${origin}/market/csgo${hash}`,
        body: list(card(print)),
        answers: [
          [goodsUrl, goods()],
          [buyingUrl, goods()],
        ],
      })[0];
    expect(at('#tab=buying', '¥ 11')).toEqual({
      item: redline,
      listing: { amount: '11.00', currency: 'CNY' },
      kind: 'bid',
    });
    expect(at('#tab=buying', '¥ 12.5')?.listing).toBeUndefined();
    expect(at('#tab=selling', '¥ 11')?.listing).toBeUndefined();
  });

  test('without exactly one known goods id is not read', () => {
    expect(readList('¥ 12.5', { href: '/goods/2' })).toBeUndefined();
    expect(readList('¥ 12.5', { attributes: 'data-goods_id="2"' })).toBeUndefined();
    expect(readList('¥ 12.5', { href: '/market/goods?goods_id=1' })?.item).toBe(redline);
    expect(readList('¥ 12.5', { href: '/goods/1x' })).toBeUndefined();
    expect(readList('¥ 12.5', { href: '/goods/__proto__' })).toBeUndefined();
  });

  test('on the favourites tab has the printed price where the page’s currency is known', () => {
    const body = list('<li><a href="/goods/1"></a><p><strong class="f_Strong sell_order_price">¥ 13</strong></p></li>');
    const names = rowsFrom('buff163', goodsUrl, goods());
    const read = (currency?: string) =>
      readAll(
        'buff163',
        `${origin}/market/csgo`,
        body,
        new Map([...names, { key: 'currency', currency }].map((row) => [row.key, row])),
      )[0];
    expect(read()).toEqual({ item: redline, listing: undefined });
    expect(read('CNY')?.listing).toEqual({ amount: '13', currency: 'CNY' });
    expect(read('USD')?.listing).toBeUndefined();
  });
});

describe('an offer', () => {
  test('with the id, goods or name of another offer is not read', () => {
    expect(readOrder(order('¥ 9000', 'A2', 'data-price="9000"'))).toBeUndefined();
    expect(readOrder(order('¥ 9000', 'A1', 'data-goodsid="2" data-price="9000"'))).toBeUndefined();
    const other = `data-goods-info='{"market_hash_name":"${redline}"}'`;
    expect(readOrder(order('¥ 9000', 'A1', 'data-goodsid="1" data-price="9000"', other))).toBeUndefined();
  });

  test('whose button and print differ has no price', () => {
    expect(readOrder(order('¥ 9100'))?.listing).toBeUndefined();
    expect(readOrder(order('¥ 9000', 'A1', 'data-goodsid="1"'))).toEqual({
      item: doppler,
      phase: undefined,
      listing: undefined,
    });
  });
});

describe('the page’s state', () => {
  const currencyOf = (script: string) => {
    const { defaultView } = documentAt(origin, `<script data-page>${script}</script>`);
    return defaultView && tapOf('buff163')?.state?.(defaultView);
  };

  test('contains the currency', () => {
    expect(currencyOf(`window.g = { currency: { code: 'EUR' } }`)).toEqual([{ key: 'currency', currency: 'EUR' }]);
  });

  test.each(['', 'window.g = 7', 'window.g = { currency: null }', 'window.g = { currency: { code: 7 } }'])(
    'contains nothing after: %s',
    (script) => expect(currencyOf(script)).toEqual([]),
  );
});

test('an order without a button has the price and the item of its attributes', () => {
  const attributes = (price: string) =>
    `data-goods-info='{"market_hash_name":"${doppler}"}' data-asset-info='{"goods_id":1}' data-order-info='{"price":"${price}"}'`;
  const bare = (price: string) =>
    order('¥ 9000', 'A1', '', attributes(price))
      .replace(/<a class="btn-buy-order"[^>]*><\/a>/, '')
      .replace('id="sell_order_A1"', '');
  expect(readOrder(bare('9000'))).toMatchObject({ item: doppler, listing: { amount: '9000.00', currency: 'CNY' } });
  expect(readOrder(bare('9001'))?.listing).toBeUndefined();
  expect(readOrder(bare('9000'), orders({}, { market_hash_name: redline }))).toBeUndefined();
});
