import { describe, expect, test } from 'vitest';
import { saysSold } from '#sites/reading/sold-words.ts';
import { cardsOfSample, documentAt, readingOf } from './page.ts';

/** The readings of a sample page whose text was changed. */
const readPage = (...of: Parameters<typeof cardsOfSample>) =>
  cardsOfSample(...of).flatMap(({ read }) => readingOf(read) ?? []);

const replace = (pattern: RegExp, by: string) => (html: string) => html.replace(pattern, by);
const state = (before: string, field: string) => replace(new RegExp(`(?="${before}":)`, 'g'), `${field},`);
const words = replace(/<\/(?:span|strong|div|b)>(?=\s*<\/(?:div|a|td)>)/g, '$&<i>Sold</i>');

test.each([
  ['skinport', 'market', state('salePrice', '"saleStatus":"sold"'), state('salePrice', '"saleStatus":"listed"')],
  ['skinport', 'market', replace(/(<div class="ItemPreview-price">)/g, '<i class="ItemPreview-status"></i>$1')],
  ['csfloat', 'item with a panel', state('price', '"state":"sold"'), state('price', '"state":"listed"')],
  ['dmarket', 'market', state('itemId', '"status":"sold"'), state('itemId', '"status":"active"')],
  [
    'shadowpay',
    'list',
    state('floatvalue', '"time_finished":"2026-11-01"'),
    state('floatvalue', '"time_finished":null'),
  ],
  ['buff163', 'favourites', replace(/<a class="btn-buy-order".*?<\/a>/g, '')],
  ['csgoempire', 'market', replace(/class="item-card"/g, 'class="item-card item-card__disabled"')],
  ['whitemarket', 'market', words],
  ['waxpeer', 'list', words],
])('%s, %s: what is sold keeps its item and has no listing', (site, page, sell, keep?: (html: string) => string) => {
  const before = readPage(site, page, keep);
  const after = readPage(site, page, sell);
  expect(before.filter(({ listing }) => listing).length).toBeGreaterThan(3);
  expect(after.map(({ item }) => item)).toEqual(before.map(({ item }) => item));
  const sold = after.filter((_, at) => before[at]?.listing);
  expect(sold.filter(({ listing, printed, kind }) => listing || printed || kind !== 'none')).toEqual([]);
});

test('the user’s own listings are marked where no price of the market is known, too', () =>
  expect(readPage('skinport', 'inventory').filter(({ own, listing }) => own && listing)).toHaveLength(2));

test.each([
  ['buff163', 'list'],
  ['steam', 'search'],
  ['dmarket', 'market'],
  ['skinport', 'market'],
])('%s, %s: what others offer is not', (site, page) =>
  expect(readPage(site, page).filter(({ own }) => own)).toEqual([]),
);

describe('the words of a card', () => {
  const says = (html: string) => saysSold(documentAt('https://example.com/', html).body);

  test.each(['Sold', 'SOLD OUT', 'Reserved', 'In trade', 'Verkauft', 'Vendido', 'Продано', '已售出', '交易中'])(
    '%s alone says that nobody can buy it',
    (word) => expect(says(`<div>AK-47 <span> ${word} </span></div>`)).toBe(true),
  );

  test.each(['Recently sold 12', 'Souvenir Package', 'Soldier', 'Sold by nightshift', 'In cart', 'AWP | Reserved'])(
    '%s does not',
    (text) => expect(says(`<div><span>${text}</span></div>`)).toBe(false),
  );
});
