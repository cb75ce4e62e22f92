import { describe, expect, test } from 'vitest';
import { redisProgram } from './redis-program.ts';
import { startRedis } from './redis-server.ts';
import { runAgainst } from './relay-process.ts';
import { movingPrices, startClients } from './shared-relays.ts';
import { get, partner, until } from './test-relay.ts';
import { hangs, inTurn } from './upstream.ts';

const pollMs = 1000;

/** Relays in processes of their own that share a store and the first one's upstream. */
async function runRelays(script: Parameters<typeof runAgainst>[0]) {
  const redis = await startRedis();
  const env = { RELAY_STORE: redis.url, RELAY_POLL_SECONDS: String(pollMs / 1000) };
  const first = await runAgainst(script, env);
  const same = { ...env, PRICE_API_URL: first.upstream.url };
  const others = await Promise.all([1, 2].map(() => runAgainst(script, same)));
  return { first, others, upstream: first.upstream };
}

describe.skipIf(!redisProgram)('processes that share a store', () => {
  // RELAY_TEST_CLIENTS=10000 is the number that the relay is made for.
  test('cost the requests of one relay, for thousands of clients', async () => {
    const { first, others, upstream } = await runRelays(movingPrices());
    const count = Number(process.env['RELAY_TEST_CLIENTS'] ?? 600);
    const clients = startClients(
      [first, ...others].map(({ url }) => url),
      count,
    );
    const start = performance.now();
    const before = upstream.seen.length;
    await until(
      async () => clients.served(),
      (served) => served === count && upstream.seen.length >= before + 3,
      4000,
    );
    const ms = performance.now() - start;
    await clients.stop();
    expect(upstream.seen.length - before).toBeLessThanOrEqual(ms / pollMs + 1);
    expect(clients.statuses()).toEqual(new Set([200]));
    if (process.env['RELAY_TEST_CLIENTS']) {
      process.stdout.write(`${count} clients in ${ms} ms, ${upstream.seen.length - before} upstream requests\n`);
    }
  }, 120_000);

  test('go on when the one that asks upstream is killed: another asks after a poll period, and none before', async () => {
    const moving = movingPrices();
    const { first, others, upstream } = await runRelays(inTurn(moving, hangs, moving));
    for (const { url } of [first, ...others]) expect((await get(url + partner)).status).toBe(200);
    // The others are asked again only when the first one has its turn.
    await until(
      () => get(first.url + partner),
      () => upstream.seen.length === 2,
    );
    first.child.kill('SIGKILL');
    const statuses = new Set<number>();
    await until(
      async () => {
        for (const { url } of others) statuses.add((await get(url + partner)).status);
      },
      () => upstream.seen.length === 3,
    );
    const [, hanging, next] = upstream.seen.map(({ at }) => at);
    expect(statuses).toEqual(new Set([200]));
    expect((next ?? 0) - (hanging ?? 0)).toBeGreaterThanOrEqual(pollMs * 0.9);
  });
});
