import { expect, test } from 'vitest';
import { plainLink } from '#content/panel-link.ts';

test.each([
  [
    'https://csfloat.com/search?market_hash_name=AK-47%20%7C%20Redline',
    'https://csfloat.com/search?market_hash_name=AK-47%20%7C%20Redline',
  ],
  ['https://buff.163.com/goods/1#tab=selling?ref=a', 'https://buff.163.com/goods/1#tab=selling?ref=a'],
  ['https://x.invalid/a?ref=us', 'https://x.invalid/a'],
  ['https://x.invalid/a?name=b&utm_source=us&ref=us&sort=c#d', 'https://x.invalid/a?name=b&sort=c#d'],
  ['https://x.invalid/a?Affiliate_Id=1&promoCode=2&prefix=3', 'https://x.invalid/a?prefix=3'],
  [undefined, undefined],
])('%s', (link, plain) => expect(plainLink(link)).toBe(plain));
