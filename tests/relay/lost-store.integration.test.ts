/** @module-tag full */

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { marketIds } from '#core/prices/markets.ts';
import { startSetupRelay } from './admin/setup-relay.ts';
import { redisProgram } from './redis-program.ts';
import { startRedis } from './redis-server.ts';
import { movingPrices, sharedLimits, startSharedRelays, untilStore } from './shared-relays.ts';
import { partner, type RawResponse, type RelayTestBed, until } from './test-relay.ts';
import { answers, key, partnerRows, type Script } from './upstream.ts';

interface CuttableProxy {
  readonly url: string;
  /** `reset`: every connection ends, and so does every new one. `silent`: connections stay, but nothing gets through. */
  readonly cut: (how: 'reset' | 'silent') => void;
  readonly heal: () => void;
}

async function startProxy(url: string): Promise<CuttableProxy> {
  const port = Number(new URL(url).port);
  const sockets = new Set<Socket>();
  let mode: 'open' | 'reset' | 'silent' = 'open';
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on('data', (part) => mode === 'open' && to.write(part));
    }
    if (mode === 'reset') near.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    server.close();
    end();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: url.replace(`:${port}`, `:${address.port}`),
    cut(how) {
      mode = how;
      if (how === 'reset') end();
    },
    heal() {
      // What was lost on the way never comes, so the connections are of no use.
      end();
      mode = 'open';
    },
  };
}

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
  test('ask nothing, serve what they hold and say so, and go on when it is back', async () => {
    const redis = await startRedis();
    const { upstream, relays } = await startSharedRelays(redis.url, movingPrices(), 0.2);
    await Promise.all(relays.map(untilPriced));
    await redis.kill();
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
    await redis.start();
    await Promise.all(relays.map(({ url }) => untilStore(url, 'there')));
    await until(() => Promise.all(relays.map(({ get }) => get(partner)))).gives(
      (got) => upstream.seen.length > asked && new Set(got.map(({ headers }) => headers.etag)).size === 1,
    );
  });

  test.each(['reset', 'silent'] as const)('ask nothing when one of them alone has lost it (%s)', async (how) => {
    const redis = await startRedis();
    const proxy = await startProxy(redis.url);
    const stores = [redis.url, redis.url, proxy.url];
    const { upstream, relays } = await startSharedRelays(stores, bothEndpoints, 0.2);
    const [connected, , cutOff] = relays;
    for (const relay of relays) await untilPriced(relay);
    await Promise.all(relays.map(({ url }) => untilStore(url, 'there')));
    proxy.cut(how);
    await untilStore(cutOff?.url ?? '', 'away');
    const held = await until(() => cutOff?.get(partner)).gives(isStaleBecause('store-away'));
    expect(held?.status).toBe(200);
    for (const query of queries('avg_7')) {
      const { status, headers } = (await cutOff?.get(query)) ?? {};
      expect([status, headers?.['cache-status']]).toEqual([503, expect.stringContaining('detail=store-away')]);
    }
    const asked = upstream.seen.length;
    expect((await connected?.get('/api/prices?fields=count'))?.status).toBe(200);
    await until(() => connected?.get(partner)).gives(() => upstream.seen.length > asked + 1);
    proxy.heal();
    await untilStore(cutOff?.url ?? '', 'there');
    await until(() => Promise.all(relays.map(({ get }) => get(partner)))).gives((got) =>
      got.every(({ headers }) => !headers['cache-status']?.includes('store-away')),
    );
    expect(upstream.seen.filter(({ target }) => target.includes('avg_7'))).toEqual([]);
  });

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
