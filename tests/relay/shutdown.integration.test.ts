import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { redisProgram } from './redis-program.ts';
import { startRedis } from './redis-server.ts';
import { runAgainst } from './relay-process.ts';
import { makeHangingFolder } from './store/hanging-folder.ts';
import { get, jsonOf, partner, until } from './test-relay.ts';
import { answers, hangs, partnerRows } from './upstream.ts';

/**
 * Ends a test whose process does not end, ms. What hangs here hangs for a minute or for ever; the bound of five seconds is
 * that of `shutdownMs`, and no test measures it: a busy machine takes longer.
 */
const limitMs = 30_000;

/** More than the buffers of a connection that nobody reads. */
const largeBody = Object.fromEntries(
  Array.from({ length: 40_000 }, (_, at) => {
    const price = (at ** 3 * 7919) % 100_003;
    return [
      `★ Item ${at} | Skin ${(price * 31) % 997} (Field-Tested)`,
      { price_buff: price, price_uu: (price * 17) % 90_001, price_csfloat: (price * 13) % 80_021, liquidity: at % 100 },
    ];
  }),
);

test.skipIf(process.platform === 'win32')(
  'a process whose disk hangs serves prices, says so, and ends on SIGTERM',
  async () => {
    const { folder } = await makeHangingFolder();
    const { child, url, output } = await runAgainst(answers(partnerRows(9)), { RELAY_CACHE_DIR: folder });
    expect(jsonOf(await get(url + partner))).toEqual(partnerRows(9));
    expect(jsonOf(await get(`${url}/healthz`))).toMatchObject({ ready: true, upstream: 'ok', storage: 'stalled' });
    expect((await get(`${url}/metrics`)).body.toString()).toContain('\nrelay_storage_stalled 1\n');
    await until(() => output()).gives((text) => text.includes('disk-stalled'));
    const exit = once(child, 'exit', { signal: AbortSignal.timeout(limitMs) });
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
  },
  60_000,
);

test.skipIf(!redisProgram)(
  'a process whose upstream, shared store and clients all hang ends on SIGTERM',
  { tags: ['full'], timeout: 60_000 },
  async () => {
    const redis = await startRedis();
    const { child, url, upstream } = await runAgainst(answers(largeBody), { RELAY_STORE: redis.url });
    expect((await get(url + partner)).status).toBe(200);
    const asked = upstream.seen.length;
    upstream.does(hangs);
    const port = Number(new URL(url).port);
    const send = (text: string) =>
      connect(port, '127.0.0.1')
        .on('error', () => undefined)
        .pause()
        .write(text);
    // It waits for upstream, it never reads its answer, and its request never ends.
    send('GET /api/prices HTTP/1.1\r\nHost: localhost\r\n\r\n');
    send(`GET ${partner} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    send('GET /healthz HTTP/1.1\r\nHost: localhost\r\n');
    await until(() => upstream.seen.length).gives((count) => count > asked);
    redis.freeze();
    const exit = once(child, 'exit', { signal: AbortSignal.timeout(limitMs) });
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
  },
);
