import { describe, expect, test } from 'vitest';
import { everyName } from '../core/every-name.ts';
import { type FedPage, readFedCards, rowsFrom } from './fed.ts';

const origin = 'https://buff.market';
const api = 'https://api.buff.market';
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

  test.each(['/market/goods/', '/market/goods/cs2/%00', '/market/goods/Redline', '/market/x', ''])(
    'has no item of %j',
    (href) => expect(read(card(href))).toEqual([undefined]),
  );
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
  const orderAnswer = answer(doppler, order('0.0123456789', 'Phase 2'), order('0.0200000001', 'Ruby'));

  test('has offers of an item without a wear', () => {
    expect(page('Kilowatt Case', 'Kilowatt Case', '', answer('Kilowatt Case', order('')))[1]).toMatchObject({
      item: 'Kilowatt Case',
    });
    expect(page('Kilowatt Case', 'Kilowatt Case', '')[1]).toBeUndefined();
  });

  test('that still shows another item is not read', () =>
    expect(page(doppler, 'AWP Asiimov', '0.01234567', orderAnswer)).toEqual([undefined, undefined]));
});
