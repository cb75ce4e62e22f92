import { describe, expect, test } from 'vitest';
import { otherGame } from '#core/site.ts';
import { readFed, readFedCards, rowsFrom } from './fed.ts';

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

describe('an item of an inventory', () => {
  const info = (more: object = {}) => JSON.stringify({ appid: 730, goods_id: 1, market_hash_name: redline, ...more });
  const own = (attributes: string, inner = '') =>
    `<li class="my_inventory" ${attributes}><a href="/goods/1"></a>${inner}<p></p></li>`;
  const asset = `data-asset-info='{"info":{"phase_data":{"name":"Ruby"}}}'`;
  const readOwn = (body: string, items: readonly unknown[] = []) =>
    readFedCards('buff163', {
      url: `${origin}/market/steam_inventory`,
      body,
      answers: [[goodsUrl, { data: { items } }]],
    });

  test('has the name that its row tells', () => {
    const item = { id: 'A1', goods_id: 1, appid: 730, game: 'csgo', market_hash_name: redline };
    const readAfter = (more: object, infos: object = {}) =>
      readFedCards('buff163', {
        url: `${origin}/market/steam_inventory`,
        body: own(''),
        answers: [
          [
            `${origin}/api/market/steam_inventory?game=csgo`,
            { data: { items: [{ ...item, ...more }], goods_infos: infos } },
          ],
        ],
      });
    expect(readAfter({})).toEqual([{ item: redline, phase: undefined, kind: 'none' }]);
    expect(readAfter({ appid: 570 })).toEqual([otherGame]);
    expect(readAfter({}, { 1: { market_hash_name: doppler } })).toEqual([undefined]);
  });

  test('that is a folder counts no items and has no phase', () => {
    const attributes = `data-goods-info='${info({ market_hash_name: doppler })}' ${asset}`;
    for (const folder of [
      own(attributes).replace('my_inventory', 'my_inventory card_folder'),
      own(attributes, '<i class="card_folder"></i>'),
    ])
      expect(readOwn(folder)).toEqual([{ item: doppler, kind: 'none', count: 0 }]);
  });
});

describe('an item’s page', () => {
  const infoUrl = `${origin}/api/market/goods/info?goods_id=1&game=csgo`;
  const readAfter = (data: unknown) =>
    readFedCards('buff163', { url: `${origin}/goods/1`, body: order('¥ 9000'), answers: [[infoUrl, { data }]] });

  test('has the name of its goods', () => {
    expect(readAfter({ id: 1, market_hash_name: redline, appid: 730, game: 'csgo' })).toMatchObject([
      { item: redline, listing: { cents: 900_000, currency: 'CNY' } },
    ]);
    expect(readAfter({ id: 1, market_hash_name: 'x', appid: 570 })).toEqual([otherGame]);
    expect(() => rowsFrom('buff163', infoUrl, { data: {} })).toThrow(TypeError);
  });
});

describe('a phase', () => {
  const tag = '<div class="tagBox"><i class="g_Right">Phase 2</i></div>';
  const read = (path: string, body: string) =>
    readFed('buff163', {
      url: origin + path,
      body,
      answers: [[ordersUrl, orders({ asset_info: { info: { phase_data: { name: 'Ruby' } } } })]],
    })[0];

  test('of a single item for sale stands in a tag of its card', () => {
    const sold = `<li class="my_shop_selling"><a href="/goods/1"></a>${tag}<p><strong class="f_Strong">¥ 9000</strong></p></li>`;
    expect(read('/shop/U1', sold)).toMatchObject({ item: doppler, phase: 'Phase 2' });
    expect(read('/shop/U1', sold.replace('Phase 2', '0.0312'))?.phase).toBeUndefined();
  });

  test('of a bookmarked offer is that of its order', () => {
    const marked = (more: string) =>
      order('¥ 9000', '', `data-goodsid="1" data-price="9000" ${more}`)
        .replace('class="selling"', 'class="bookmark_order"')
        .replace(' id="sell_order_"', '');
    const path = '/user-center/bookmark/sell_order';
    expect(read(path, marked('data-orderid="A1"'))).toMatchObject({ item: doppler, phase: 'Ruby' });
    expect(read(path, marked('data-orderid="B2"'))).toMatchObject({ item: doppler, phase: undefined });
  });
});
