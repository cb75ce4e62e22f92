import { describe, expect, test } from 'vitest';
import type { Reading } from '#core/site.ts';
import { readFedCards, rowsFrom } from './fed.ts';
import { siteOf } from './page.ts';

const buy = 'https://skinflow.gg/buy';
const sell = 'https://skinflow.gg/sell';
const offersUrl = 'https://api.skinflow.gg/bots/items/trade?sort_by=date_received';
const ownUrl = 'https://api.skinflow.gg/me/inv/';

const redline = 'AK-47 | Redline (Field-Tested)';
const doppler = '★ Karambit | Doppler (Factory New)';

const offer = (more: object = {}) => ({
  realitem_id: 'r1',
  app_id: '730',
  market_hash_name: redline,
  offered: 1850,
  ...more,
});
const card = (print = '$18.50', id = 'r1') =>
  `<div class="tradeItem" id="${id}"><p class="font-medium leading-none">${print}</p></div>`;
const read = (body: string, results: readonly unknown[] = [offer()], stored: Record<string, string> = {}) =>
  readFedCards('skinflow', { url: buy, body, answers: [[offersUrl, { results }]], stored })[0];
const item = (name: string) => `<div class="itemBox"><img alt="${name}"></div>`;
const readOwn = (body: string, inventory: readonly unknown[] = [offer()]) =>
  readFedCards('skinflow', { url: sell, body, answers: [[ownUrl, { inventory }]] })[0];

const usd = { amount: '18.50', currency: 'USD' };

describe('an answer', () => {
  test.each([
    [1, 'Phase 1'],
    [4, 'Phase 4'],
    ['3', 'Phase 3'],
    [415, 'Ruby'],
    [417, 'Black Pearl'],
    [568, 'Emerald'],
    [0, undefined],
    [5, undefined],
    [9, undefined],
    [null, undefined],
    [{}, undefined],
  ])('with the phase %j tells %s', (phase, expected) => {
    const [row] = rowsFrom('skinflow', offersUrl, { results: [offer({ market_hash_name: doppler, phase })] });
    expect(row).toMatchObject({ item: doppler });
    expect(row?.phase).toBe(expected);
  });

  test('is read from the addresses of the lists only', () => {
    const fed = (url: string) => siteOf('skinflow').feeds?.filter((feed) => feed.url.test(url)).length;
    expect([offersUrl, ownUrl, 'https://api.skinflow.gg/me/inv'].map(fed)).toEqual([1, 1, 1]);
    expect(fed('https://api.skinflow.gg/me/inventory')).toBe(0);
  });
});

describe('a price', () => {
  test.each([
    ['$18.50', {}],
    ['$18.50', { currency: 'USD' }],
    ['17,02 €', { currency: 'EUR' }],
    ['$25.20', { currency: 'CAD' }],
    ['Reserved', {}],
  ])('is the answer’s beside the print %s and the setting %j', (print, stored) =>
    expect(read(card(print), [offer()], stored)).toMatchObject({ item: redline, listing: usd }),
  );

  test.each(['$18.40', '$1,850.00'])('is not read where the card prints %s', (print) => {
    const reading = read(card(print));
    expect(reading).toMatchObject({ item: redline });
    expect((reading as Reading).listing).toBeUndefined();
  });

  test('that two rows contradict is none', () =>
    expect(read(card(), [offer(), offer({ offered: 1900 })])).toMatchObject({ item: redline, listing: undefined }));
});

describe('a card', () => {
  test('without a row is not read', () => {
    for (const id of ['r2', '', '__proto__']) expect(read(card('$18.50', id))).toBeUndefined();
  });

  test('of a row with two names is not read', () =>
    expect(read(card(), [offer(), offer({ market_hash_name: 'AWP | Asiimov (Field-Tested)' })])).toBeUndefined());

  test('of an own item has no phase, because the user may own several', () => {
    const owned = [offer({ market_hash_name: doppler, phase: 1 }), offer({ market_hash_name: doppler, phase: 2 })];
    expect(readOwn(item(`${doppler} icon`), owned)).toEqual({ item: doppler, kind: 'none' });
  });

  test.each([redline, 'icon', ' icon', 'AK-47 | Redline icon', ''])('to sell with the text %j is not read', (alt) =>
    expect(readOwn(item(alt))).toBeUndefined(),
  );
});
