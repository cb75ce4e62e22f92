import { describe, expect, test } from 'vitest';
import { testRelay } from '#data/refresh/table-feed.ts';
import { prices } from '../price-service-world.ts';
import { json, relayForEach } from '../stub-relay.ts';

const relay = relayForEach(json(prices(100), { ETag: '"one"' }));

describe('the test of a relay', () => {
  const tryRelay = (url: string, token = '') => testRelay({ url, token }, { fetch, now: () => 0 });
  test('reports an address that cannot be used', async () => {
    expect(await tryRelay('localhost:8787')).toEqual({ outcome: 'bad-address', problem: 'scheme' });
  });
  test('reports the name of a relay, and that its prices are samples', async () => {
    relay.answer = json(prices(100), { 'Skinlens-Name': 'Anna', 'Skinlens-Sample': '1' });
    expect(await tryRelay(relay.url)).toMatchObject({ outcome: 'fine', name: 'Anna', sample: true });
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
});
