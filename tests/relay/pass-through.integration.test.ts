import { describe, expect, test } from 'vitest';
import { jsonOf, partner, startTestRelay } from './test-relay.ts';
import { answers, key, partnerRows } from './upstream.ts';

const updated_at = '2026-11-20T10:00:00.000Z';
const prices = { updated_at, markets: ['buff163'], items: { '★ Karambit | Fade': { buff163: { price: 100 } } } };
/** Of a price API with one market, one field of a market and one of an item more than this relay knows. */
const newer = {
  updated_at,
  markets: ['buff163', 'new-market'],
  items: { a: { buff163: { price: 1, depth: [1] }, mood: 'fine' }, b: { 'new-market': { price: 2, speed: 'high' } } },
};
const csgoroll = { updated_at, items: { 'AK-47 | Redline': { coins: 1.25 } } };

describe('the data endpoints', () => {
  test.each([
    [partner, partnerRows(3)],
    ['/api/prices?markets=buff163', prices],
    ['/api/prices', newer],
    ['/api/csgoroll-prices', csgoroll],
  ])('%s passes on the body byte for byte', async (target, body) => {
    const text = ` ${JSON.stringify(body, null, 2)}\n`;
    const { get, upstream } = await startTestRelay(answers(text));
    const got = await get(target);
    expect(got.body.toString()).toBe(text);
    expect(got.headers['content-type']).toBe('application/json');
    expect(got.headers['content-encoding']).toBeUndefined();
    expect(upstream.seen.map((request) => request.target)).toEqual([target]);
  });

  test('upstream gets the key, the client never does', async () => {
    const { get, upstream } = await startTestRelay(answers(partnerRows(1)));
    const own = { Cookie: 'a=b', 'If-None-Match': '"of-the-client"' };
    const got = await get(partner, { ...own, Authorization: 'Bearer something-of-the-client' });
    const { authorization, cookie, 'if-none-match': etag } = upstream.seen[0]?.headers ?? {};
    expect([authorization, cookie, etag]).toEqual([`Bearer ${key}`, undefined, undefined]);
    expect(JSON.stringify(got.headers) + got.body).not.toContain(key);
  });

  test('the path of the base URL is kept', async () => {
    const { upstream } = await startTestRelay(answers(partnerRows(1)));
    const testRelay = await startTestRelay(answers({}), { upstream, env: { PRICE_API_URL: `${upstream.url}/v1/` } });
    await testRelay.get(partner);
    expect(upstream.seen[0]?.target).toBe(`/v1${partner}`);
  });

  test('an uncompressed upstream body is accepted', async () => {
    const { get } = await startTestRelay((_, response) => response.end(JSON.stringify(partnerRows(2))));
    expect(jsonOf(await get(partner))).toEqual(partnerRows(2));
  });
});

describe('ETag and Last-Modified', () => {
  test.each([
    ['the ETag', (etag: string) => etag],
    ['its strong form', (etag: string) => etag.replace('W/', '')],
    ['a list', (etag: string) => `"other", W/"another", ${etag}`],
    ['a star', () => '*'],
  ])('If-None-Match with %s gets 304 without a body', async (_, header) => {
    const { get } = await startTestRelay(answers(partnerRows(3)));
    const first = await get(partner);
    const got = await get(partner, { 'If-None-Match': header(first.headers.etag ?? ''), 'Accept-Encoding': 'br' });
    expect(got.status).toBe(304);
    expect(got.body.length).toBe(0);
    expect(got.headers).toMatchObject({
      etag: first.headers.etag,
      vary: 'Accept-Encoding, Available-Dictionary, Origin, Sec-Fetch-Site, Authorization',
    });
    expect(got.headers['last-modified']).toBe(first.headers['last-modified']);
    expect(Number(got.headers.age)).toBeGreaterThanOrEqual(0);
  });

  test('the upstream ETag is not the ETag of the relay', async () => {
    const { get } = await startTestRelay(answers(partnerRows(3), { headers: { ETag: '"of-upstream"' } }));
    await get(partner);
    expect((await get(partner, { 'If-None-Match': '"of-upstream"' })).status).toBe(200);
  });

  test('Last-Modified is the upstream header, else updated_at, else the time of the first response', async () => {
    const header = 'Thu, 19 Nov 2026 08:00:00 GMT';
    const own = await startTestRelay(answers(prices, { headers: { 'Last-Modified': header } }));
    expect((await own.get('/api/prices')).headers['last-modified']).toBe(header);
    const none = await startTestRelay(answers(prices));
    expect((await none.get('/api/prices')).headers['last-modified']).toBe('Fri, 20 Nov 2026 10:00:00 GMT');
    const before = Math.floor(Date.now() / 1000) * 1000;
    const sight = await startTestRelay(answers(partnerRows(2)));
    expect(Date.parse((await sight.get(partner)).headers['last-modified'] ?? '')).toBeGreaterThanOrEqual(before);
  });

  test('a Last-Modified in the future becomes the present', async () => {
    const { get } = await startTestRelay(
      answers(prices, { headers: { 'Last-Modified': 'Thu, 19 Nov 2099 08:00:00 GMT' } }),
    );
    expect(Date.parse((await get('/api/prices')).headers['last-modified'] ?? '')).toBeLessThanOrEqual(Date.now());
  });
});

test('Cache-Control lets browsers keep a response as a dictionary, shared caches for a poll period', async () => {
  const { get } = await startTestRelay(answers(partnerRows(1)), { env: { RELAY_POLL_SECONDS: '45' } });
  expect((await get(partner)).headers['cache-control']).toBe('public, max-age=86400, s-maxage=45');
});
