import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { faults } from '../faults.ts';
import { jsonOf, partner, startTestRelay, until } from '../test-relay.ts';
import { answers, hangs, key, partnerRows, refuses, startUpstream } from '../upstream.ts';

/** Upstream may be slow on a slow machine: only where a time-out is wanted it comes soon. */
const limitsFor = (why: string) => ({ upstreamTimeoutMs: why === 'timeout' ? 300 : 20_000, maxBodyBytes: 100_000 });

describe('a feed with data answers with them', () => {
  test.each(faults.filter(([, , why]) => why !== ''))('while upstream fails with %s', async (_, script, why) => {
    const testRelay = await startTestRelay(answers(partnerRows(5)), { limits: limitsFor(why) });
    const first = await until(() => testRelay.get(partner)).gives(({ status }) => status === 200);
    testRelay.upstream.does(script);
    const stale = (status: string | undefined) => status?.includes(`detail="stale: ${why}"`) ?? false;
    const got = await until(() => testRelay.get(partner)).gives(({ headers }) => stale(headers['cache-status']));
    expect(got.status).toBe(200);
    expect(got.body.equals(first.body)).toBe(true);
    expect(got.headers).toMatchObject({ etag: first.headers.etag, 'last-modified': first.headers['last-modified'] });
    expect(got.headers['cache-status']).toMatch(/^Skinlens-Relay; hit; ttl=-\d+; detail=/);
    expect(got.headers['cache-status'] + (await testRelay.logged()).join()).not.toContain(key);
  });

  test('during a refresh that hangs', async () => {
    const testRelay = await startTestRelay(answers(partnerRows(5)));
    await testRelay.get(partner);
    testRelay.upstream.does(hangs);
    await until(() => testRelay.get(partner)).gives(() => testRelay.upstream.seen.length === 2);
    const got = await Promise.all([testRelay.get(partner), testRelay.get(partner), testRelay.get(partner)]);
    expect(got.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(got[2]?.headers['cache-status']).toContain('stale: refreshing');
    expect(testRelay.upstream.seen.length).toBe(2);
  });
});

describe('a body with under half of the items', () => {
  test('replaces the data when upstream sends it three times in succession', async () => {
    const testRelay = await startTestRelay(answers(partnerRows(5)));
    await testRelay.get(partner);
    testRelay.upstream.does(answers(partnerRows(2, 9)));
    const got = await until(() => testRelay.get(partner)).gives(({ body }) => body.includes('"price_buff":109'));
    expect(testRelay.upstream.seen.length).toBe(4);
    expect(got.headers['cache-status']).not.toContain('fewer-items');
    const outcomes = (await testRelay.logged()).map((line) => JSON.parse(line).outcome);
    expect(outcomes.filter((outcome) => outcome !== undefined).slice(0, 4)).toEqual([
      'fresh',
      'fewer-items',
      'fewer-items',
      'fresh',
    ]);
  });
});

describe('a body of another market', () => {
  const body = (market: string, count = 5) => ({
    updated_at: '2026-11-20T10:00:00.000Z',
    markets: ['buff163'],
    items: Object.fromEntries(
      Array.from({ length: 5 }, (_, at) => [`Item ${at}`, { [at < count ? market : 'buff163']: { price: 100 + at } }]),
    ),
  });
  const target = '/api/prices?markets=buff163';

  test.each([
    ['all rows', 5, 'malformed 200'],
    ['over half of the rows', 3, 'fewer-items 200'],
  ])('does not replace the data: %s', async (_, count, why) => {
    const testRelay = await startTestRelay(answers(body('buff163')));
    const first = await testRelay.get(target);
    testRelay.upstream.does(answers(body('steam', count)));
    const got = await until(() => testRelay.get(target)).gives(
      ({ headers }) => headers['cache-status']?.includes(`detail="stale: ${why}"`) ?? false,
    );
    expect(got.body.equals(first.body)).toBe(true);
  });

  test('is good where all markets were asked for', async () => {
    const testRelay = await startTestRelay(answers(body('steam')));
    expect((await testRelay.get('/api/prices')).status).toBe(200);
  });
});

describe('a feed without data', () => {
  const empty = faults.filter(([, , why]) => !/^(rejected|no-items|fewer-items)/.test(why));

  test.each(empty)('answers 503 with Retry-After after %s', { tags: ['full'] }, async (_, script, why) => {
    const testRelay = await startTestRelay(script, { limits: limitsFor(why), env: { RELAY_POLL_SECONDS: '5' } });
    const got = await testRelay.get(partner);
    expect(got.status).toBe(503);
    expect(jsonOf(got)).toEqual({ error: expect.stringContaining('the price API') });
    expect(Number(got.headers['retry-after'])).toBeGreaterThanOrEqual(5);
    expect(got.headers['cache-status']).toMatch(/^Skinlens-Relay; fwd=uri-miss/);
    expect(JSON.stringify(got.headers) + got.body + (await testRelay.logged()).join()).not.toContain(key);
  });

  test('passes on a 400', async () => {
    const testRelay = await startTestRelay(refuses(400));
    expect((await testRelay.get('/api/prices')).status).toBe(400);
  });
});

describe('a redirect', () => {
  test('is not followed: the key goes nowhere else', async () => {
    const elsewhere = await startUpstream(answers(partnerRows(1)));
    const testRelay = await startTestRelay(
      (_, response) => void response.writeHead(307, { Location: elsewhere.url }).end(),
    );
    await testRelay.get(partner);
    await elsewhere.close();
    expect(elsewhere.seen).toEqual([]);
  });
});

describe('an upstream ETag', () => {
  test('that changes without the body changes nothing for clients', async () => {
    let turn = 0;
    const testRelay = await startTestRelay((request, response) =>
      answers(partnerRows(5), { headers: { ETag: `"${turn++}"` } })(request, response),
    );
    const first = await testRelay.get(partner);
    await until(() => testRelay.get(partner)).gives(() => testRelay.upstream.seen.length >= 4);
    const last = await testRelay.get(partner, { 'If-None-Match': first.headers.etag ?? '' });
    expect(last.status).toBe(304);
    expect(last.headers['last-modified']).toBe(first.headers['last-modified']);
    expect(testRelay.upstream.seen.at(-1)?.headers['if-none-match']).toMatch(/^"[1-9]\d*"$/);
  });

  test('that quotes the key is neither sent back nor stored', async () => {
    const headers = { ETag: `"a${key}"`, 'Last-Modified': `(${key}) Fri, 20 Nov 2026 10:00:00 GMT` };
    const testRelay = await startTestRelay(answers(partnerRows(5), { headers }));
    const got = await until(() => testRelay.get(partner)).gives(() => testRelay.upstream.seen.length >= 2);
    expect(got.headers['last-modified']).not.toBe('Fri, 20 Nov 2026 10:00:00 GMT');
    expect(testRelay.upstream.seen.at(-1)?.headers['if-none-match']).toBeUndefined();
    await testRelay.close();
    const folder = join(testRelay.folder, 'cache');
    const stored = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'latin1')));
    expect(stored.length).toBeGreaterThan(0);
    expect(stored.join()).not.toContain(key);
  });

  test('that is malformed is not sent back', async () => {
    const testRelay = await startTestRelay(answers(partnerRows(5), { headers: { ETag: 'unquoted' } }));
    await until(() => testRelay.get(partner)).gives(() => testRelay.upstream.seen.length >= 2);
    expect(testRelay.upstream.seen.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined]);
  });
});
