import { describe, expect, test } from 'vitest';
import { otherGame } from '#core/site.ts';
import { readFedCards } from './fed.ts';
import { siteOf } from './page.ts';

const buy = 'https://skinswap.com/buy';
const trade = 'https://skinswap.com/trade';
const china = 'https://skinswap.com/china';
const siteUrl = 'https://api.skinswap.com/api/site/inventory?offset=0&appid=730&priceType=buy';
const ownUrl = 'https://api.skinswap.com/api/user/inventory';
const chinaUrl = 'https://api.skinswap.com/api/site/inventory?offset=0&priceType=china&limit=100';
const listingsUrl = 'https://api.skinswap.com/api/site/inventory/china/listings?offset=0';

const redline = 'AK-47 | Redline (Field-Tested)';
const doppler = '★ Karambit | Doppler (Factory New)';

const item = (more: object = {}) => ({
  appid: 730,
  assetid: 'a1',
  stackIdWithHold: 's1',
  market_hash_name: redline,
  qualities: { doppler_phase: null },
  price: { buy: 1850, sell: 1500, trade: 1961 },
  ...more,
});
const card = (print = '$18.50', id = 's1') => `<div class="item-card" data-item-id="${id}">
  <div class="hover-translatey-40"><span class="font-header">${print}</span></div></div>`;

interface Shown {
  readonly url?: string;
  readonly site?: readonly unknown[];
  readonly own?: readonly unknown[];
  readonly stored?: Readonly<Record<string, string>>;
}

const read = (body: string, { url = buy, site = [item()], own = [], stored = {} }: Shown = {}) => {
  const answers = [
    [siteUrl, { data: site }],
    [ownUrl, { data: own }],
  ] as const;
  return readFedCards('skinswap', { url, body, answers, stored })[0];
};

const usd = { amount: '18.50', currency: 'USD' };

describe('an answer', () => {
  test('is read by one feed', () => {
    const fed = (url: string) => siteOf('skinswap').feeds?.filter((feed) => feed.url.test(url)).length;
    expect([siteUrl, ownUrl, chinaUrl, listingsUrl, siteUrl.split('?')[0] ?? ''].map(fed)).toEqual([1, 1, 1, 1, 1]);
    expect(fed('https://api.skinswap.com/api/site/inventory/stats')).toBe(0);
    expect(fed('https://api.skinswap.com/api/user/inventory/trades')).toBe(0);
  });
});

describe('a price', () => {
  test.each([
    ['$18.50', {}, usd],
    ['$18.50', { currency: 'USD' }, usd],
    ['17,02 €', { currency: 'EUR' }, { amount: '17.02', currency: 'EUR' }],
  ])('%s with the setting %j', (print, stored, listing) =>
    expect(read(card(print), { stored })).toEqual({ item: redline, phase: undefined, listing }),
  );

  test.each([
    ['another of the item’s prices', '$19.61', {}],
    ['a bare dollar where another dollar is set', '$25.20', { currency: 'CAD' }],
    ['another currency than the set one', '17,02 €', { currency: 'USD' }],
    ['another currency than US dollars where none is set', '17,02 €', {}],
    ['no amount', 'Reserved', {}],
    ['two amounts', '$18.50</span><span class="font-header">$17.00', {}],
  ])('is not read from %s', (_, print, stored) =>
    expect(read(card(print), { stored })).toEqual({ item: redline, phase: undefined, listing: undefined }),
  );

  test('is only read where the site sells the item', () => {
    const traded = { item: redline, phase: undefined, kind: 'none' };
    expect(read(card(), { url: trade })).toEqual(traded);
    expect(read(card('$15.00', 'a1'), { url: 'https://skinswap.com/sell', own: [item()] })).toEqual(traded);
    expect(read(card('$15.00', 's1'), { url: 'https://skinswap.com/sell', own: [item()] })).toBeUndefined();
    expect(read(card('$18.50', 'a1'), { own: [item()] })).toEqual(traded);
  });
});

describe('a card', () => {
  test('without a row is not read', () => {
    for (const id of ['s2', '', '__proto__']) expect(read(card('$18.50', id))).toBeUndefined();
  });

  test('whose id is one of both sides is not read', () =>
    expect(read(card(), { own: [item({ assetid: 's1' })] })).toBeUndefined());

  test('of another game is told apart', () =>
    expect(read(card(), { site: [item({ appid: 252490 })] })).toBe(otherGame));

  test('whose rows contradict each other is not read', () =>
    expect(read(card(), { site: [item(), item({ market_hash_name: doppler })] })).toBeUndefined());
});

describe('a card of the China market', () => {
  const shown = (alt: string) =>
    `<div class="gridBox"><div><div><div class="grow center"><img class="w-full" alt="${alt}"></div></div></div></div>`;
  const readChina = (alt: string, data: readonly unknown[]) =>
    readFedCards('skinswap', { url: china, body: shown(alt), answers: [[chinaUrl, { data }]] })[0];

  test('has the phase of its name and no price', () => {
    const name = '★ Karambit | Doppler Phase 2 (Factory New)';
    expect(readChina(name, [item({ market_hash_name: name })])).toEqual({ item: doppler, phase: 'Phase 2' });
  });

  test('has no phase that only one of its offers states', () =>
    expect(readChina(doppler, [item({ market_hash_name: doppler, qualities: { doppler_phase: 'Ruby' } })])).toEqual({
      item: doppler,
      phase: undefined,
    }));

  test('is not read without a row', () => expect(readChina(redline, [])).toBeUndefined());

  test('of another game is told apart', () => expect(readChina(redline, [item({ appid: 252490 })])).toBe(otherGame));
});
