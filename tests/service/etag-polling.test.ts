import { describe, expect, it } from 'vitest';
import type { MarketState } from '#service/market.ts';
import { parseSnapshot } from '#service/snapshot.ts';
import { ask, bytesOf, decoded, karambit, redline, service, snapshot } from './small-market.ts';

const etagOf = async (app: ReturnType<typeof service>, path: string): Promise<string> =>
  (await ask(app, path)).headers.get('ETag') ?? '';

const paths = ['/api/prices', '/api/prices?markets=steam&min=5', '/api/csgoroll-prices', '/api/get-partner-prices'];

describe('ETag polling', () => {
  it.each(paths)('%s has a strong ETag that survives a restart', async (path) => {
    const etag = await etagOf(service(), path);
    expect(etag).toMatch(/^"[\w-]{32}"$/);
    expect(await etagOf(service(), path)).toBe(etag);
  });

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

  it.each(['"other"', 'W/"other"', 'unquoted', '', '"a" "b"'])('%s gets the whole response', async (value) => {
    const response = await ask(service(), '/api/prices', { 'If-None-Match': value });
    expect(response.status).toBe(200);
    expect(await decoded(response)).toHaveProperty('items');
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

  it('the ETag differs between queries', async () => {
    const queries = [
      '',
      '?markets=steam',
      '?markets=skins',
      '?fields=link',
      '?min=1',
      '?max=1',
      '?min=1&max=1',
      '?min=1e9',
      '?min=2e9',
    ];
    const tags = await Promise.all([
      ...queries.map((query) => etagOf(service(), `/api/prices${query}`)),
      etagOf(service(), '/api/csgoroll-prices'),
      etagOf(service(), '/api/csgoroll-prices?min=1'),
      etagOf(service(), '/api/get-partner-prices'),
    ]);
    expect(new Set(tags).size).toBe(tags.length);
  });
});
