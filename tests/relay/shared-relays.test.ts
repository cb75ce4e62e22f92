import { Agent, request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { redisProgram } from './redis-program.ts';
import { startRedis } from './redis-server.ts';
import { exitOf, run, runAgainst } from './relay-process.ts';
import { get, jsonOf, key, partner, sleep, startTestRelay, until } from './test-relay.ts';
import { answers, inTurn, partnerRows, refuses, type Script, startUpstream } from './upstream.ts';

const pollMs = 1000;
const limits = { aloneQuietMs: 0, meetEveryMs: 100, storeTimeoutMs: 1000 };
const counter = (): Script => {
  let seed = 0;
  return (incoming, response) => answers(partnerRows(50, seed++))(incoming, response);
};

/** Relays in this process that share a store and an upstream. */
async function startRelays(store: string, script: Script, count = 3, pollSeconds = pollMs / 1000) {
  const upstream = await startUpstream(script);
  const env = { RELAY_STORE: store, RELAY_POLL_SECONDS: String(pollSeconds) };
  const relays = await Promise.all(
    Array.from({ length: count }, () => startTestRelay(script, { upstream, env, limits })),
  );
  return { upstream, relays };
}

const healthOf = async (url: string) => jsonOf(await get(`${url}/healthz`));

describe.skipIf(!redisProgram)('relays that share a store', () => {
  test('ask upstream once a poll period for all, and a new one serves what the others have', async () => {
    const redis = await startRedis();
    const { upstream, relays } = await startRelays(redis.url, answers(partnerRows(50)), 3, 30);
    const all = await Promise.all(Array.from({ length: 60 }, (_, at) => relays[at % 3]?.get(partner)));
    expect(new Set(all.map((got) => got?.status))).toEqual(new Set([200]));
    expect(new Set(all.map((got) => got?.headers.etag)).size).toBe(1);
    const late = await startTestRelay(refuses(500), {
      upstream,
      env: { RELAY_STORE: redis.url, RELAY_POLL_SECONDS: '30' },
      limits,
    });
    expect((await late.get(partner)).headers.etag).toBe(all[0]?.headers.etag);
    expect(upstream.seen.length).toBe(1);
  });

  test('have the requests of one relay, for thousands of clients of three processes; when one is killed, the others go on within a poll period', async () => {
    const redis = await startRedis();
    const env = { RELAY_STORE: redis.url, RELAY_POLL_SECONDS: '1' };
    const first = await runAgainst(counter(), env);
    const { upstream } = first;
    const others = await Promise.all([1, 2].map(() => runAgainst(counter(), { ...env, PRICE_API_URL: upstream.url })));
    const urls = [first, ...others].map(({ url }) => url);
    const clients = await startClients(urls, Number(process.env['RELAY_TEST_CLIENTS'] ?? 600));
    await until(
      async () => upstream.seen.length,
      (count) => count >= 3,
    );
    const start = performance.now();
    const before = upstream.seen.length;
    await sleep(3 * pollMs);
    const periods = (performance.now() - start) / pollMs;
    expect(upstream.seen.length - before).toBeLessThanOrEqual(periods + 1);
    first.child.kill('SIGKILL');
    const killedAt = performance.now();
    const known = upstream.seen.length;
    await until(
      async () => upstream.seen.length,
      (count) => count > known + 1,
    );
    const gaps = upstream.seen.map(({ at }, index) => at - (upstream.seen[index - 1]?.at ?? at));
    expect(Math.min(...gaps.slice(1))).toBeGreaterThanOrEqual(pollMs * 0.9);
    expect((upstream.seen[known]?.at ?? Infinity) - killedAt).toBeLessThanOrEqual(2 * pollMs);
    expect(others.map(({ upstream: own }) => own.seen.length)).toEqual([0, 0]);
    await clients.stop();
    expect(clients.statuses()).toEqual(new Set([200]));
  });

  test('share the refusal of the key and its pause', async () => {
    const redis = await startRedis();
    const { upstream, relays } = await startRelays(redis.url, refuses(401));
    for (const relay of relays) expect((await relay.get(partner)).status).toBe(502);
    expect(upstream.seen.length).toBe(1);
  });

  test('share Retry-After', async () => {
    const redis = await startRedis();
    const { upstream, relays } = await startRelays(redis.url, inTurn(refuses(429, { 'Retry-After': '60' })));
    for (const relay of relays) {
      expect((await relay.get(partner)).status).toBe(503);
      expect((await relay.get('/api/prices')).status).toBe(503);
    }
    expect(upstream.seen.length).toBe(1);
  });

  test('share the limit of upstream requests', async () => {
    const redis = await startRedis();
    const body = { updated_at: '2026-11-20T10:00:00.000Z', markets: [], items: { a: { steam: { price: 1 } } } };
    const upstream = await startUpstream(answers(body));
    const more = { upstream, limits: { ...limits, otherUpstreamPerMinute: 4 }, env: { RELAY_STORE: redis.url } };
    const relays = await Promise.all([1, 2, 3].map(() => startTestRelay(answers(body), more)));
    const markets = ['buff163', 'csfloat', 'youpin', 'dmarket', 'steam', 'gamerpay'];
    const statuses = [];
    for (const [at, market] of markets.entries()) {
      statuses.push((await relays[at % 3]?.get(`/api/prices?markets=${market},skins`))?.status);
    }
    expect(statuses.sort()).toEqual([200, 200, 200, 200, 429, 429]);
    expect(upstream.seen.length).toBe(4);
  });

  test('serve what they hold and say so when the store dies, ask no more than one relay together, and meet again', async () => {
    const redis = await startRedis();
    const { upstream, relays } = await startRelays(redis.url, counter(), 3, 0.5);
    await Promise.all(relays.map(({ get }) => get(partner)));
    // Each has met the others.
    await until(
      async () => redis.read('ZCARD', redis.keys().find((name) => name.endsWith(':relays')) ?? ''),
      (count) => count === '3',
    );
    await sleep(400);
    await redis.kill();
    const lost = performance.now();
    for (const { url } of relays) {
      await until(
        () => healthOf(url),
        (health) =>
          JSON.stringify(health).includes('"ready":true') && JSON.stringify(health).includes('"storage":"away"'),
      );
    }
    const ask = async () => {
      for (const relay of relays) expect((await relay.get(partner)).status).toBe(200);
      await sleep(20);
    };
    while (performance.now() - lost < 4000) await ask();
    const during = upstream.seen.filter(({ at }) => at > lost).length;
    expect(during).toBeGreaterThanOrEqual(2);
    expect(during).toBeLessThanOrEqual(4000 / 500 + 1);
    await redis.start();
    for (const { url } of relays) {
      await until(
        () => healthOf(url),
        (health) => !JSON.stringify(health).includes('away'),
        400,
      );
    }
    const tags = await until(
      async () => {
        const got = await Promise.all(relays.map(({ get }) => get(partner)));
        return new Set(got.map(({ headers }) => headers.etag));
      },
      ({ size }) => size === 1,
    );
    expect(tags.size).toBe(1);
  });

  test('leave neither the key nor a token in the store, and take nothing from it that was not signed with the key', async () => {
    const redis = await startRedis();
    const upstream = await startUpstream(answers(partnerRows(5)));
    const env = { RELAY_STORE: redis.url, RELAY_TOKENS: 'a-token-of-mine-1', RELAY_POLL_SECONDS: '30' };
    const first = await startTestRelay(answers(partnerRows(5)), { upstream, env, limits });
    const Authorization = 'Bearer a-token-of-mine-1';
    await first.get(partner, { Authorization });
    await first.get('/api/csgoroll-prices', { Authorization });
    const state = redis.keys().find((name) => name.endsWith(':state')) ?? '';
    const held = redis
      .keys()
      .map((name) => name + redis.read('TYPE', name) + (name === state ? redis.read('GET', name) : ''));
    expect(held.join()).toContain(partner);
    for (const secret of [key, 'a-token-of-mine-1']) expect(held.join()).not.toContain(secret);
    redis.read('SET', state, redis.read('GET', state).replace('"lastModified":1', '"lastModified":2'));
    const second = await startTestRelay(answers(partnerRows(5)), { upstream, env, limits });
    expect((await second.get(partner, { Authorization })).status).toBe(200);
    expect(upstream.seen.filter(({ target }) => target === partner).length).toBe(2);
    expect((await second.logged()).join()).toContain('the shared state is foreign');
  });

  test.each([
    [
      'a wrong password',
      (url: string) => url.replace('the-password', 'not-the-password'),
      'refuses the user or the password',
    ],
    ['a wrong port', (url: string) => url.replace(/\d+$/, '1'), 'does not answer as a Redis or Valkey server'],
    ['no Redis address', () => 'http://secret-word@host', 'it is no redis or rediss address'],
  ])('stop the start with one line and exit code 1 for %s', async (_, change, words) => {
    const redis = await startRedis();
    const store = change(redis.url);
    const { child, output, folder } = await run({
      PRICE_API_URL: 'http://127.0.0.1:1',
      PRICE_API_KEY: key,
      RELAY_PORT: '0',
      RELAY_STORE: store,
    });
    expect(await exitOf(child)).toBe(1);
    expect(output().trim().split('\n').length).toBe(1);
    expect(output()).toContain(words);
    expect(output()).not.toMatch(/password-of|secret-word/);
    expect(folder).toBeTruthy();
  });
});

/** Simulated clients in a bounded loop: each asks in its turn, over few connections that stay open. */
async function startClients(urls: readonly string[], count: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  const statuses = new Set<number>();
  let isStopped = false;
  const ask = (url: string): Promise<void> =>
    new Promise((resolve) => {
      const sent = request(url + partner, { agent, headers: { 'Accept-Encoding': 'gzip' } }, (response) => {
        statuses.add(response.statusCode ?? 0);
        response.resume().on('close', resolve);
      });
      // A relay that was killed.
      sent.on('error', () => resolve());
      sent.end();
    });
  const loop = async (worker: number): Promise<void> => {
    for (let client = worker; !isStopped; client = (client + 20) % count) {
      await ask(urls[client % urls.length] ?? '');
      await sleep(5);
    }
  };
  const loops = Array.from({ length: 20 }, (_, worker) => loop(worker));
  return {
    statuses: () => statuses,
    async stop() {
      isStopped = true;
      await Promise.all(loops);
      agent.destroy();
    },
  };
}
