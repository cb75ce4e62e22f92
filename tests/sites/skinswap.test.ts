import { describe, expect, test } from 'vitest';
import { readFedCards } from './fed.ts';

const buy = 'https://skinswap.com/buy';
const siteUrl = 'https://api.skinswap.com/api/site/inventory?offset=0&appid=730&priceType=buy';
const ownUrl = 'https://api.skinswap.com/api/user/inventory';

const redline = 'AK-47 | Redline (Field-Tested)';

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

const usd = { cents: 1850, currency: 'USD' };

describe('a price', () => {
  test.each([
    ['$18.50', {}, usd],
    ['$18.50', { currency: 'USD' }, usd],
    ['17,02 €', { currency: 'EUR' }, { cents: 1702, currency: 'EUR' }],
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
});
