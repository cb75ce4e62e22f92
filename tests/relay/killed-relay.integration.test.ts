/** @module-tag full */
import { describe, expect, test } from 'vitest';
import { redisProgram } from './redis-program.ts';
import { startRedis } from './redis-server.ts';
import { runAgainst } from './relay-process.ts';
import { movingPrices } from './shared-relays.ts';
import { get, partner, until } from './test-relay.ts';
import { hangs, inTurn } from './upstream.ts';

/** Three relays in processes of their own that share a store and the first one's upstream. */
async function runRelays(script: Parameters<typeof runAgainst>[0], pollSeconds: number) {
  const redis = await startRedis();
  const env = { RELAY_STORE: redis.url, RELAY_POLL_SECONDS: String(pollSeconds), RELAY_HISTORY: 'off' };
  const first = await runAgainst(script, env);
  const same = { ...env, PRICE_API_URL: first.upstream.url };
  const [second, third] = await Promise.all([runAgainst(script, same), runAgainst(script, same)]);
  return { redis, relays: [first, second, third] as const, upstream: first.upstream };
}

describe.skipIf(!redisProgram)('processes that share a store', () => {
  test('go on when the one that asks upstream is killed: another asks when its lease ends, and none before', async () => {
    const moving = movingPrices();
    const { redis, relays, upstream } = await runRelays(inTurn(moving, hangs, moving), 1);
    const [first, ...others] = relays;
    for (const { url } of relays) expect((await get(url + partner)).status).toBe(200);
    // The others are asked again only when the first one has the lease.
    await until(() => get(first.url + partner)).gives(() => upstream.seen.length === 2);
    const lease = redis.keys().find((name) => name.endsWith(`:lease:${partner}`)) ?? '';
    const held = redis.read('GET', lease);
    first.child.kill('SIGKILL');
    const statuses = new Set<number>();
    await until(async () => {
      for (const { url } of others) statuses.add((await get(url + partner)).status);
      const asked = upstream.seen.length;
      if (redis.read('GET', lease) === held) expect(asked).toBe(2);
    }).gives(() => upstream.seen.length === 3);
    expect(Number(redis.read('PTTL', lease))).toBeLessThanOrEqual(1000);
    expect(statuses).toEqual(new Set([200]));
  });
});
