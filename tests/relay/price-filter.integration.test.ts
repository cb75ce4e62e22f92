import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HttpError } from '#protocol/http.ts';
import { endpoints } from '#protocol/price-api.ts';
import { isWithin, type PriceBounds } from '#protocol/price-query.ts';
import { parsePriceQuery } from '#relay/api/price-routes.ts';
import { createThreadedBodyProcessor, inspectBody } from '#relay/feeds/body-thread.ts';
import { cutByPrice, findCuts } from '#relay/feeds/price-cuts.ts';
import { jsonOf, partner, startTestRelay } from './test-relay.ts';
import { answers, partnerRows } from './upstream.ts';

/** @module-tag full */

const prices = {
  updated_at: '2026-11-20T10:00:00.000Z',
  markets: ['buff163', 'youpin', 'csgoroll'],
  more: { kept: true },
  items: {
    cheap: { buff163: { price: 100 }, youpin: { price: 90 }, liquidity: 3 },
    middle: { buff163: { price: 200 }, youpin: { price: 500 } },
    dear: { buff163: { price: 1000 }, csgoroll: { coins: 1 } },
    'coins only': { csgoroll: { coins: 150 } },
    none: { buff163: { price: 0 }, youpin: {} },
    ['__proto__']: { buff163: { price: 150 } },
  },
};
const bytes = new TextEncoder().encode(JSON.stringify(prices));
const names = (body: Uint8Array): string[] => Object.keys(JSON.parse(new TextDecoder().decode(body)).items);

describe('min and max', () => {
  test.each([
    ['min=100', ['middle', 'dear', '__proto__']],
    ['max=199.5', ['cheap', '__proto__']],
    ['min=150&max=200', ['middle', '__proto__']],
    ['min=300&max=200', []],
  ])('%s keeps %j by the lowest market price', async (query, kept) => {
    const { get, upstream } = await startTestRelay(answers(prices));
    const got = await get(`/api/prices?markets=buff163,youpin,csgoroll&${query}`);
    const { items, ...envelope } = prices;
    expect(jsonOf(got)).toMatchObject(envelope);
    expect(names(got.body).sort()).toEqual([...kept].sort());
    expect(upstream.seen[0]?.target).toBe('/api/prices?markets=buff163,csgoroll,youpin');
  });

  test('on /api/csgoroll-prices bounds are coins', async () => {
    const body = { updated_at: prices.updated_at, items: { a: { coins: 0.5 }, b: { coins: 2.5 }, c: { coins: 9 } } };
    const { get, upstream } = await startTestRelay(answers(body), { env: { RELAY_POLL_SECONDS: '30' } });
    expect(names((await get('/api/csgoroll-prices?min=0.6&max=8.5')).body)).toEqual(['b']);
    expect(names((await get('/api/csgoroll-prices?max=1')).body)).toEqual(['a']);
    expect(upstream.seen.map(({ target }) => target)).toEqual(['/api/csgoroll-prices']);
  });

  test('/api/get-partner-prices ignores parameters', async () => {
    const { get } = await startTestRelay(answers(partnerRows(4)));
    expect(jsonOf(await get(`${partner}?min=1000`))).toEqual(partnerRows(4));
  });

  test('a filtered response has its own ETag and codings, and the time of the data', async () => {
    const { get } = await startTestRelay(answers(prices));
    const whole = await get('/api/prices', { 'Accept-Encoding': 'br' });
    const filtered = await get('/api/prices?min=100', { 'Accept-Encoding': 'br' });
    expect(filtered.headers.etag).not.toBe(whole.headers.etag);
    expect(filtered.headers).toMatchObject({
      'content-encoding': 'br',
      'last-modified': whole.headers['last-modified'],
    });
    expect((await get('/api/prices?min=100', { 'If-None-Match': filtered.headers.etag ?? '' })).status).toBe(304);
  });
});

const large = new TextEncoder().encode(JSON.stringify({ ...prices, filler: 'x'.repeat(600_000) }));

test('a body thread gives the same result as the main thread', async () => {
  const bodies = createThreadedBodyProcessor();
  expect(await bodies.inspect(large, endpoints.prices)).toEqual(inspectBody(bytes, endpoints.prices));
});

describe('a cut by price', () => {
  const cut = (text: string, bounds: PriceBounds) => {
    const given = new TextEncoder().encode(text);
    return new TextDecoder().decode(cutByPrice(given, findCuts(given, JSON.parse(text).items, false), bounds));
  };

  test('has the items within the bounds, whatever else stands in the body', () => {
    const price = fc.constantFrom(undefined, 0, 1, 5, 9.5, 20);
    const entry = fc.record({ buff163: fc.record({ price }), 'a "quoted", {word}': fc.record({ price }) });
    const items = fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('7', 'items', '__proto__')), entry);
    const told = fc.record({ 'before,{': fc.json().map(String), items, after: fc.jsonValue({ maxDepth: 3 }) });
    fc.assert(
      fc.property(told, fc.nat(2), price, price, (body, indent, min, max) => {
        const kept = Object.entries(body.items).filter(([, { buff163, ...more }]) => {
          const prices = [buff163, ...Object.values(more)].flatMap((market) => market.price || []);
          return prices.length > 0 && isWithin(Math.min(...prices), { min, max });
        });
        const text = JSON.stringify(body, undefined, indent);
        expect(JSON.parse(cut(text, { min, max }))).toEqual(
          JSON.parse(JSON.stringify({ ...body, items: Object.fromEntries(kept) })),
        );
      }),
    );
  });

  test('is refused of a body that tells its items twice, however they are written', () => {
    for (const name of ['items', '\\u0069tems'])
      expect(() => cut(`{"items":{"a":{}},"${name}":{"b":{}}}`, {})).toThrow(TypeError);
    expect(cut('{"items":{"a":{"x":{"price":1}},"a":{"x":{"price":9}}}}', { min: 5 })).toContain('9');
  });
});

describe('a bad query', () => {
  test.each([
    ['/api/prices?markets=merchant'],
    ['/api/prices?fields=price'],
    ['/api/prices?min=cheap'],
    ['/api/csgoroll-prices?max=1,5'],
    ['/api/prices?markets=buff163&markets=youpin'],
    ['/api/prices?min=1&min=1'],
    ['/api/get-partner-prices?a=1&a=2'],
  ])('%s gets 400 without an upstream request', async (target) => {
    const { get, upstream } = await startTestRelay(answers(prices));
    const got = await get(target);
    expect(got.status).toBe(400);
    expect(jsonOf(got)).toEqual({ error: expect.any(String) });
    expect(upstream.seen).toEqual([]);
  });

  test('a query string over 2 kB gets 414', async () => {
    const { get } = await startTestRelay(answers(prices));
    expect((await get(`/api/prices?unknown=${'x'.repeat(2048 - 8)}`)).status).toBe(414);
    expect((await get(`/api/prices?unknown=${'x'.repeat(2048 - 9)}`)).status).toBe(200);
  });

  test('upstream sees only queries that the price API specifies', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (a, b, c) => {
        const search = `?${a}=${b}&markets=${c}&fields=${b}&min=${c}`;
        try {
          expect(parsePriceQuery('prices', search, 2048).source).toMatch(/^\/api\/prices(\?[a-z0-9_,=&]+)?$/);
        } catch (error) {
          expect(error).toBeInstanceOf(HttpError);
        }
      }),
    );
  });
});
