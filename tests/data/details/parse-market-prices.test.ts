import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Detail } from '#core/prices/detail.ts';
import type { MarketId } from '#core/prices/markets.ts';
import { withNames } from '#data/catalogue/pack-table.ts';
import { findDetails, saveDetails } from '#data/details/detail-store.ts';
import { createMarketOffers } from '#data/details/market-details.ts';
import { linkReader, marketLink, parseMarketPrices, withoutReferralTags } from '#data/details/parse-market-prices.ts';
import { makeStore } from '../memory-store.ts';
import { tableOfNames } from '../table-of.ts';

const item = '★ Karambit | Doppler (Factory New)';
const updated_at = '2026-11-20T10:00:00.000Z';

describe('a response for one market', () => {
  const one = (entry: unknown) =>
    parseMarketPrices(
      { updated_at, markets: ['buff163'], items: { [item]: { buff163: entry } } },
      'buff163',
      Date.now(),
    ).details.get(item);

  test('has no price for a price of 0', () => expect(one({ price: 0 })).toBeUndefined());

  test.each([{ price: '5' }, { price: 1.5 }, { price: -3 }, { price: 5, count: 'x' }])(
    'is refused with the entry %j',
    (entry) => expect(() => one(entry)).toThrow('do not fit'),
  );

  test.each([
    [null],
    [{ items: {} }],
    [{ updated_at: 'never', markets: [], items: { a: {} } }],
    [{ updated_at, markets: [], items: {} }],
    [{ updated_at, markets: [], items: { a: {} } }],
    [{ updated_at, markets: [], items: { error: { code: { price: -1 } } } }],
    [{ updated_at, markets: [], items: { data: { [item]: { buff163: { price: 1 } } } } }],
  ])('is refused whole: %j', (whole) => expect(() => parseMarketPrices(whole, 'buff163', Date.now())).toThrow());
});

test('a time without a zone is UTC, wherever the user is', () => {
  vi.stubEnv('TZ', 'America/Los_Angeles');
  onTestFinished(() => void vi.unstubAllEnvs());
  const bare = { updated_at: '2026-11-20T10:00:00' };
  const items = { [item]: { buff163: { price: 1, ...bare } } };
  const { updatedAt, details } = parseMarketPrices({ ...bare, markets: [], items }, 'buff163', Date.now());
  expect([updatedAt, details.get(item)?.updatedAt]).toEqual([Date.parse(updated_at), Date.parse(updated_at)]);
});

describe('a link of a market', () => {
  test.each<[string, MarketId, boolean]>([
    ['https://buff.163.com/goods/1', 'buff163', true],
    ['https://www.csgoroll.com/x', 'csgoroll', true],
    ['http://buff.163.com/goods/1', 'buff163', false],
    ['https://buff.163.com.evil.example/', 'buff163', false],
    ['https://evil.example/?buff.163.com', 'buff163', false],
    ['https://user@buff.163.com/', 'buff163', false],
    ['https://evilcsgoroll.com/', 'csgoroll', false],
    ['javascript:alert(1)', 'buff163', false],
    ['', 'buff163', false],
  ])('%s of %s is kept: %s', (link, market, isKept) => expect(marketLink(link, market) !== undefined).toBe(isKept));

  test.each([
    [
      'https://csfloat.com/search?market_hash_name=AK-47%20%7C%20Redline',
      'https://csfloat.com/search?market_hash_name=AK-47%20%7C%20Redline',
    ],
    ['https://buff.163.com/goods/1#tab=selling?ref=a', 'https://buff.163.com/goods/1#tab=selling?ref=a'],
    ['https://x.invalid/a?ref=us', 'https://x.invalid/a'],
    ['https://x.invalid/a?name=b&utm_source=us&ref=us&sort=c#d', 'https://x.invalid/a?name=b&sort=c#d'],
    ['https://x.invalid/a?r%65f=us&%75tm_source=us&name=b%26c&bad=%', 'https://x.invalid/a?name=b%26c&bad=%'],
    ['https://x.invalid/a?Affiliate_Id=1&promoCode=2&prefix=3', 'https://x.invalid/a?prefix=3'],
  ])('%s loses its referral tags', (link, plain) => expect(withoutReferralTags(link)).toBe(plain));

  test.each([
    '/a/../b',
    '/%2e%2E/x',
    '/%2e%2E',
    '/..',
    '/a/%2e/b',
    "/a'b?c='d",
    "/a'b#c'd",
    '/a b',
    '\\x',
    ':443/x',
    '/é?ü',
    '/x?a=%ZZ&ref=us',
    '/x??ref=us&+ref=us',
    '?x',
    '//x#a?b#c',
    '/a|b"<c>`{d}^',
  ])('https://csfloat.com%s is written as a parser of addresses writes it', (rest) => {
    const link = `https://csfloat.com${rest}`;
    expect(marketLink(link, 'csfloat')).toBe(withoutReferralTags(new URL(link).href));
  });

  test.each(['..', '%2e%2e', "b'c", 'b&ref=us', 'b?ref=us', 'b/../c', 'b c', 'é', '%E2%98%85%20Bayonet', ''])(
    'that ends with %s is read behind others as alone',
    (end) => {
      for (const head of ['/', '/a/', '/x?a=', '/x#a=', '/x?ref='].map((path) => `https://csfloat.com${path}`)) {
        const read = linkReader('csfloat');
        read(`${head}plain`);
        expect(read(head + end)).toBe(marketLink(head + end, 'csfloat'));
      }
    },
  );

  test('is kept without referral tags', () =>
    expect(marketLink('https://buff.163.com/goods/1?ref=us', 'buff163')).toBe('https://buff.163.com/goods/1'));
});

const asOf = Date.parse('2026-11-26T10:00:00Z');
const [redline, howl] = ['AK-47 | Redline (Field-Tested)', 'M4A4 | Howl (Minimal Wear)'];

test('items have what the chosen markets tell of them, in cents with fractions', async () => {
  const store = makeStore();
  const table = tableOfNames([redline, howl], 1000);
  const save = (market: MarketId, detail: Detail) => {
    const numbered = withNames(table, [redline]);
    return saveDetails(store, market, new Map([[redline, detail]]), numbered, { relay: '', updatedAt: asOf, items: 1 });
  };
  await save('dmarket', { price: 2450, inflated: true, updatedAt: asOf - 60_000 });
  await save('csgoroll', { price: 40.004, inflated: false });
  await save('csfloat', { price: 1, inflated: false, count: 7, avg7: 2 });
  const markets: readonly MarketId[] = ['csfloat', 'dmarket', 'csgoroll', 'skins'];
  const told = (coinUsd: number | null) =>
    createMarketOffers({
      findMany: (names, of) => findDetails(store, of, table, names, false),
      settings: async () => ({ markets, coinUsd }),
      table: async () => undefined,
      quotesWithoutUse: async () => ({}),
    }).ofItems([howl, redline]);
  const coins = { market: 'csgoroll', asOf, coins: 40.004 };
  expect(await told(0.6)).toEqual([
    [
      { market: 'dmarket', asOf },
      { market: 'csgoroll', asOf },
    ],
    [
      { market: 'dmarket', cents: 2450, flagged: 'own', asOf: asOf - 60_000 },
      { ...coins, cents: 40.004 * 0.6 * 100 },
    ],
  ]);
  expect((await told(null))[1]).toContainEqual(coins);
});
