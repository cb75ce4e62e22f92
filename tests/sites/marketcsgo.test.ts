import { describe, expect, test } from 'vitest';
import { normaliseName, phases } from '#core/items/names.ts';
import { everyName, lost } from '../core/every-name.ts';
import { readFed, readFedCards } from './fed.ts';
import { readAll } from './page.ts';

const origin = 'https://market.csgo.com';
const redline = 'AK-47 | Redline (Field-Tested)';
const doppler = '★ Karambit | Doppler (Factory New)';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
const link = (name: string) => `/en/Rifle/AK-47/${encodeURIComponent(name)}`;

const card = (name: string, { href = link(name), price = '$12.345', phase = '' } = {}) => `
  <a title="${escaped(name)}" href="${href}"><div class="item-container">
    <div class="phase"><span>${phase}</span></div><div class="price"><span>${price}</span><span>-8%</span></div></div></a>`;

const info = (hash: string, rest = '') =>
  `<div class="item-info"><h1 class="name"><span data-hash="${escaped(hash)}">x</span></h1>${rest}</div>`;

const read = (body: string, path = '/en/') => readAll('marketcsgo', origin + path, body)[0];

const filters = (current: unknown) => JSON.stringify({ currencies: { current } });
const listing = (price: string, path: string, stored: Record<string, string>) =>
  readFed('marketcsgo', { url: origin + path, body: card(redline, { price }), stored })[0]?.listing;

describe('a name', () => {
  const plain = /^[\w\s★™|()&'.-]+$/;
  const names = everyName.filter((name, index) => index % 40 === 0 || !plain.test(name));

  // A document for each name would take a quarter of a minute.
  const cardsOfPage = 100;

  test('is read from a card and from its own page', () => {
    const cards = new Map(names.map((name) => [name, undefined as string | undefined]));
    for (let from = 0; from < names.length; from += cardsOfPage) {
      const page = names.slice(from, from + cardsOfPage);
      const readings = readAll('marketcsgo', `${origin}/en/`, page.map((name) => card(name)).join(''));
      for (const [at, name] of page.entries()) cards.set(name, readings[at]?.item);
    }
    expect(lost(names, normaliseName, (name) => cards.get(name))).toEqual([]);
    const few = names.filter((_, index) => index % 50 === 0);
    expect(lost(few, normaliseName, (name) => readOne(info(name), link(name)))).toEqual([]);
  });

  const readOne = (body: string, path: string) => read(body, path)?.item;

  test('must equal the name in the address, if there is one', () => {
    expect(read(card(redline, { href: link('AK-47 | Redline (Minimal Wear)') }))).toBeUndefined();
    expect(read(card(redline, { href: '/en/product/Rifle/12345' }))).toBeUndefined();
    for (const href of [`/en//AK-47/${encodeURIComponent(redline)}`, `/en/Rifle//${encodeURIComponent(redline)}`])
      expect([read(card(redline, { href }))?.item, read(info(redline), href)?.item]).toEqual([redline, redline]);
    expect(read(card(redline, { href: `/en/${encodeURIComponent(redline)}` }))?.item).toBe(redline);
    expect(read(card(redline, { href: `${origin}${link(redline)}?id=1#x` }))?.item).toBe(redline);
    expect(read(card(redline, { href: link(encodeURIComponent(redline)) }))?.item).toBe(redline);
    expect(read(card(redline, { href: '/en/Rifle/AK-47/%E0%A4%A' }))).toBeUndefined();
  });

  test.each(['', ' ', '<b>x</b>', 'x'.repeat(300)])('is not read from %j', (name) => {
    expect(read(card(name))).toBeUndefined();
    expect(read(info(name), '/en/Rifle/AK-47/x')).toBeUndefined();
  });

  test('is not read from a page with two names', () =>
    expect(
      read(info(redline).replace('</h1>', `<span data-hash="${doppler}"></span></h1>`), '/en/Rifle/AK-47/x'),
    ).toBeUndefined());
});

describe('a phase', () => {
  test.each(phases)('%s is read beside a Doppler only', (phase) => {
    const spelled = phase.toLowerCase().replace(' ', '');
    expect(read(card(doppler, { phase: spelled }))).toMatchObject({ item: doppler, phase });
    expect(read(card(redline, { phase: spelled }))?.phase).toBeUndefined();
    expect(read(card('CZ75-Auto | Emerald (Factory New)', { phase: spelled }))?.phase).toBeUndefined();
    const page = info(doppler, `<h4 class="desc">Phase</h4><div>${phase}</div>`);
    expect(read(page, link(doppler))).toMatchObject({ item: doppler, phase });
  });
});

describe('a price', () => {
  test('of an item’s page is none that BetterFloat puts beside it', () => {
    const price = '<div class="price"><span>$12.34</span><div><span>+$1.23 </span><span>(98.2%)</span></div></div>';
    const stored = { 'FiltersFILTERS-en': filters('USD') };
    const [item] = readFed('marketcsgo', { url: origin + link(redline), body: info(redline, price), stored });
    expect(item?.listing).toEqual({ cents: 1234, currency: 'USD' });
  });

  test('uses the older storage key where the newer one is missing', () =>
    expect(listing('$12.345', '/en/', { currency: 'USD' })).toEqual({ cents: 1234.5, currency: 'USD' }));

  test.each([
    ['a language whose decimal sign is not known', '12,345 ₽', '/ru/', { 'FiltersFILTERS-ru': filters('RUB') }],
    ['a $ without a currency', '$12.34', '/en/', {}],
    ['a currency that the print denies', '$12.34', '/en/', { 'FiltersFILTERS-en': filters('EUR') }],
    ['another language’s settings', '$12.34', '/en/', { 'FiltersFILTERS-ru': filters('USD') }],
    ['broken settings', '$12.34', '/en/', { 'FiltersFILTERS-en': '{' }],
    ['a currency that is none', '$12.34', '/en/', { 'FiltersFILTERS-en': filters('<b>'), currency: 'USD' }],
    ['the other decimal sign', '$12,34', '/en/', { 'FiltersFILTERS-en': filters('USD') }],
    ['two amounts', '$1.23</span><span>$12.34', '/en/', { 'FiltersFILTERS-en': filters('USD') }],
  ])('is not read from %s', (_, price, path, stored) => expect(listing(price, path, { ...stored })).toBeUndefined());
});

describe('an answer', () => {
  const api = `${origin}/api/graphql?lang=en`;
  const row = (more: object = {}) => ({
    id: null,
    market_hash_name: redline,
    phase: '',
    price: 1868.607,
    currency: 'USD',
    ...more,
  });
  const answer = (...rows: readonly object[]) => ({ data: { items: { data: rows } } });
  const readAfter = (body: string, path: string, ...rows: readonly object[]) =>
    readFedCards('marketcsgo', { url: origin + path, body, answers: [[api, answer(...rows)]] })[0];

  test('names a card whose address does not', () => {
    const product = { href: '/en/product/Rifle/12345' };
    expect(readAfter(card(redline, product), '/en/', row())).toMatchObject({ item: redline });
    expect(readAfter(card(redline, product), '/en/', row({ market_hash_name: doppler }))).toBeUndefined();
  });

  test('has the price whose digits a card prints where its decimal sign or its currency is not known', () => {
    const priced = { listing: { cents: 186860.7, currency: 'USD' } };
    const none = { listing: undefined };
    expect(readAfter(card(redline, { price: '1 868,607' }), '/ru/', row())).toMatchObject(priced);
    expect(readAfter(card(redline, { price: '$1,868.607' }), '/en/', row())).toMatchObject(priced);
    expect(readAfter(card(redline, { price: '$1,868.60' }), '/en/', row())).toMatchObject(none);
    expect(readAfter(card(doppler, { price: '$1,868.607' }), '/en/', row())).toMatchObject(none);
    const ruby = row({ market_hash_name: doppler, phase: 'ruby' });
    expect(readAfter(card(doppler, { price: '1 868,607', phase: 'ruby' }), '/ru/', ruby)).toMatchObject(priced);
    expect(readAfter(card(doppler, { price: '1 868,607', phase: 'phase1' }), '/ru/', ruby)).toMatchObject(none);
    const twins = [row({ price: 12.34 }), row({ price: 1.234 })];
    expect(readAfter(card(redline, { price: '1,234' }), '/ru/', ...twins)).toMatchObject(none);
  });
});
