import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { marketIds } from '#core/prices/markets.ts';
import * as given from './small-market.ts';
import {
  ask,
  authorized,
  body,
  coinsOnly,
  decoded,
  karambit,
  namesIn,
  redline,
  service,
  steamOnly,
} from './small-market.ts';

const statusOf = async (path: string): Promise<number> => (await ask(service(), path)).status;
const etagOf = async (path: string): Promise<string | null> => (await ask(service(), path)).headers.get('ETag');
const marketsOf = async (query: string): Promise<unknown> => Object(await body(`/api/prices?${query}`)).markets;

describe('Decisions: parameters', () => {
  it('1. names are trimmed and case-sensitive, empty entries and duplicates are ignored', async () => {
    expect(await marketsOf('markets=%20buff163%20,,buff163,%09steam,')).toEqual(['buff163', 'steam']);
    expect(await body('/api/prices?markets=buff163&fields=%20count,,count')).toEqual(
      await body('/api/prices?markets=buff163&fields=count'),
    );
    for (const bad of ['markets=BUFF163', 'markets=Steam', 'fields=Link', 'fields=avg%207']) {
      expect(await statusOf(`/api/prices?${bad}`)).toBe(400);
    }
  });

  it('2. an empty list counts as omitted, a repeated list is joined', async () => {
    for (const query of ['markets=', 'markets=,%20,', 'markets&fields'])
      expect(await marketsOf(query)).toEqual(marketIds);
    expect(await body('/api/prices?fields=')).toEqual(await body('/api/prices'));
    expect(await marketsOf('markets=csfloat&markets=buff163')).toEqual(['buff163', 'csfloat']);
  });

  it('3. markets stand in the order of the specification', async () => {
    expect(await marketsOf('markets=csgoroll,csfloat,buff163')).toEqual(['buff163', 'csfloat', 'csgoroll']);
    const { items } = Object(await body('/api/prices?markets=csfloat,youpin,buff163'));
    expect(Object.keys(items[redline])).toEqual(['buff163', 'csfloat', 'youpin']);
  });

  it('4. a number is a finite decimal', async () => {
    for (const good of ['1000', '%201000%20', '%2B1e3', '1000.', '1.0E%2B3', '.1e4']) {
      expect(await namesIn(`/api/prices?markets=buff163&max=${good}`)).toEqual([redline]);
    }
    expect(await namesIn('/api/prices?markets=buff163&min=-5.5')).toEqual([redline, karambit]);
    expect(await namesIn('/api/prices?markets=buff163&min=120000&max=120000')).toEqual([karambit]);
    for (const bad of ['', '%20', '0x10', 'Infinity', 'NaN', '1e999', '1_000', '.', '1000&max=1000', '--1']) {
      expect(await statusOf(`/api/prices?max=${bad}`)).toBe(400);
      expect(await statusOf(`/api/csgoroll-prices?max=${bad}`)).toBe(400);
    }
  });

  it('5. min over max gives no items', async () => {
    expect(await body('/api/prices?markets=steam&min=31&max=29')).toEqual({
      updated_at: given.updatedAt,
      markets: ['steam'],
      items: {},
    });
    expect(await namesIn('/api/csgoroll-prices?min=3&max=2')).toEqual([]);
  });

  it('6. unknown parameters are ignored', async () => {
    expect(await body('/api/prices?market=merchant&Min=x&_=1')).toEqual(await body('/api/prices'));
    const partner = await body('/api/get-partner-prices');
    expect(await body('/api/get-partner-prices?min=x&markets=merchant')).toEqual(partner);
    expect(await body('/api/csgoroll-prices?markets=merchant')).toEqual(await body('/api/csgoroll-prices'));
  });
});

describe('Decisions: items', () => {
  it('7. a market without a price has no key', async () => {
    const { items } = Object(await body('/api/prices'));
    expect(items[steamOnly]).toEqual({ steam: { price: 30 } });
  });

  it('8. an item without a selected market is left out, liquidity or not', async () => {
    expect(await namesIn('/api/prices?markets=steam,skins&fields=liquidity')).toEqual([steamOnly]);
    expect(await namesIn('/api/prices?fields=liquidity')).not.toContain(given.nowhere);
  });

  it('9. with a bound, an item without a price in cents is dropped', async () => {
    expect(await namesIn('/api/prices?markets=steam,csgoroll')).toEqual([redline, coinsOnly, steamOnly]);
    for (const bounds of ['min=0', 'max=1000000000', 'min=-1&max=1e12']) {
      expect(await namesIn(`/api/prices?markets=steam,csgoroll&${bounds}`)).toEqual([steamOnly]);
      expect(await namesIn(`/api/prices?markets=csgoroll&${bounds}`)).toEqual([]);
    }
  });

  it('10. a bound keeps whole items', async () => {
    const { items } = Object(await body('/api/prices?max=950'));
    expect(Object.keys(items[redline])).toEqual(['buff163', 'csfloat', 'youpin', 'csgoroll']);
  });

  it('11. an unknown field is absent', async () => {
    const { items } = Object(await body('/api/prices?fields=link,avg_7,liquidity'));
    expect(items[karambit].buff163).toEqual({ price: 120_000, avg_7: 120_007.5 });
    expect(items[redline].csgoroll).toEqual({ coins: 15.25, avg_7: 1010 });
    expect(items[steamOnly]).toEqual({ steam: { price: 30 } });
  });

  it('12. partner prices leave out items without a price, and one outlier sets is_inflated', async () => {
    const partner = Object(await body('/api/get-partner-prices'));
    expect(Object.keys(partner)).toEqual([redline, karambit]);
    expect([partner[redline].is_inflated, partner[karambit].is_inflated]).toEqual([true, false]);
    expect(partner[karambit]).not.toHaveProperty('price_uu');
  });
});

describe('Decisions: requests', () => {
  const noKey = {};

  it('14. checks run in order: key, rate, path and method, parameters, data', async () => {
    const app = service({ market: async () => undefined });
    for (const path of ['/nothing', '/api/prices?min=x']) {
      expect((await app.request(path, { method: 'POST', headers: noKey })).status).toBe(401);
    }
    expect((await ask(app, '/api/prices?min=x')).status).toBe(400);
    expect((await app.request('/api/prices?min=x', { method: 'POST', headers: authorized })).status).toBe(405);
    expect((await ask(app, '/api/prices')).status).toBe(503);
    for (let asked = 3; asked < 60; asked++) await ask(app, '/nothing');
    for (const path of ['/nothing', '/api/prices?min=x']) expect((await ask(app, path)).status).toBe(429);
    expect((await app.request('/api/prices', { headers: noKey })).status).toBe(401);
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'])('15. %s is 405 everywhere', async (method) => {
    for (const path of ['/api/prices', '/api/csgoroll-prices', '/api/get-partner-prices']) {
      const response = await service().request(path, { method, headers: authorized });
      expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET']);
      if (method !== 'HEAD') expect(await decoded(response)).toEqual({ error: expect.stringContaining(method) });
      expect((await service().request(path, { method })).status).toBe(401);
    }
  });

  it('16. every request with a valid key counts, except a 429', async () => {
    let now = 0;
    const app = service({ now: () => now });
    for (let asked = 0; asked < 20; asked++) {
      now += 100;
      for (const path of ['/nothing', '/api/prices?min=x']) await ask(app, path);
      await ask(app, '/api/prices', { 'If-None-Match': '*' });
      await app.request('/api/prices', { headers: noKey });
    }
    for (let asked = 0; asked < 5; asked++) expect((await ask(app, '/api/prices')).status).toBe(429);
    now = 60_100;
    const third = await ask(app, '/api/prices');
    expect([third.status, third.headers.get('X-RateLimit-Remaining')]).toEqual([200, '2']);
  });

  it('17. after Retry-After one more request is allowed, not earlier', async () => {
    let now = 0;
    const app = service({ now: () => now });
    for (let asked = 0; asked < 60; asked++) await ask(app, '/nothing');
    for (const [at, after] of [
      [0, '60'],
      [1, '60'],
      [59_000, '1'],
      [59_999.5, '1'],
    ] as const) {
      now = at;
      const refused = await ask(app, '/nothing');
      expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, after]);
    }
    now = 60_000;
    expect((await ask(app, '/nothing')).status).toBe(404);
  });

  it('18. without a valid key no requests remain', async () => {
    const response = await service().request('/api/prices');
    expect(response.headers.get('X-RateLimit-Remaining')).toBe('0');
  });

  it('19. the scheme is case-insensitive, and 401 names it', async () => {
    for (const Authorization of [`bearer ${given.key}`, `BEARER   ${given.key} `]) {
      expect((await service().request('/api/prices', { headers: { Authorization } })).status).toBe(200);
    }
    expect((await service().request('/api/prices')).headers.get('WWW-Authenticate')).toBe('Bearer');
  });

  it('20. an ETag belongs to the normalised parameters', async () => {
    const tag = await etagOf('/api/prices?markets=buff163,steam&fields=link&min=1000');
    expect(await etagOf('/api/prices?min=1e3&fields=link,link&x=1&markets=%20steam,buff163,')).toBe(tag);
    expect(await etagOf(`/api/prices?markets=${marketIds.join(',')}`)).toBe(await etagOf('/api/prices'));
    expect(await etagOf('/api/prices?markets=buff163,steam&fields=link&min=1001')).not.toBe(tag);
  });
});

it('every decision has a test', () => {
  const numbersIn = (path: string, pattern: RegExp): string[] =>
    [...readFileSync(path, 'utf8').matchAll(pattern)].flatMap((match) => match[1] ?? []);
  const decided = numbersIn('src/service/decisions.md', /^(\d+)\. /gm);
  const tests = ['app', 'simulated-market'].map((name) => `tests/service/${name}.test.ts`);
  const tested = new Set(tests.flatMap((path) => numbersIn(path, /'(\d+)\. /g)));
  expect(decided).toHaveLength(20);
  expect(decided.filter((number) => !tested.has(number))).toEqual([]);
});
