/** @module-tag full */
import { describe, expect, test } from 'vitest';
import { marketIds } from '#core/prices/markets.ts';
import { startSetupRelay } from './admin/setup-relay.ts';
import { redisProgram } from './redis-program.ts';
import { startRedis } from './redis-server.ts';
import { movingPrices, sharedLimits, startSharedRelays, untilStore } from './shared-relays.ts';
import { partner, type RawResponse, type RelayTestBed, until } from './test-relay.ts';
import { answers, key, partnerRows, type Script } from './upstream.ts';

/** Waits until a relay has prices: on a busy machine its store may seem away for a moment. */
const untilPriced = ({ get }: RelayTestBed) => until(() => get(partner)).gives(({ status }) => status === 200);

/** Whether an answer says that it is old, and why. */
const isStaleBecause = (cause: string) => (got: RawResponse | undefined) =>
  got?.headers['cache-status']?.includes(`detail="stale: ${cause}"`) ?? false;

/** Queries that the extension does not send: one for each market. */
const queries = (field: string): string[] => marketIds.map((id) => `/api/prices?fields=${field}&markets=${id}`);

const everyMarket = Object.fromEntries(marketIds.map((id) => [id, id === 'csgoroll' ? { coins: 1 } : { price: 1 }]));

const bothEndpoints: Script = (request, response) =>
  answers(
    request.url === partner
      ? partnerRows(5)
      : { updated_at: '2026-11-20T10:00:00.000Z', markets: marketIds, items: { a: everyMarket } },
  )(request, response);

describe.skipIf(!redisProgram)('relays that lose the store that they share', () => {
  test.each(['ends', 'freezes'])(
    'ask nothing where it %s, serve what they hold and say so, and go on later',
    async (how) => {
      const redis = await startRedis();
      const { upstream, relays } = await startSharedRelays(redis.url, movingPrices(), 0.2);
      await Promise.all(relays.map(untilPriced));
      if (how === 'ends') await redis.kill();
      else redis.freeze();
      await Promise.all(relays.map(({ url }) => untilStore(url, 'away')));
      const asked = upstream.seen.length;
      for (const { get } of relays) {
        expect((await get('/metrics')).body.toString()).toContain('\nrelay_shared_store_away 1\n');
        const held = await until(() => get(partner)).gives(isStaleBecause('store-away'));
        expect(held.status).toBe(200);
        // Another relay may have had these.
        expect((await get('/api/prices')).status).toBe(503);
      }
      expect(upstream.seen.length).toBe(asked);
      await redis.kill();
      await redis.start();
      await Promise.all(relays.map(({ url }) => untilStore(url, 'there')));
      await until(() => Promise.all(relays.map(({ get }) => get(partner)))).gives(
        (got) => upstream.seen.length > asked && new Set(got.map(({ headers }) => headers.etag)).size === 1,
      );
    },
  );

  test('ask nothing for a minute when it is restarted empty', async () => {
    const redis = await startRedis();
    const limits = { storeQuietMs: 60_000 };
    const { upstream, relays } = await startSharedRelays(redis.url, bothEndpoints, 0.2, limits);
    const known = queries('count').slice(0, 3);
    for (const [at, query] of known.entries()) expect((await relays[at]?.get(query))?.status).toBe(200);
    await redis.kill();
    await Promise.all(relays.map(({ url }) => untilStore(url, 'away')));
    await redis.start();
    await Promise.all(relays.map(({ url }) => untilStore(url, 'there')));
    for (const [at, { get }] of relays.entries()) {
      const held = await until(() => get(known[at] ?? '')).gives(isStaleBecause('store-away'));
      expect(held.status).toBe(200);
      expect((await get('/api/prices?fields=link&markets=skins')).status).toBe(503);
    }
    expect(upstream.seen.length).toBe(known.length);
  });

  test('show it on their page', async () => {
    const redis = await startRedis();
    const env = { RELAY_STORE: redis.url, PRICE_API_URL: 'http://127.0.0.1:1', PRICE_API_KEY: key };
    const { page } = await startSetupRelay(answers(partnerRows(5)), { env, limits: sharedLimits });
    const words = 'The store that the relays share does not respond';
    expect(await page('&step=status')).not.toContain(words);
    await redis.kill();
    await until(() => page('&step=status')).gives((text) => text.includes(words));
  });
});
