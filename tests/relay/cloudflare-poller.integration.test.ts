import { beforeAll, describe, expect, test } from 'vitest';
import { key, service } from '../service/small-market.ts';
import { jsonOf, partner, sleep, until } from './test-relay.ts';
import { answers, inTurn, partnerRows, refuses, type Script } from './upstream.ts';
import { bundleWorker, startWorker, temporaryFolder } from './workerd.ts';

beforeAll(async () => void (await bundleWorker()), 60_000);

/** The service that stands in for the price API, on loopback. */
function realService(): Script {
  const app = service({ now: Date.now });
  return async ({ url = '', headers }, response) => {
    const { authorization = '', 'if-none-match': etag } = headers;
    const asked = { Authorization: authorization, 'Accept-Encoding': 'br', ...(etag && { 'If-None-Match': etag }) };
    const answer = await app.request(url, { headers: asked });
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  };
}

const untilIsolate = (ask: () => Promise<Response>, isWanted: (text: string) => boolean) =>
  until(async () => (await ask()).text(), isWanted);

describe('the object that polls', () => {
  test('asks upstream once a poll period for all isolates', async () => {
    // Fifty isolates pass as well; starting them takes fifteen seconds.
    const [isolates, clients] = [10, 50];
    const period = 1000;
    const { askIsolate, upstream } = await startWorker(realService(), {
      isolates,
      bindings: { PRICE_API_KEY: key, RELAY_POLL_SECONDS: String(period / 1000) },
    });
    const askAll = () => Promise.all(Array.from({ length: clients }, (_, at) => askIsolate(at % isolates, partner)));
    const first = await askAll();
    expect(new Set(first.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(await Promise.all(first.map((answer) => answer.text()))).size).toBe(1);
    for (const count of [2, 3]) {
      await sleep(period);
      await until(
        async () => (await askAll()).map(({ status }) => status),
        () => upstream.seen.length >= count,
      );
    }
    const gaps = upstream.seen.slice(1).map(({ at }, before) => at - (upstream.seen[before]?.at ?? at));
    for (const gap of gaps) expect(gap).toBeGreaterThan(0.9 * period);
    expect(upstream.seen.slice(1).every(({ headers }) => headers['if-none-match'] !== undefined)).toBe(true);
  });

  test('brings new prices to isolates that have old ones', async () => {
    const { askIsolate, upstream } = await startWorker(answers(partnerRows(5, 1)), { isolates: 2 });
    for (const at of [0, 1])
      await untilIsolate(
        () => askIsolate(at, partner),
        (text) => text.includes('"price_buff":101'),
      );
    upstream.does(answers(partnerRows(5, 900)));
    for (const at of [0, 1])
      await untilIsolate(
        () => askIsolate(at, partner),
        (text) => text.includes('"price_buff":1000'),
      );
  });

  test('keeps prices and entity tag when it dies', async () => {
    const folder = await temporaryFolder();
    const { get, restart, upstream } = await startWorker(answers(partnerRows(20)), { folder });
    const first = await get(partner);
    await restart();
    expect((await get(partner)).headers['etag']).toBe(first.headers['etag']);
    await until(
      () => get(partner),
      () => upstream.seen.length > 1,
    );
    const etags = upstream.seen.map(({ headers }) => headers['if-none-match']);
    expect(etags[0]).toBeUndefined();
    expect(etags.slice(1)).not.toContain(undefined);
  });

  test('keeps the pause that upstream asked for when it dies', async () => {
    const folder = await temporaryFolder();
    const script = inTurn(answers(partnerRows(20)), refuses(429, { 'Retry-After': '600' }));
    const { get, restart, upstream, askIsolate } = await startWorker(script, { folder, isolates: 1 });
    await get(partner);
    await until(
      () => get(partner),
      ({ headers }) => headers['cache-status']?.includes('429') ?? false,
    );
    await restart();
    upstream.does(answers(partnerRows(20, 5)));
    expect((await get(partner)).body.toString()).toContain('"price_buff":100');
    await sleep(300);
    expect((await get(partner)).status).toBe(200);
    expect((await askIsolate(0, partner)).status).toBe(200);
    // Another feed of the same key waits as well.
    const other = await get('/api/csgoroll-prices');
    expect(other.status).toBe(503);
    expect(Number(other.headers['retry-after'])).toBeGreaterThan(500);
    expect(upstream.seen).toHaveLength(2);
  });

  test('counts a token’s queries over all isolates', async () => {
    const isolates = 4;
    const prices = {
      updated_at: '2026-11-20T10:00:00.000Z',
      markets: ['buff163'],
      items: { a: { buff163: { price: 1 } } },
    };
    const { askIsolate, upstream } = await startWorker(answers(prices), {
      isolates,
      bindings: { RELAY_POLL_SECONDS: '60' },
    });
    const fields = ['buff163,youpin', 'buff163,csfloat', 'csfloat,youpin'];
    const queries = fields.flatMap((markets) =>
      ['', 'count', 'avg_7', 'link'].map((field) => `/api/prices?markets=${markets}${field && `&fields=${field}`}`),
    );
    const statuses: number[] = [];
    for (const [at, query] of queries.entries()) statuses.push((await askIsolate(at % isolates, query)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(queries.length - 10);
    expect(upstream.seen).toHaveLength(10);
  });

  test('may fail: a Worker serves what is in KV, and asks no upstream', async () => {
    const { get, askIsolate, upstream } = await startWorker(answers(partnerRows(20)), {
      hasOneAlone: true,
      bindings: { RELAY_POLL_SECONDS: '60' },
    });
    const without = await askIsolate('alone', '/api/csgoroll-prices');
    expect(without.status).toBe(503);
    const { body } = await get(partner);
    await until(
      () => askIsolate('alone', partner).then((answer) => answer.text()),
      (text) => text === body.toString(),
    );
    expect(upstream.seen).toHaveLength(1);
  });

  test('is asked by the Worker alone: no address of the relay reaches it', async () => {
    const { get } = await startWorker(answers(partnerRows(1)));
    for (const path of ['/tick', '/feed', '/body']) expect((await get(path)).status).toBe(404);
    expect(jsonOf(await get('/healthz', { Authorization: '' }))).toEqual({ ready: true });
  });
});
