import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testRelay } from '#prices/refresh/test-relay.ts';
import { prices } from '../price-service-world.ts';
import { json, type StubRelay, startStubRelay } from '../stub-relay.ts';

let relay: StubRelay;
beforeEach(async () => {
  relay = await startStubRelay(json(prices(100), { ETag: '"one"' }));
});
afterEach(() => relay.close());

describe('the test of a relay', () => {
  const probe = (url: string, token = '') => testRelay({ url, token }, { fetch, now: () => 0 });
  test.each([
    ['', 'not-a-url'],
    ['localhost:8787', 'scheme'],
    ['ftp://x', 'scheme'],
    ['http://user:password@x/', 'credentials'],
  ])('an address that cannot be used: %s', async (url, problem) => {
    expect(await probe(url)).toEqual({ outcome: 'bad-address', problem });
  });
  test('a good one', async () => {
    expect(await probe(relay.url, 'token')).toEqual({ outcome: 'fine', items: 1, badRows: 0 });
    expect(relay.requests[0]).toMatchObject({
      path: '/api/get-partner-prices',
      headers: { authorization: 'Bearer token' },
    });
  });
  test('a relay under a path', async () => {
    await probe(`${relay.url}team/relay?x=1`);
    expect(relay.requests[0]?.path).toBe('/team/relay/api/get-partner-prices');
  });
  test('a bad one', async () => {
    relay.answer = json({ error: 'token wanted' }, {}, 401);
    expect(await probe(relay.url)).toMatchObject({
      outcome: 'fault',
      fault: { kind: 'unauthorized', status: 401, detail: 'status 401: token wanted' },
    });
  });
  test('a server that keeps its answer from extensions is not called silent', async () => {
    // What a browser does with an answer without CORS headers; no server can make Node do it.
    const browsers: typeof fetch = (input, init) =>
      init?.mode === 'no-cors' ? fetch(input, init) : Promise.reject(new TypeError('Failed to fetch'));
    const told = await testRelay({ url: relay.url, token: '' }, { fetch: browsers, now: () => 0 });
    expect(told).toMatchObject({ outcome: 'fault', fault: { kind: 'malformed' } });
  });
  test('nobody is there', async () => {
    const { url } = relay;
    await relay.close();
    expect(await probe(url)).toMatchObject({ outcome: 'fault', fault: { kind: 'unreachable' } });
    relay = await startStubRelay(json({}));
  });
});
