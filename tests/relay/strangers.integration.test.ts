/** @module-tag full */
import { expect, test } from 'vitest';
import { get, jsonOf, partner, startTestRelay } from './test-relay.ts';
import { refuses } from './upstream.ts';

const beyond = { RELAY_HOST: '0.0.0.0', RELAY_TOKENS: 'a-token-of-16-letters' };
const withToken = { Authorization: `Bearer ${beyond.RELAY_TOKENS}` };

test('a relay that others can reach tells a stranger whether it is ready, and nothing else', async () => {
  const { url, upstream } = await startTestRelay(refuses(500), { env: beyond });
  const home = url.replace('0.0.0.0', '127.0.0.1');
  // No guest's own query makes it look ill.
  expect((await get(`${home}/api/prices?fields=count`, withToken)).status).toBe(503);
  expect(jsonOf(await get(`${home}/healthz`))).toEqual({ ready: true });
  upstream.does(refuses(401));
  await get(home + partner, withToken);
  const down = await get(`${home}/healthz`);
  expect([down.status, jsonOf(down)]).toEqual([503, { ready: false }]);
  const { status, body } = await get(`${home}/metrics`);
  expect(status).toBe(401);
  expect(body.toString()).not.toMatch(/relay_|process_|unauthorized/);
});
