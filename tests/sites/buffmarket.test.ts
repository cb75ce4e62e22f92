import { describe, expect, test } from 'vitest';
import { otherGame } from '#core/site.ts';
import { everyName } from '../core/every-name.ts';
import { type FedPage, readFedCards, rowsFrom } from './fed.ts';

const origin = 'https://buff.market';
const api = 'https://api.buff.market';
const goods = `${api}/api/market/goods?game=csgo`;
const orders = `${api}/api/market/goods/sell_order?goods_id=7`;
const currencies = `${api}/account/api/supported_currency`;
const redline = 'AK-47 | Redline (Field-Tested)';

const chosen = (...codes: readonly string[]) =>
  [
    currencies,
    { data: { items: ['USD', 'EUR'].map((value) => ({ value, buff_selected: codes.includes(value) })) } },
  ] as const;
const link = (name: string) => `/market/goods/cs2/${encodeURIComponent(name)}`;
const card = (href: string, print = '') => `
  <div class="goods-item"><a href="${href}"></a><div class="goods-info-sell"><b class="user-price">${print}</b></div></div>`;

const read = (body: string, answers: FedPage['answers'] = [], path = '/market/all') =>
  readFedCards('buffmarket', { url: origin + path, body, answers });

describe('an answer', () => {
  test.each([
    `${api}/api/market/goods/related_recommendation`,
    `${api}/api/market/goods/buy_order`,
    'https://api.buff.market.example.org/api/market/goods',
  ])('is not read from %s', (url) =>
    expect(() => rowsFrom('buffmarket', url, { data: { items: [] } })).toThrow(/no feed/),
  );

  test.each(['/api/market/shop/U1/sell_order?x', '/api/market/sell_order/preview/manual_plus'])(
    'of offers is read from %s',
    (path) =>
      expect(
        rowsFrom('buffmarket', api + path, { data: { goods_infos: { 7: { market_hash_name: redline } }, items: [] } }),
      ).toEqual([{ key: 'goods 7', item: redline }]),
  );
});

describe('a card', () => {
  test('has the name in its link, whatever its signs', () => {
    const names = everyName.filter((_, at) => at % 151 === 0);
    const readings = read(names.map((name) => card(link(name))).join(''));
    expect(readings.map((each) => typeof each === 'object' && each.item)).toEqual(names);
  });

  test('of an older link has the goods of its id', () => {
    const answers: FedPage['answers'] = [[goods, { data: { items: [{ id: 7, market_hash_name: redline }] } }]];
    expect(read(card('/market/goods/7?game=csgo') + card('/market/goods/8'), answers)).toMatchObject([
      { item: redline },
      undefined,
    ]);
  });

  test.each(['/market/goods/dota2/Arcana', '/market/goods/7'])(
    'of another game is not an unreadable card: %s',
    (href) => {
      const items = [{ id: 7, market_hash_name: 'Arcana', appid: 570, game: 'dota2' }];
      expect(read(card(href), [[goods, { data: { items } }]])).toEqual([otherGame]);
    },
  );

  test.each(['/market/goods/', '/market/goods/cs2/%00', '/market/goods/Redline', '/market/x', ''])(
    'has no item of %j',
    (href) => expect(read(card(href))).toEqual([undefined]),
  );

  test('is no advertisement', () =>
    expect(read('<div class="is-topics goods-item"><a href="/market/goods/7"></a></div>')).toEqual([]));
});

describe('a price', () => {
  const listing = (print: string, ...codes: readonly string[]) => {
    const [reading] = read(card(link(redline), print), [chosen(...codes)]);
    return typeof reading === 'object' ? reading.listing : undefined;
  };

  test('is the print in the chosen currency', () => {
    expect(listing('$31.20', 'USD')).toEqual({ amount: '31.20', currency: 'USD' });
    expect(listing('€ 1,027.00', 'EUR')).toEqual({ amount: '1027.00', currency: 'EUR' });
  });

  test('is absent without one currency, or with another sign', () => {
    expect(listing('$31.20')).toBeUndefined();
    expect(listing('$31.20', 'USD', 'EUR')).toBeUndefined();
    expect(listing('$31.20', 'EUR')).toBeUndefined();
    expect(listing('$31.20</b><b class="user-price">$35.00', 'USD')).toBeUndefined();
    expect(read(card(link(redline), '$31.20'))).toMatchObject([{ listing: undefined }]);
  });

  test('among buyers’ orders is a bid, and in the inventory none', () => {
    expect(read(card(link(redline), '$1'), [chosen('USD')], '/market/buy_order')).toMatchObject([{ kind: 'bid' }]);
    expect(read(card(link(redline), '$1'), [chosen('USD')], '/inventory')).toEqual([{ item: redline, kind: 'none' }]);
  });
});

describe('an item’s page', () => {
  const doppler = '★ Karambit | Doppler (Factory New)';
  const order = (paintwear: string, phase?: string) => ({
    goods_id: 7,
    asset_info: { paintwear, info: { phase_data: phase ? { name: phase } : null } },
  });
  const answer = (name: string, ...items: unknown[]) =>
    [orders, { data: { goods_infos: { 7: { market_hash_name: name } }, items } }] as const;
  const page = (name: string, head: string, offer: string, ...answers: NonNullable<FedPage['answers']>) =>
    read(
      `<div class="goods-message">${head}</div><div class="market-goods-sell-content">${offer}
        <p class="market-goods-sell-col-price">$31.20</p></div>`,
      [chosen('USD'), ...answers],
      link(name),
    );
  const head = 'Karambit Doppler Factory New';
  const orderAnswer = answer(doppler, order('0.0123456789', 'Phase 2'), order('0.0200000001', 'Ruby'));

  test('has offers with the phase of their wear value', () => {
    expect(page(doppler, head, '0.01234567', orderAnswer)).toEqual([
      { item: doppler, kind: 'none' },
      { item: doppler, phase: 'Phase 2', listing: { amount: '31.20', currency: 'USD' } },
    ]);
    expect(page(doppler, head, '0.0200000001', orderAnswer)[1]).toMatchObject({ phase: 'Ruby' });
  });

  test('has no offer without its wear value, or before the answer', () => {
    expect(page(doppler, head, '0.0300000', orderAnswer)[1]).toBeUndefined();
    expect(page(doppler, head, '', orderAnswer)[1]).toBeUndefined();
    expect(page(doppler, head, '0.01234567')[1]).toBeUndefined();
    expect(
      page(doppler, head, '0.01234567', answer('★ Karambit | Fade (Factory New)', order('0.0123456789')))[1],
    ).toBeUndefined();
  });

  test('has offers of an item without a wear', () => {
    expect(page('Kilowatt Case', 'Kilowatt Case', '', answer('Kilowatt Case', order('')))[1]).toMatchObject({
      item: 'Kilowatt Case',
    });
    expect(page('Kilowatt Case', 'Kilowatt Case', '')[1]).toBeUndefined();
  });

  test('that still shows another item is not read', () =>
    expect(page(doppler, 'AWP Asiimov', '0.01234567', orderAnswer)).toEqual([undefined, undefined]));
});
