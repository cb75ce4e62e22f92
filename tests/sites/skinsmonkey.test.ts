import { describe, expect, test } from 'vitest';
import { readFedCards } from './fed.ts';

const trade = 'https://skinsmonkey.com/trade?appId=730';
const siteUrl = 'https://skinsmonkey.com/api/inventory?limit=120&offset=0&appId=730';

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
  test('that gives a name to two games identifies neither', () =>
    expect(read(card(), [asset(), asset(redline, { appId: 440 })])).toBeUndefined());
});

describe('a card', () => {
  test('ignores images of stickers', () =>
    expect(read(card(redline, '<img alt="Sticker | Crown (Foil)">'))).toMatchObject({ item: redline }));
});
