import { describe, expect, it } from 'vitest';
import * as given from './small-market.ts';
import { ask, authorized, decoded, service } from './small-market.ts';

const paths = ['/api/prices', '/api/csgoroll-prices', '/api/get-partner-prices'];

describe('Authentication', () => {
  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    given.key,
    `Basic ${given.key}`,
    `Bearer ${given.key}x`,
    `Bearer ${given.key} x`,
  ])('refuses %j with 401', async (Authorization) => {
    for (const path of paths) {
      const response = await service().request(path, { headers: Authorization === undefined ? {} : { Authorization } });
      expect(response.status).toBe(401);
      expect(await decoded(response)).toEqual({ error: expect.stringMatching(/\w/) });
    }
  });

  it('accepts each of several keys', async () => {
    const app = service({ keys: ['one', 'two'] });
    for (const [key, status] of [
      ['one', 200],
      ['two', 200],
      ['three', 401],
    ] as const) {
      expect((await app.request('/api/prices', { headers: { Authorization: `Bearer ${key}` } })).status).toBe(status);
    }
  });
});

describe('Limits', () => {
  it('allows 60 requests a minute with one key, and counts down', async () => {
    const app = service();
    for (let left = 59; left >= 0; left--) {
      const response = await ask(app, '/api/get-partner-prices');
      expect(response.status).toBe(200);
      expect(response.headers.get('X-RateLimit-Remaining')).toBe(String(left));
    }
    const refused = await ask(app, '/api/get-partner-prices');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('Retry-After')).toBe('60');
    expect(await decoded(refused)).toEqual({ error: expect.stringMatching(/\w/) });
  });

  it('counts each key separately', async () => {
    const app = service({ keys: [given.key, 'other'] });
    for (let asked = 0; asked < 61; asked++) await ask(app, '/nothing');
    expect((await ask(app, '/api/prices')).status).toBe(429);
    expect((await app.request('/api/prices', { headers: { Authorization: 'Bearer other' } })).status).toBe(200);
  });

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
  it('503 while there is no data', async () => {
    for (const path of paths) {
      const response = await ask(service({ market: async () => undefined }), path);
      expect(response.status).toBe(503);
      expect(await decoded(response)).toEqual({ error: expect.stringMatching(/\w/) });
      expect(response.headers.get('ETag')).toBeNull();
    }
  });

  it('500 reports the error, but not to the client', async () => {
    const reported: unknown[] = [];
    const market = () => Promise.reject(new Error('secret detail'));
    const response = await ask(service({ market, report: (error) => reported.push(error) }), '/api/prices');
    expect(response.status).toBe(500);
    expect(response.headers.get('Content-Encoding')).toBe('br');
    expect(await decoded(response)).toEqual({ error: 'internal error' });
    expect(reported).toEqual([new Error('secret detail')]);
  });

  it('404 for other paths', async () => {
    for (const path of ['/', '/api', '/api/price', '/api/prices/', '/api/prices/x']) {
      const response = await ask(service(), path);
      expect(response.status).toBe(404);
      expect(await decoded(response)).toEqual({ error: expect.stringMatching(/\w/) });
    }
  });
});
