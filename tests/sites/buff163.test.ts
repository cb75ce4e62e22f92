import { describe, expect, test } from 'vitest';
import { readFed } from './fed.ts';
import { siteOf } from './page.ts';

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
  test('without exactly one known goods id is not read', () => {
    expect(readList('¥ 12.5', { href: '/goods/2' })).toBeUndefined();
    expect(readList('¥ 12.5', { attributes: 'data-goods_id="2"' })).toBeUndefined();
    expect(readList('¥ 12.5', { href: '/market/goods?goods_id=1' })?.item).toBe(redline);
    expect(readList('¥ 12.5', { href: '/goods/1x' })).toBeUndefined();
    expect(readList('¥ 12.5', { href: '/goods/__proto__' })).toBeUndefined();
  });
});

describe('an offer', () => {
  test('whose button and print differ has no price', () => {
    expect(readOrder(order('¥ 9100'))?.listing).toBeUndefined();
    expect(readOrder(order('¥ 9000', 'A1', 'data-goodsid="1"'))).toEqual({
      item: doppler,
      phase: undefined,
      listing: undefined,
    });
  });
});
