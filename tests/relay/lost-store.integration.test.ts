import { describe, expect, test } from 'vitest';
import { marketIds } from '#core/markets.ts';
import { startProxy } from './cuttable-proxy.ts';
import { redisProgram } from './redis-program.ts';
import { type RedisServer, startRedis } from './redis-server.ts';
import { startSetupRelay } from './setup/setup-relay.ts';
import { movingPrices, sharedLimits, startSharedRelays, untilStore } from './shared-relays.ts';
import { key, partner, type RelayTestBed, sleep, until } from './test-relay.ts';
import { answers, partnerRows, type Script } from './upstream.ts';

/** Waits until every relay has met the others. */
const untilMet = (redis: RedisServer) =>
  until(
    async () => redis.read('ZCARD', redis.keys().find((name) => name.endsWith(':relays')) ?? ''),
    (count) => count === '3',
  );

/** Waits until a relay has prices: on a busy machine its store may seem away for a moment. */
const untilPriced = ({ get }: RelayTestBed) =>
  until(
    () => get(partner),
    ({ status }) => status === 200,
  );

/** Queries that the extension does not send: one for each market, and other ones for each field. */
const queries = (field: string): string[] => marketIds.map((id) => `/api/prices?fields=${field}&markets=${id}`);

/** Both endpoints of the price API. */
const bothEndpoints: Script = (request, response) =>
  answers(
    request.url === partner
      ? partnerRows(5)
      : { updated_at: '2026-11-20T10:00:00.000Z', markets: [], items: { a: { steam: { price: 1 } } } },
  )(request, response);

describe.skipIf(!redisProgram)('relays that lose the store that they share', () => {
  test('serve what they hold and say so, ask no more than one relay together, and meet again', async () => {
    const redis = await startRedis();
    const pollMs = 500;
    const { upstream, relays } = await startSharedRelays(redis.url, movingPrices(), pollMs / 1000, {
      aloneUpstreamPerMinute: 60,
    });
    await Promise.all(relays.map(untilPriced));
    await untilMet(redis);
    await redis.kill();
    const lost = performance.now();
    await Promise.all(relays.map(({ url }) => untilStore(url, 'away')));
    for (const { get } of relays) {
      expect((await get('/metrics')).body.toString()).toContain('\nrelay_shared_store_away 1\n');
    }
    const states = new Set<string | undefined>();
    const askedSinceLoss = () => upstream.seen.filter(({ at }) => at > lost).length;
    await until(
      async () => {
        for (const { get } of relays) {
          const { status, headers } = await get(partner);
          expect(status).toBe(200);
          states.add(/detail=".*"/.exec(headers['cache-status'] ?? '')?.[0]);
        }
      },
      () => askedSinceLoss() >= 4 && states.has('detail="stale: store-away"'),
      1000,
    );
    expect(askedSinceLoss()).toBeLessThanOrEqual((performance.now() - lost) / pollMs + 1);
    await redis.start();
    await Promise.all(relays.map(({ url }) => untilStore(url, 'there')));
    await until(
      async () => {
        const got = await Promise.all(relays.map(({ get }) => get(partner)));
        return new Set(got.map(({ headers }) => headers.etag));
      },
      ({ size }) => size === 1,
    );
  });

  test('keep the limit of the key although one of them still has the store', async () => {
    const redis = await startRedis();
    const proxies = [await startProxy(redis.url), await startProxy(redis.url)];
    const limits = { upstreamPerMinute: 9, otherUpstreamPerMinute: 9, aloneUpstreamPerMinute: 3 };
    const fields = ['avg_7', 'avg_30'];
    const stores = [redis.url, ...proxies.map(({ url }) => url)];
    const { upstream, relays } = await startSharedRelays(stores, bothEndpoints, 0.2, limits);
    const [connected, ...isolated] = relays;
    for (const relay of relays) await untilPriced(relay);
    await Promise.all(relays.map(({ url }) => untilStore(url, 'there')));
    await untilMet(redis);
    proxies[0]?.cut('reset');
    proxies[1]?.cut('silent');
    await Promise.all(isolated.map(({ url }) => untilStore(url, 'away')));
    const askAll = async () => {
      await Promise.all(queries('count').map((query) => connected?.get(query)));
      for (const [at, { get }] of isolated.entries()) {
        await Promise.all(queries(fields[at] ?? '').map((query) => get(query)));
      }
    };
    const isAsked = (field: string) => upstream.seen.some(({ target }) => target.includes(field));
    await until(askAll, () => fields.every(isAsked) && upstream.seen.length >= 9);
    for (let round = 0; round < 10; round++) await askAll();
    for (const { get } of isolated) expect((await get(partner)).status).toBe(200);
    for (const proxy of proxies) proxy.heal();
    await Promise.all(isolated.map(({ url }) => untilStore(url, 'there')));
    for (const { get } of relays) await Promise.all(queries('link').map((query) => get(query)));
    expect(upstream.seen.length).toBeLessThanOrEqual(9 + 3);
  });

  test('keep the limit of the key when the store is restarted empty', async () => {
    const redis = await startRedis();
    const limits = { upstreamPerMinute: 5, otherUpstreamPerMinute: 5, aloneQuietMs: 60_000 };
    const { upstream, relays } = await startSharedRelays(redis.url, bothEndpoints, 0.2, limits);
    const known = queries('count').slice(0, 5);
    for (const [at, query] of known.entries()) expect((await relays[at % 3]?.get(query))?.status).toBe(200);
    await redis.kill();
    await redis.start();
    for (let round = 0; round < 20; round++) {
      for (const [at, { get }] of relays.entries()) expect((await get(known[at] ?? '')).status).toBe(200);
      await sleep(20);
    }
    await Promise.all(relays.map(({ url }) => untilStore(url, 'there')));
    for (const { get } of relays) expect((await get('/api/prices?fields=link&markets=skins')).status).toBe(429);
    expect(upstream.seen.length).toBe(5);
  });

  test('show it on their page', async () => {
    const redis = await startRedis();
    const env = { RELAY_STORE: redis.url, PRICE_API_URL: 'http://127.0.0.1:1', PRICE_API_KEY: key };
    const { page } = await startSetupRelay(answers(partnerRows(5)), { env, limits: sharedLimits });
    const words = 'The store that the relays share does not respond';
    expect(await page('&step=status')).not.toContain(words);
    await redis.kill();
    await until(
      () => page('&step=status'),
      (text) => text.includes(words),
    );
  });
});
