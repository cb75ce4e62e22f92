import { describe, expect, it } from 'vitest';
import { marketIds } from '#core/prices/markets.ts';
import { optionalFields } from '#protocol/price-api.ts';
import type { MarketState } from '#service/market.ts';
import { parseSnapshot } from '#service/snapshot.ts';
import * as given from './small-market.ts';
import { ask, authorized, body, bytesOf, decoded, karambit, redline, service, snapshot } from './small-market.ts';

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

  it('can all be combined', async () => {
    const { items } = Object(await body(`/api/prices?fields=${optionalFields.join(',')}`));
    expect(items[redline].buff163).toEqual({ price: 1000, ...value });
    expect(items[redline].csgoroll).toEqual({ coins: 15.25, avg_7: 1010, is_inflated: false });
    expect(items[redline].liquidity).toBe(80);
  });
});

describe('The older endpoints', () => {
  it('csgoroll-prices has coins only', async () => {
    expect(await body('/api/csgoroll-prices')).toEqual({
      updated_at: given.updatedAt,
      items: { [redline]: { coins: 15.25 }, [given.coinsOnly]: { coins: 2.5 } },
    });
  });

  it('get-partner-prices has three markets, liquidity and is_inflated', async () => {
    expect(await body('/api/get-partner-prices')).toEqual({
      [redline]: { price_buff: 1000, price_uu: 950, price_csfloat: 1100, liquidity: 80, is_inflated: true },
      [karambit]: { price_buff: 120_000, price_csfloat: 119_500, liquidity: 12.5, is_inflated: false },
    });
  });
});

describe('Authentication', () => {
  it.each([
    ...[undefined, '', 'Bearer', 'Bearer ', given.key],
    ...[`Basic ${given.key}`, `Bearer ${given.key}x`, `Bearer ${given.key} x`],
  ])('refuses %j with 401', async (Authorization) => {
    for (const path of paths) {
      const response = await service().request(path, { headers: Authorization === undefined ? {} : { Authorization } });
      expect(response.status).toBe(401);
      expect(await decoded(response)).toEqual({ error: expect.stringMatching(/\w/) });
    }
  });
});

describe('Limits', () => {
  it('every response has X-RateLimit-Remaining', async () => {
    const app = service();
    const etag = (await ask(app, '/api/prices')).headers.get('ETag') ?? '';
    const answers = [
      await ask(app, '/api/prices'),
      await ask(app, '/api/prices', { 'If-None-Match': etag }),
      await ask(app, '/api/prices?min=x'),
      await ask(app, '/nothing'),
      await app.request('/api/prices', { method: 'POST', headers: authorized }),
      await app.request('/api/prices'),
      await ask(service({ market: async () => undefined }), '/api/prices'),
      await ask(service({ market: () => Promise.reject(new Error('broken')) }), '/api/prices'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 304, 400, 404, 405, 401, 503, 500]);
    for (const answer of answers) expect(answer.headers.get('X-RateLimit-Remaining')).toMatch(/^\d+$/);
  });
});

describe('Errors', () => {
  it('500 reports the error, but not to the client', async () => {
    const reported: unknown[] = [];
    const market = () => Promise.reject(new Error('secret detail'));
    const response = await ask(service({ market, report: (error) => reported.push(error) }), '/api/prices');
    expect(response.status).toBe(500);
    expect(response.headers.get('Content-Encoding')).toBe('br');
    expect(await decoded(response)).toEqual({ error: 'internal error' });
    expect(reported).toEqual([new Error('secret detail')]);
  });
});

const etagOf = async (app: ReturnType<typeof service>, path: string): Promise<string> =>
  (await ask(app, path)).headers.get('ETag') ?? '';

describe('ETag polling', () => {
  it.each([...paths, '/api/prices?markets=steam&min=5'])(
    '%s has a strong ETag that survives a restart',
    async (path) => {
      const etag = await etagOf(service(), path);
      expect(etag).toMatch(/^"[\w-]{32}"$/);
      expect(await etagOf(service(), path)).toBe(etag);
    },
  );

  it.each(paths)('%s answers 304 without a body to a matching tag', async (path) => {
    const app = service();
    const etag = await etagOf(app, path);
    for (const value of [etag, `W/${etag}`, `"other", W/"another" ,${etag}`, '*']) {
      const response = await ask(app, path, { 'If-None-Match': value });
      expect(response.status).toBe(304);
      expect(response.headers.get('ETag')).toBe(etag);
      expect(response.headers.get('Content-Encoding')).toBeNull();
      expect((await response.arrayBuffer()).byteLength).toBe(0);
    }
  });

  it('the ETag and the body change with the data', async () => {
    const first = parseSnapshot(bytesOf(snapshot));
    const items = { [karambit]: { buff163: { price: 5 } } };
    const second = parseSnapshot(bytesOf({ ...snapshot, items }));
    let state: MarketState = first;
    const app = service({ market: async () => state });
    const etag = await etagOf(app, '/api/prices');
    state = second;
    const response = await ask(app, '/api/prices', { 'If-None-Match': etag });
    expect(response.status).toBe(200);
    expect(await decoded(response)).toMatchObject({ items });
    expect(response.headers.get('ETag')).not.toBe(etag);
    expect(Object(await decoded(await ask(app, '/api/prices'))).items).not.toHaveProperty([redline]);
  });
});
