import { expect, test } from 'vitest';
import { type FedPage, readFedCards } from './fed.ts';

const origin = 'https://bitskins.com';
const list = 'https://api.bitskins.com/market/search/730';
const one = 'https://api.bitskins.com/market/search/get';
const usd = (amount: string) => ({ cents: Number(`${amount}e2`), currency: 'USD' });

const redline = { id: '31', name: 'AK-47 | Redline (Field-Tested)', price: 31_200, suggested_price: 40_000 };

const read = (body: string, rest: Partial<FedPage> = {}) =>
  readFedCards('bitskins', { url: `${origin}/market/cs2`, body, answers: [[list, { list: [redline] }]], ...rest });

test('an item’s own page must show the item of its address', () => {
  const page = (text: string, url = `${origin}/item/cs2/31/ak-47-redline`) =>
    read(`<div id="item-page"><div id="info"><div class="item-info">${text}</div></div></div>`, {
      url,
      answers: [[one, redline]],
    });
  expect(page('AK-47 Redline Field-Tested')).toMatchObject([{ item: redline.name, listing: usd('31.20') }]);
  expect(page('AK-47 Redline Minimal Wear')).toEqual([undefined]);
  expect(page('AWP Asiimov')).toEqual([undefined]);
  expect(page('AK-47 Redline', `${origin}/item/cs2/32/x`)).toEqual([undefined]);
});
