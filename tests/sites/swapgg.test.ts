import { describe, expect, test } from 'vitest';
import { otherGame } from '#core/site.ts';
import { readFedCards } from './fed.ts';
import { siteOf } from './page.ts';

const page = 'https://swap.gg/trade';
const siteUrl = 'https://swap.gg/api/inventory/site';
const redline = 'AK-47 | Redline (Field-Tested)';

const item = (product: object = {}, metadata: object = {}) => ({
  product: { name: redline, category: 'CSGO', ...product },
  price: 1850,
  metadata,
});
const card = (alt = redline, inner = '') =>
  `<div class="vue-recycle-scroller__item-view"><div class="group aspect-square"><img alt="${alt}">${inner}</div></div>`;
const read = (body: string, items: readonly unknown[] = [item()], url = page) =>
  readFedCards('swapgg', { url, body, answers: [[siteUrl, { data: { items } }]] })[0];

describe('an answer', () => {
  test.each([
    ['the category CS2', { category: 'CS2' }, {}],
    ['the category CSGO', { category: 'CSGO' }, {}],
    ['a wear value', { category: 'GAME_1' }, { CS_FLOAT: 0.2 }],
    ['a paint index', { category: undefined }, { CS_PAINT_INDEX: 1 }],
  ])('states CS2 by %s', (_, product, metadata) =>
    expect(read(card(), [item(product, metadata)])).toEqual({ item: redline, phase: undefined, kind: 'none' }),
  );

  test.each(['RUST', 'DOTA2', 'TF2'])('states another game by the category %s', (category) =>
    expect(read(card(), [item({ category }, { CS_FLOAT: 0.2 })])).toBe(otherGame),
  );

  test.each([{ category: 'GAME_1' }, { category: undefined }, { category: 7 }, { category: '' }])(
    'without a known game is not read: %j',
    (product) => expect(read(card(), [item(product)])).toBeUndefined(),
  );

  test('is read from the addresses of the lists only', () => {
    const fed = (url: string) => siteOf('swapgg').feeds?.filter((feed) => feed.url.test(url)).length;
    expect([siteUrl, 'https://swap.gg/api/inventory/user'].map(fed)).toEqual([1, 1]);
    expect(fed('https://swap.gg/api/inventory/sites')).toBe(0);
    expect(fed('https://swap.gg.evil.example/api/inventory/site')).toBe(0);
  });
});

describe('a card', () => {
  test('with two names is not read', () =>
    expect(read(card(redline, '<img alt="Sticker | Crown (Foil)">'))).toBeUndefined());

  test('ignores images without a name', () =>
    expect(read(card(redline, '<img alt=""><img>'))).toMatchObject({ item: redline }));

  test('without a row is not read', () => {
    for (const alt of ['', 'AK-47 | Redline', '__proto__']) expect(read(card(alt))).toBeUndefined();
  });
});
