import { describe, expect, test } from 'vitest';
import { otherGame } from '#core/site.ts';
import { readFed, readFedCards, rowsFrom } from './fed.ts';

const origin = 'https://www.youpin898.com';
const api = 'https://api.youpin898.com/api/homepage/';
const saleUrl = `${api}pc/goods/market/querySaleTemplate`;
const leaseUrl = `${api}pc/goods/market/queryLeaseTemplate`;
const offersUrl = `${api}pc/goods/market/queryOnSaleCommodityList`;

const redline = 'AK-47 | Redline (Field-Tested)';
const doppler = '★ Karambit | Doppler (Factory New)';
const title = 'AK-47 | 红线 (久经沙场)';

const template = (more: object = {}) => ({ commodityName: title, commodityHashName: redline, price: '12.5', ...more });
const offer = (more: object = {}) => ({
  commodityHashName: doppler,
  price: '7000',
  abrade: '0.01234567890123',
  ...more,
});

const card = (shown: string, price: string) => `
  <div class="each-common-product-box___a1"><div class="footerTitle___b2">${shown}</div><span class="price___c3">${price}</span></div>`;
const row = (wear: string, price: string, extra = '') => `
  <div id="rc-tabs-0-panel-sale"><table><tbody><tr class="ant-table-row ant-table-row-level-0">
    <td></td><td>${wear}</td><td></td><td>${extra}</td><td><div>${price}</div></td>
  </tr></tbody></table></div>`;

const readCard = (body: string, rows: readonly unknown[] = [template()], query = '', url = saleUrl) =>
  readFed('youpin', { url: `${origin}/market${query}`, body, answers: [[url, { Data: rows }]] })[0];
const readOffer = (body: string, rows: readonly unknown[] = [offer()]) =>
  readFed('youpin', {
    url: `${origin}/market/goods-list?templateId=1`,
    body,
    answers: [[offersUrl, { Data: rows }]],
  })[0];

describe('an answer', () => {
  test('skips invalid rows', () => {
    const none = [null, 7, 'x', [], {}, { commodityName: title }, { commodityHashName: redline, price: '1' }];
    expect(rowsFrom('youpin', saleUrl, { Data: none })).toEqual([]);
    expect(rowsFrom('youpin', offersUrl, { Data: none })).toEqual([]);
    for (const bad of [{ abrade: null }, { abrade: 'new' }, { abrade: '0.01' }, { price: '0' }, { price: {} }])
      expect(rowsFrom('youpin', offersUrl, { Data: [offer(bad)] })).toEqual([]);
  });
});

describe('a card', () => {
  test('is identified by its whole title', () => {
    for (const other of ['AK-47 | 红线', 'AK-47 | 红线 (略有磨损)', `${title} 2`, '', '__proto__', 'constructor'])
      expect(readCard(card(other, '¥ 12.5'))).toBeUndefined();
    expect(readCard(card(` ${title.replace(' (', '\u00a0(')} `, '¥ 12.5'))?.item).toBe(redline);
  });

  test('with two titles or two prices is not read', () => {
    const two = card(title, '¥ 12.5').replace('<span', '<div class="footerTitle___z">其他</div><span');
    expect(readCard(two)).toBeUndefined();
    const prices = card(title, '¥ 12.5').replace('</span>', '</span><span class="price___z">¥ 11</span>');
    expect(readCard(prices)).toEqual({ item: redline, listing: undefined });
  });

  test('of another game is not an unreadable card', () => {
    const other = { url: `${origin}/market?gameId=570`, body: card(title, '¥ 12.5') };
    expect(readFedCards('youpin', other)).toEqual([otherGame]);
    expect(readCard(card(title, '¥ 12.5'), [template()], '?gameId=730')?.item).toBe(redline);
  });

  test('to rent has no price, even where rent and price are equal', () => {
    expect(readCard(card(title, '¥ 12.5'), [template()], '', leaseUrl)).toEqual({ item: redline, listing: undefined });
  });
});

describe('an offer', () => {
  test.each([
    ['Phase 2', 'Phase 2'],
    ['P1', 'Phase 1'],
    ['P4', 'Phase 4'],
    ['P5', undefined],
    ['p2', undefined],
    ['红宝石', 'Ruby'],
    ['蓝宝石', 'Sapphire'],
    ['绿宝石', 'Emerald'],
    ['黑珍珠', 'Black Pearl'],
    ['Ruby', 'Ruby'],
    ['constructor', undefined],
    [7, undefined],
  ])('with the name %j has the phase %j', (name, phase) => {
    for (const field of ['dopplerName', 'DopplerName', 'specialStyle', 'SpecialStyle'])
      expect(readOffer(row('0.0123456789', '¥ 7000'), [offer({ [field]: name })])?.phase).toBe(phase);
  });

  test('with two phases that contradict each other, or without phases, has none', () => {
    const read = (more: object) => readOffer(row('0.0123456789', '¥ 7000'), [offer(more)]);
    expect(read({ dopplerName: 'Ruby', specialStyle: '红宝石' })?.phase).toBe('Ruby');
    expect(read({ dopplerName: 'Ruby', specialStyle: 'P1' })?.phase).toBeUndefined();
    expect(read({ commodityHashName: 'CZ75-Auto | Emerald (Factory New)', specialStyle: '绿宝石' })).toMatchObject({
      phase: undefined,
    });
  });
});
