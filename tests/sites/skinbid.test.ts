import { describe, expect, test } from 'vitest';
import { type FedPage, readFed, rowsFrom } from './fed.ts';

const origin = 'https://skinbid.com';
const search = 'https://api.skinbid.com/api/search/auctions?take=120';
const one = 'https://api.skinbid.com/api/auction/h31';
const eur = (amount: string) => ({ cents: Number(`${amount}e2`), currency: 'EUR' });

const sale = (auction: object = {}, item: object = {}, more: object = {}) => ({
  auction: {
    auctionHash: 'h31',
    sellType: 'FIXED_PRICE',
    buyNowPrice: 31.5,
    buyNowPriceEur: 27.4,
    startBidEur: 5,
    ...auction,
  },
  items: [{ item: { fullName: 'AK-47 | Redline (Field-Tested)', dopplerPhase: null, ...item } }],
  currentHighestBidEur: 0,
  ...more,
});
const redline = 'AK-47 | Redline (Field-Tested)';

const read = (body: string, sales: readonly unknown[] = [sale()], rest: Partial<FedPage> = {}) =>
  readFed('skinbid', { url: `${origin}/market`, body, answers: [[search, { items: sales }]], ...rest });

describe('an answer', () => {
  test.each([
    [{}, {}, 'ask', '27.40'],
    [{ sellType: 'AUCTION' }, { currentHighestBidEur: 12.5 }, 'bid', '12.50'],
    [{ sellType: 'AUCTION' }, {}, 'bid', '5.00'],
    [{ sellType: 'OTHER' }, {}, 'bid', '5.00'],
    [{ buyNowPriceEur: null }, {}, 'ask', undefined],
  ])('%j and %j make %s of %s', (auction, more, kind, amount) => {
    const [row] = rowsFrom('skinbid', one, sale(auction, {}, more));
    expect([row?.kind, row?.listing]).toEqual([kind, amount && eur(amount)]);
  });

  test('of several items in one sale has no row', () => {
    const { items } = sale();
    expect(rowsFrom('skinbid', one, sale({}, {}, { items: [...items, ...items] }))).toEqual([]);
  });
});

test('a sale’s own page must show the item of its address', () => {
  const page = (text: string, hash = 'h31') =>
    read(`<div><div class="image-section"></div><p class="item-title">${text}</p></div>`, [], {
      url: `${origin}/market/${hash}/x`,
      answers: [[one, sale()]],
    });
  expect(page('AK-47 Redline')).toMatchObject([{ item: redline, listing: eur('27.40') }]);
  expect(page('AWP Asiimov')).toEqual([undefined]);
  expect(page('AK-47 Redline', 'h32')).toEqual([undefined]);
});
