import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { defaultLimits } from '#relay/limits.ts';
import { faults } from '../faults.ts';
import { clientOf, stillDeps } from '../still-deps.ts';
import { partner, startTestRelay, until } from '../test-relay.ts';
import { answers, hangs, inTurn, key, partnerRows, refuses, type Script, startUpstream } from '../upstream.ts';

/** Upstream may be slow on a slow machine: only where a time-out is wanted it comes soon. */
const limitsFor = (why: string) => ({
  ...defaultLimits,
  upstreamTimeoutMs: why === 'timeout' ? 300 : 20_000,
  maxBodyBytes: 100_000,
});

async function relayBefore(script: Script, why: string) {
  const upstream = await startUpstream(script);
  const [clock, reports, confirmed]: [{ ms: number }, string[], string[]] = [{ ms: 0 }, [], []];
  const report = (...told: readonly unknown[]) => void reports.push(JSON.stringify(told));
  const client = clientOf(
    stillDeps(upstream.url, {
      limits: limitsFor(why),
      monotonicMs: () => clock.ms,
      reportOutcome: report,
      reportProblem: report,
      onConfirmed: (source) => void confirmed.push(source),
    }),
  );
  const get = async () => {
    const response = await client(partner);
    return { status: response.status, headers: response.headers, body: await response.text() };
  };
  return { upstream, clock, reports, confirmed, get };
}

const told = (got: { headers: Headers; body: string }, reports: readonly string[]): string =>
  [...got.headers.values(), got.body, ...reports].join();

describe('a feed with data answers with them', () => {
  test.each(faults.filter(([, , why]) => why !== ''))('while upstream fails with %s', async (_, script, why) => {
    const { upstream, clock, reports, get } = await relayBefore(answers(partnerRows(5)), why);
    const first = await get();
    upstream.does(script);
    clock.ms += 60_001;
    const stale = (headers: Headers) => headers.get('cache-status')?.includes(`detail="stale: ${why}"`) ?? false;
    const got = await until(get).gives(({ headers }) => stale(headers));
    expect([first.status, got.status, got.body]).toEqual([200, 200, first.body]);
    for (const name of ['etag', 'last-modified']) expect(got.headers.get(name)).toBe(first.headers.get(name));
    expect(got.headers.get('cache-status')).toMatch(/^Skinlens-Relay; hit; ttl=-?\d+; detail=/);
    expect(told(got, reports)).not.toContain(key);
    // No redirect is followed: the key goes nowhere else.
    expect(new Set(upstream.seen.map(({ target }) => target))).toEqual(new Set([partner]));
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

const made: Script = (request, response) => {
  response.setHeader('Skinlens-Sample', '1');
  answers(partnerRows(5))(request, response);
};
const released: Script = (request, response) => {
  response.setHeader('Skinlens-Version', '1.0.0');
  refuses(401)(request, response);
};

test.each([
  ['sends made-up prices', made],
  ['asks for a token', released],
])('a relay in place of the price API that %s is refused, and nobody gets what it sent before', async (_, script) => {
  const { upstream, clock, confirmed, get } = await relayBefore(script, '');
  const refused = await get();
  upstream.does(answers(partnerRows(5)));
  clock.ms += 600_000;
  expect([refused.status, (await get()).status, confirmed.length]).toEqual([502, 200, 1]);
  expect(refused.body).toContain('the price API is a relay');
  upstream.does(script);
  clock.ms += 600_000;
  expect((await until(get).gives(({ status }) => status !== 200)).status).toBe(502);
  expect(confirmed).toHaveLength(1);
});

test('a body with under half of the items replaces the data when upstream sends it three times in succession', async () => {
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

  test.each(empty)('answers 503 with Retry-After after %s', async (_, script, why) => {
    const { reports, get } = await relayBefore(script, why);
    const got = await get();
    expect(got.status).toBe(503);
    expect(JSON.parse(got.body)).toEqual({ error: expect.stringContaining('the price API') });
    expect(Number(got.headers.get('retry-after'))).toBeGreaterThanOrEqual(5);
    expect(got.headers.get('cache-status')).toMatch(/^Skinlens-Relay; fwd=uri-miss/);
    expect(told(got, reports)).not.toContain(key);
  });

  test('passes on a 400', async () => {
    const testRelay = await startTestRelay(refuses(400));
    expect((await testRelay.get('/api/prices')).status).toBe(400);
  });
});

test('a time without a zone is UTC, wherever the relay is', async () => {
  vi.stubEnv('TZ', 'America/Los_Angeles');
  onTestFinished(() => void vi.unstubAllEnvs());
  const told = { updated_at: '2026-11-20T10:00:00', markets: [], items: {} };
  const headers = { 'Last-Modified': 'Fri, 20 Nov 2026 10:00:00' };
  const testRelay = await startTestRelay(inTurn(answers(told), answers(partnerRows(5), { headers })));
  for (const path of ['/api/prices', partner])
    expect((await testRelay.get(path)).headers['last-modified']).toBe('Fri, 20 Nov 2026 10:00:00 GMT');
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
