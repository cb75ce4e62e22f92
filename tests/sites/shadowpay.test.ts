import { describe, expect, test } from 'vitest';
import { type FedPage, readFed, readFedCards } from './fed.ts';
import { readingOf } from './page.ts';

const origin = 'https://shadowpay.com';
const offers = 'https://api.shadowpay.com/api/market/get_items?limit=40';
const owned = `${origin}/api/market/inventory`;
const usd = (amount: string) => ({ cents: Number(`${amount}e2`), currency: 'USD' });

const redline = { id: 31, steam_market_hash_name: 'AK-47 | Redline (Field-Tested)', price: 11.2, price_usd: '12.34' };
const item = redline.steam_market_hash_name;

const card = (href: string, price = '') => `
  <div class="item-buy-card"><a href="${href}"></a>
    <div class="item-buy-card__sell-price">${price}</div><div class="item-buy-card__footer"></div>
  </div>`;

const readCards = (body: string, items: readonly unknown[] = [redline], rest: Partial<FedPage> = {}) =>
  readFedCards('shadowpay', { url: `${origin}/en/csgo-items`, body, answers: [[offers, { items }]], ...rest });
const read = (...page: Parameters<typeof readCards>) => readCards(...page).map(readingOf);

describe('a price', () => {
  const listing = (print: string, currency?: string, row: unknown = redline) =>
    read(card('/item/31-x', print), [row], { stored: currency ? { currency } : {} })[0]?.listing;

  test('missing in the answer is the printed one, where it is unambiguous', () => {
    const row = { ...redline, price_usd: null };
    expect(listing('€11.20\n -18%', undefined, row)).toEqual({ cents: 1120, currency: 'EUR' });
    expect(listing('11.20', 'EUR', row)).toEqual({ cents: 1120, currency: 'EUR' });
    expect(listing('$11.20', 'USD', row)).toEqual(usd('11.20'));
  });

  test('is the one of two that the card prints', () => {
    const row = { ...redline, price_market_usd: '12.90' };
    expect(listing('$12.90', 'USD', row)).toEqual(usd('12.90'));
    expect(listing('$12.34', undefined, row)).toEqual(usd('12.34'));
    expect(listing('$13.00', 'USD', row)).toBeUndefined();
    expect(listing('€11.20', 'EUR', row)).toEqual(usd('12.34'));
    expect(listing('€11.70', 'EUR', { ...row, price_market: '11.70' })).toEqual(usd('12.90'));
    expect(listing('€11.20', 'EUR', { ...row, price_market: 11.2 })).toBeUndefined();
    expect(listing('€11.60', 'EUR', row)).toBeUndefined();
    expect(listing('$12.90', 'CAD', row)).toBeUndefined();
    expect(listing('€11.20', 'EUR', { ...row, price_usd: 12.9 })).toEqual(usd('12.90'));
  });
});

describe('an item’s page', () => {
  const page = (text: string, id = 31) =>
    readFed('shadowpay', {
      url: `${origin}/en/item/${id}-ak-47-redline`,
      body: `<div class="marketplace-content">${text}</div>`,
      answers: [[offers, { items: [redline] }]],
    });

  test('is not read unless it shows the price: another version of the item has the same words', () => {
    expect(page('AK-47 Redline $112.34')).toEqual([undefined]);
    expect(page('AK-47 Redline')).toEqual([undefined]);
  });

  test('is not read while it shows the previous item, or without a row', () => {
    expect(page('AWP Asiimov $12.34')).toEqual([undefined]);
    expect(page('AK-47 Redline $12.34', 32)).toEqual([undefined]);
  });
});

describe('the user’s own items', () => {
  const src = (hash: string) => `https://community.akamai.steamstatic.com/economy/image/${hash}/330x192`;
  const own = (hash: string, text = '') => `<div class="user-inventory__items-wrapper"><div class="item-sell-card">
    <div class="item-sell-card__container"><img class="img-lazy" src="${src(hash)}">${text}</div></div></div>`;
  const named = (name: string, icon_url: unknown) => ({ steam_market_hash_name: name, icon_url });
  const sell = (body: string, inv: readonly unknown[]) =>
    readFed('shadowpay', { url: `${origin}/en/user/inventory`, body, answers: [[owned, { inv }]] });

  test.each(['<p class="parse-color-item__name">AWP Asiimov</p>Field-Tested', 'Minimal Wear', 'Fabrikneu', ''])(
    'that show %s instead of their row’s words are not read',
    (text) => expect(sell(own('abc', text), [named(item, 'abc')])).toEqual([undefined]),
  );
});
