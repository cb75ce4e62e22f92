import { expect, test } from 'vitest';
import { ownLink } from '#prices/details/parse-market-prices.ts';
import { plainLink } from '#prices/plain-link.ts';

test.each([
  [
    'https://csfloat.com/search?market_hash_name=AK-47%20%7C%20Redline',
    'https://csfloat.com/search?market_hash_name=AK-47%20%7C%20Redline',
  ],
  ['https://buff.163.com/goods/1#tab=selling?ref=a', 'https://buff.163.com/goods/1#tab=selling?ref=a'],
  ['https://x.invalid/a?ref=us', 'https://x.invalid/a'],
  ['https://x.invalid/a?name=b&utm_source=us&ref=us&sort=c#d', 'https://x.invalid/a?name=b&sort=c#d'],
  ['https://x.invalid/a?Affiliate_Id=1&promoCode=2&prefix=3', 'https://x.invalid/a?prefix=3'],
])('%s', (link, plain) => expect(plainLink(link)).toBe(plain));

test('a market’s link is kept without them', () =>
  expect(ownLink('https://buff.163.com/goods/1?ref=us', 'buff163')).toBe('https://buff.163.com/goods/1'));
