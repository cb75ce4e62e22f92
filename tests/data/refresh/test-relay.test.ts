import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testRelay } from '#data/refresh/table-feed.ts';
import { prices } from '../price-service-world.ts';
import { json, type StubRelay, startStubRelay } from '../stub-relay.ts';

let relay: StubRelay;
beforeEach(async () => {
  relay = await startStubRelay(json(prices(100), { ETag: '"one"' }));
});
afterEach(() => relay.close());

describe('the test of a relay', () => {
  const tryRelay = (url: string, token = '') => testRelay({ url, token }, { fetch, now: () => 0 });
  test.each([
    ['', 'not-a-url'],
    ['localhost:8787', 'scheme'],
    ['ftp://x', 'scheme'],
    ['https://user:password@x/', 'credentials'],
  ])('reports an address that cannot be used: %s', async (url, problem) => {
    expect(await tryRelay(url)).toEqual({ outcome: 'bad-address', problem });
  });
  test('reports the items of a relay', async () => {
    expect(await tryRelay(relay.url, 'token')).toEqual({ outcome: 'fine', items: 1, badRows: 0 });
    expect(relay.requests[0]).toMatchObject({
      path: '/api/get-partner-prices',
      headers: { authorization: 'Bearer token' },
    });
  });
  test('keeps the path of the address', async () => {
    await tryRelay(`${relay.url}team/relay?x=1`);
    expect(relay.requests[0]?.path).toBe('/team/relay/api/get-partner-prices');
  });
  test('reports a refused token', async () => {
    relay.answer = json({ error: 'token wanted' }, {}, 401);
    expect(await tryRelay(relay.url)).toMatchObject({
      outcome: 'fault',
      fault: { kind: 'unauthorized', status: 401, detail: 'status 401: token wanted' },
    });
  });
  test('distinguishes a server without CORS headers from no server', async () => {
    // As a browser handles a response without CORS headers. Node ignores CORS.
    const corsFetch: typeof fetch = (input, init) =>
      init?.mode === 'no-cors' ? fetch(input, init) : Promise.reject(new TypeError('Failed to fetch'));
    const outcome = await testRelay({ url: relay.url, token: '' }, { fetch: corsFetch, now: () => 0 });
    expect(outcome).toMatchObject({ outcome: 'fault', fault: { kind: 'malformed' } });
  });
  test('takes a relay whose answer broke off for one that does not answer', async () => {
    const brokenFetch: typeof fetch = (input, init) =>
      String(input).includes('/api/') ? Promise.reject(new TypeError('Failed to fetch')) : fetch(input, init);
    const outcome = await testRelay({ url: relay.url, token: '' }, { fetch: brokenFetch, now: () => 0 });
    expect(outcome).toMatchObject({ outcome: 'fault', fault: { kind: 'unreachable' } });
  });
  test('reports a missing server', async () => {
    const { url } = relay;
    await relay.close();
    expect(await tryRelay(url)).toMatchObject({ outcome: 'fault', fault: { kind: 'unreachable' } });
    relay = await startStubRelay(json({}));
  });
});
