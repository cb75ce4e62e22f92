import { describe, expect, test } from 'vitest';
import { tap } from '#sites/c5game.ts';
import { type FedPage, readFedCards } from './fed.ts';
import { documentAt } from './page.ts';

const origin = 'https://www.c5game.com';
const search = `${origin}/napi/trade/search/v2/items/730/search?page=2`;
const redline = 'AK-47 | Redline (Field-Tested)';
const goods = { itemId: 31, appId: 730, marketHashName: redline, itemName: '红线', price: '31.50', cnyPrice: 221.5 };

const card = (href: string, print = '￥221.50', name = 'goodsCard') =>
  `<div class="${name}"><a href="${href}">x</a><div class="price"><p>${print}</p></div></div>`;
const read = (body: string, list: readonly unknown[] = [goods], rest: Partial<FedPage> = {}) =>
  readFedCards('c5game', { url: `${origin}/csgo`, body, answers: [[search, { data: { list } }]], ...rest });

describe('a card', () => {
  test.each(['/csgo/32/x/sell', '/csgo/730/asset/31', '/dota2/31/x/sell', '/csgo/31', ''])('has none of %j', (href) =>
    expect(read(card(href), [goods, { ...goods, itemId: 730 }])).toEqual([undefined]),
  );
});

describe('the framework’s state', () => {
  const state = (globals: object) => {
    const view = documentAt(`${origin}/csgo`, '<body></body>').defaultView;
    return view ? tap.state?.(Object.assign(view, globals)) : undefined;
  };

  test('has the goods of the first page', () => {
    const row = { key: '31', item: redline, listing: { cents: 22_150, currency: 'CNY' } };
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
