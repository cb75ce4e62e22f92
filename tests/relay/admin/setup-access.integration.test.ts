import { networkInterfaces } from 'node:os';
import { describe, expect, test } from 'vitest';
import { checkSetupRequest } from '#relay/admin/setup-app.ts';
import { hangs } from '../upstream.ts';
import { goodKey, priceApi } from './price-api-stub.ts';
import { startSetupRelay } from './setup-relay.ts';

const foreign = [
  ['from another origin', { Origin: 'https://evil.example' }, 403],
  ['from a page of another port of this machine', { Origin: 'http://127.0.0.1:3000' }, 403],
  ['from a page without an origin', { Origin: 'null' }, 403],
  ['from a page of another site', { 'Sec-Fetch-Site': 'cross-site' }, 403],
  ['from a page of the same site', { 'Sec-Fetch-Site': 'same-site' }, 403],
  ['through a rebound name', { Host: 'evil.example' }, 421],
  ['with a forged Host that begins well', { Host: '127.0.0.1.evil.example' }, 421],
  ['in a frame', { 'Sec-Fetch-Dest': 'iframe' }, 403],
  ['through a proxy', { 'X-Forwarded-For': '203.0.113.9' }, 404],
] as const;

describe('the setup page', () => {
  test('is refused to others, and changes nothing', async () => {
    const { send, post, session, config } = await startSetupRelay(hangs);
    for (const [how, headers, status] of foreign) {
      const got = await send(`/?session=${session}`, { headers });
      expect(got.status, how).toBe(status);
      expect(got.body.toString()).not.toContain('<form');
      expect((await post('/setup/name', { name: 'Mine now' }, headers)).status, how).toBe(status);
    }
    await expect(config()).rejects.toThrow('ENOENT');
  });

  test('tells nothing without the whole secret', async () => {
    const { send, session, upstream } = await startSetupRelay(hangs, {
      file: { name: 'Kitchen', priceApi: { url: 'https://prices.example', key: goodKey } },
    });
    for (const target of ['/', `/?session=${'A'.repeat(32)}`, `/?session=${session.slice(0, 16)}`]) {
      const got = await send(target);
      expect(got.status).toBe(403);
      expect(got.body.toString()).not.toMatch(/prices\.example|Kitchen|<form|session=/);
    }
    expect(upstream.seen).toEqual([]);
  });

  test('changes nothing without the secret in the form, whatever the address or a cookie says', async () => {
    const { post, session, config } = await startSetupRelay(hangs);
    const cookie = { Cookie: `session=${session}` };
    expect((await post(`/setup/name?session=${session}`, { name: 'a', session: '' }, cookie)).status).toBe(403);
    await expect(config()).rejects.toThrow('ENOENT');
  });

  test('changes nothing without an Origin', async () => {
    const { send, session } = await startSetupRelay(hangs);
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const body = `session=${session}&name=a&revision=1`;
    expect((await send('/setup/name', { method: 'POST', headers, body })).status).toBe(403);
  });

  test('may not be framed, kept, or given foreign scripts', async () => {
    const { send, session } = await startSetupRelay(hangs);
    for (const target of [`/?session=${session}`, '/', '/setup/page.css', '/setup/none']) {
      const { headers } = await send(target);
      expect(headers['content-security-policy'], target).toContain("default-src 'none'");
      expect(headers['content-security-policy'], target).toContain("frame-ancestors 'none'");
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
    expect((await send(`/?session=${session}`)).body.toString()).not.toMatch(/<script(?! src=)|<style|\son\w+=|style=/);
  });

  test('does not exist for the network', async () => {
    const start = (RELAY_HOST: string) =>
      startSetupRelay(priceApi(), {
        env: { RELAY_HOST, RELAY_TOKENS: 'a-token-of-16-letters' },
        file: { priceApi: { url: 'https://prices.example', key: goodKey } },
      });
    // One address, which the relay takes for the network's.
    expect((await start('::ffff:127.0.0.1')).relay.pageUrl).toBeUndefined();
    const { relay, session } = await start('0.0.0.0');
    const { port } = new URL(relay.url);
    expect(relay.pageUrl).toBe(`http://127.0.0.1:${port}/?session=${session}`);
    expect((await fetch(relay.pageUrl ?? '')).status).toBe(200);
    const own = Object.values(networkInterfaces())
      .flatMap((all = []) => all)
      .find((one) => one.family === 'IPv4' && !one.internal);
    if (own) expect((await fetch(`http://${own.address}:${port}/?session=${session}`)).status).toBe(404);
  });

  test.each(['192.168.1.7', '::ffff:10.0.0.1', '2001:db8::1', ''])('is hidden from the address %s', (remoteAddress) => {
    const header = (name: string) => (name === 'host' ? '127.0.0.1:8787' : undefined);
    const askFrom = (address: string) => () =>
      checkSetupRequest({
        req: { method: 'GET', header },
        env: { incoming: { socket: { remoteAddress: address } } },
      } as never);
    expect(askFrom(remoteAddress)).toThrow('nothing at this address');
    expect(askFrom('::ffff:127.0.0.1')).not.toThrow();
  });

  test('knows GET and POST only', async () => {
    const { send, session } = await startSetupRelay(hangs);
    for (const method of ['PUT', 'DELETE', 'OPTIONS', 'HEAD'])
      expect((await send(`/?session=${session}`, { method })).status, method).toBe(405);
  });
});
