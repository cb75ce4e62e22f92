import { describe, expect, test } from 'vitest';
import { otherGame } from '#core/site.ts';
import { readFedCards } from './fed.ts';
import { siteOf } from './page.ts';

const trade = 'https://skinsmonkey.com/trade?appId=730';
const siteUrl = 'https://skinsmonkey.com/api/inventory?limit=120&offset=0&appId=730';
const userUrl = 'https://skinsmonkey.com/api/inventory/user';

const redline = 'AK-47 | Redline (Field-Tested)';
const asset = (marketName: unknown = redline, more: object = { appId: 730 }) => ({
  assetId: '1',
  item: { marketName, price: 1850 },
  ...more,
});
const card = (alt = redline, inner = '') =>
  `<div class="item-card"><img class="item-image" alt="${alt}">${inner}<div class="item-card__bottom"></div></div>`;

const read = (body: string, assets: readonly unknown[] = [asset()], url = trade) =>
  readFedCards('skinsmonkey', { url, body, answers: [[siteUrl, { assets }]] })[0];

describe('an answer', () => {
  test.each([{ appId: 730 }, { game730: { paintWear: 0.2 } }])('states CS2 by %j', (more) =>
    expect(read(card(), [asset(redline, more)])).toEqual({ item: redline, phase: undefined, kind: 'none' }),
  );

  test('states the game by a field of the item', () => {
    const item = (appId: number) => ({ item: { appId, marketName: redline } });
    expect(read(card(), [asset(redline, item(730))])).toMatchObject({ item: redline });
    expect(read(card(), [asset(redline, item(252490))])).toBe(otherGame);
  });

  test('that gives a name to two games identifies neither', () =>
    expect(read(card(), [asset(), asset(redline, { appId: 440 })])).toBeUndefined());

  test('is read from the addresses of the lists only', () => {
    const fed = (url: string) => siteOf('skinsmonkey').feeds?.filter((feed) => feed.url.test(url)).length;
    expect([siteUrl, userUrl, `${userUrl}?appId=730`].map(fed)).toEqual([1, 1, 1]);
    expect(fed('https://skinsmonkey.com/api/inventory/user/history')).toBe(0);
    expect(fed('https://evil.example/?https://skinsmonkey.com/api/inventory')).toBe(0);
  });
});

describe('a card', () => {
  test('without a row of its name is not read', () => {
    for (const alt of ['', ' ', 'AK-47 | Redline', '__proto__', 'constructor']) expect(read(card(alt))).toBeUndefined();
  });

  test('with two images of items is not read', () =>
    expect(read(card(redline, `<img class="item-image" alt="${redline}">`))).toBeUndefined());

  test('ignores images of stickers', () =>
    expect(read(card(redline, '<img alt="Sticker | Crown (Foil)">'))).toMatchObject({ item: redline }));

  test('has no price, because the printed one contains a margin', () => {
    const shop = read(
      card(redline, '<div class="item-price">$18<span>.50</span></div>'),
      [asset()],
      'https://skinsmonkey.com/market/csgo',
    );
    expect(shop).toEqual({ item: redline, phase: undefined, kind: 'ask' });
  });
});
