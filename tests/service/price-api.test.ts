import { describe, expect, it } from 'vitest';
import { marketIds } from '#core/prices/markets.ts';
import { optionalFields } from '#protocol/price-api.ts';
import * as given from './small-market.ts';
import { ask, body, decoded, karambit, namesIn, redline, service } from './small-market.ts';

const paths = ['/api/prices', '/api/csgoroll-prices', '/api/get-partner-prices'];

describe('Transport rules', () => {
  it.each(['identity', 'gzip', 'zstd, *;q=0', undefined])(
    'every body is brotli when the client accepts %s',
    async (accept) => {
      for (const path of [...paths, '/api/prices?fields=nonsense', '/nothing']) {
        const response = await ask(service(), path, accept ? { 'Accept-Encoding': accept } : {});
        expect(response.headers.get('Content-Encoding')).toBe('br');
        expect(response.headers.get('Content-Type')).toBe('application/json');
        expect(await decoded(response)).toBeTypeOf('object');
      }
    },
  );
});

describe('Prices response', () => {
  it('has the time, the markets and the items', async () => {
    expect(await body('/api/prices?markets=buff163,csfloat')).toEqual({
      updated_at: given.updatedAt,
      markets: ['buff163', 'csfloat'],
      items: {
        [redline]: { buff163: { price: 1000 }, csfloat: { price: 1100 } },
        [karambit]: { buff163: { price: 120_000 }, csfloat: { price: 119_500 } },
      },
    });
  });

  it('has all 13 markets without the parameter', async () => {
    expect(await body('/api/prices')).toEqual({
      updated_at: given.updatedAt,
      markets: marketIds,
      items: {
        [redline]: {
          buff163: { price: 1000 },
          youpin: { price: 950 },
          csfloat: { price: 1100 },
          csgoroll: { coins: 15.25 },
        },
        [karambit]: { buff163: { price: 120_000 }, csfloat: { price: 119_500 } },
        [given.coinsOnly]: { csgoroll: { coins: 2.5 } },
        [given.steamOnly]: { steam: { price: 30 } },
      },
    });
    expect(marketIds).toHaveLength(13);
  });

  it('has coins for csgoroll', async () => {
    expect(await body('/api/prices?markets=csgoroll')).toMatchObject({
      markets: ['csgoroll'],
      items: { [redline]: { csgoroll: { coins: 15.25 } } },
    });
  });
});

describe('Optional fields', () => {
  const value: Readonly<Record<string, unknown>> = {
    avg_30: 1030,
    avg_7: 1007.5,
    count: 12,
    is_inflated: false,
    updated_at: '2026-11-20T10:25:00.000Z',
    link: 'https://buff.163.com/goods/1',
  };

  it.each(Object.keys(value))('%s adds itself to the entries, and nothing else', async (field) => {
    expect(await body(`/api/prices?markets=buff163&fields=${field}`)).toMatchObject({
      items: { [redline]: { buff163: { price: 1000, [field]: value[field] } } },
    });
    const { items } = Object(await body(`/api/prices?markets=buff163&fields=${field}`));
    expect(Object.keys(items[redline].buff163)).toEqual(['price', field]);
    expect(items[redline]).not.toHaveProperty('liquidity');
  });

  it('liquidity belongs to the item', async () => {
    const { items } = Object(await body('/api/prices?markets=buff163&fields=liquidity'));
    expect(items[redline]).toEqual({ buff163: { price: 1000 }, liquidity: 80 });
    expect(items[karambit].liquidity).toBe(12.5);
  });

  it('can all be combined', async () => {
    const { items } = Object(await body(`/api/prices?fields=${optionalFields.join(',')}`));
    expect(items[redline].buff163).toEqual({ price: 1000, ...value });
    expect(items[redline].csgoroll).toEqual({ coins: 15.25, avg_7: 1010, is_inflated: false });
    expect(items[redline].liquidity).toBe(80);
  });
});

describe('min and max', () => {
  it.each([
    ['markets=buff163,youpin,csfloat&min=950', [redline, karambit]],
    ['markets=buff163,youpin,csfloat&min=951', [karambit]],
    ['markets=buff163&min=951', [redline, karambit]],
    ['markets=buff163,youpin&max=950', [redline]],
    ['markets=buff163,youpin&max=949', []],
    ['markets=buff163,csfloat&min=1000&max=119500', [redline, karambit]],
    ['markets=buff163,csfloat&min=1000&max=119499.5', [redline]],
    ['max=30', [given.steamOnly]],
  ])('%s compares with the lowest price of the selected markets', async (query, names) => {
    expect(await namesIn(`/api/prices?${query}`)).toEqual(names);
  });
});

describe('400', () => {
  it.each([
    'markets=merchant',
    'markets=unknown',
    'markets=buff163,merchant',
    'fields=price',
    'fields=liquidity,nonsense',
    'min=cheap',
    'max=1,5',
    'min=10&max=10a',
  ])('answers %s', async (query) => {
    const response = await ask(service(), `/api/prices?${query}`);
    expect(response.status).toBe(400);
    expect(await decoded(response)).toEqual({ error: expect.stringMatching(/\w/) });
  });

  it('answers bad bounds of csgoroll-prices', async () => {
    expect((await ask(service(), '/api/csgoroll-prices?min=x')).status).toBe(400);
  });
});

describe('The older endpoints', () => {
  it('csgoroll-prices has coins only', async () => {
    expect(await body('/api/csgoroll-prices')).toEqual({
      updated_at: given.updatedAt,
      items: { [redline]: { coins: 15.25 }, [given.coinsOnly]: { coins: 2.5 } },
    });
  });

  it.each([
    ['min=2.5', [redline, given.coinsOnly]],
    ['min=2.51', [redline]],
    ['max=15.25', [redline, given.coinsOnly]],
    ['min=2&max=15', [given.coinsOnly]],
  ])('csgoroll-prices bounds coins: %s', async (query, names) => {
    expect(await namesIn(`/api/csgoroll-prices?${query}`)).toEqual(names);
  });

  it('get-partner-prices has three markets, liquidity and is_inflated', async () => {
    expect(await body('/api/get-partner-prices')).toEqual({
      [redline]: { price_buff: 1000, price_uu: 950, price_csfloat: 1100, liquidity: 80, is_inflated: true },
      [karambit]: { price_buff: 120_000, price_csfloat: 119_500, liquidity: 12.5, is_inflated: false },
    });
  });
});
