/** @module-tag full */
import { describe, expect, test } from 'vitest';
import { redisProgram } from './redis-program.ts';
import { startRedis } from './redis-server.ts';
import { sharedLimits } from './shared-relays.ts';
import { get, jsonOf, partner, startTestRelay, until } from './test-relay.ts';
import { answers, partnerRows, refuses } from './upstream.ts';

const beyond = { RELAY_HOST: '0.0.0.0', RELAY_TOKENS: 'a-token-of-16-letters' };
const withToken = { Authorization: `Bearer ${beyond.RELAY_TOKENS}` };

describe('a relay that others can reach', () => {
  test('tells a stranger whether it is ready, and nothing else', async () => {
    const { url, upstream } = await startTestRelay(answers(partnerRows(2)), { env: beyond });
    const home = url.replace('0.0.0.0', '127.0.0.1');
    expect(jsonOf(await get(`${home}/healthz`))).toEqual({ ready: true });
    upstream.does(refuses(401));
    await get(home + partner, withToken);
    const down = await get(`${home}/healthz`);
    expect([down.status, jsonOf(down)]).toEqual([503, { ready: false }]);
    for (const target of ['/', '/setup/page.js', '/metrics']) {
      const { status, body } = await get(home + target);
      expect([401, 404]).toContain(status);
      expect(body.toString()).not.toMatch(/relay_|process_|unauthorized/);
    }
  });

  test.skipIf(!redisProgram)('does not tell a stranger that its store is away', async () => {
    const redis = await startRedis();
    const env = { ...beyond, RELAY_STORE: redis.url };
    const { url } = await startTestRelay(answers(partnerRows(2)), { env, limits: sharedLimits });
    const home = url.replace('0.0.0.0', '127.0.0.1');
    await redis.kill();
    await until(async () => (await get(`${home}/metrics`, withToken)).body.toString()).gives((text) =>
      text.includes('relay_shared_store_away 1'),
    );
    expect(jsonOf(await get(`${home}/healthz`))).toEqual({ ready: true });
    for (const headers of [{}, { Authorization: 'Bearer a-wrong-token-of-16' }, { 'X-Forwarded-For': '127.0.0.1' }]) {
      const { status, body } = await get(`${home}/metrics`, headers);
      expect([status, body.toString().includes('relay_')]).toEqual([401, false]);
    }
  });
});
