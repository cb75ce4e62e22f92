import { describe, expect, test } from 'vitest';
import { siteOf } from './page.ts';

const siteUrl = 'https://swap.gg/api/inventory/site';

describe('an answer', () => {
  test('is read from the addresses of the lists only', () => {
    const fed = (url: string) => siteOf('swapgg').feeds?.filter((feed) => feed.url.test(url)).length;
    expect([siteUrl, 'https://swap.gg/api/inventory/user'].map(fed)).toEqual([1, 1]);
    expect(fed('https://swap.gg/api/inventory/sites')).toBe(0);
    expect(fed('https://swap.gg.evil.example/api/inventory/site')).toBe(0);
  });
});
