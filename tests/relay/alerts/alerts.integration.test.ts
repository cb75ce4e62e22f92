import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { type RequestListener, request } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { parseConfigFile } from '#relay/admin/config-store.ts';
import { startSetupRelay } from '../admin/setup-relay.ts';
import { until } from '../test-relay.ts';
import { answers, partnerRows } from '../upstream.ts';
import { startReceiver } from './alert-channel.ts';

const device = 'device-of-the-tests';
const name = 'AK-47 | Redline (Field-Tested)';
const origin = 'chrome-extension://abcdefghijklmnopabcdefghijklmnop';
const rows = (cents: number) => ({ [name]: { price_buff: cents, price_uu: 2000, price_csfloat: 2000 } });
const list = JSON.stringify({ staleMinutes: 90, items: [{ name, alert: { kind: 'below', cents: 1000 } }] });

async function startBed(alerts: (url: string) => unknown, listener?: RequestListener) {
  const channel = await startReceiver(listener);
  const bed = await startSetupRelay(answers(rows(1500)), {
    key: 'sk_live_of-the-tests-of-alerts',
    env: { RELAY_POLL_SECONDS: '0.1' },
    limits: { backgroundPollMs: 100, alertTimeoutMs: 300, alertRetryMs: 50, alertSettleMs: 0, upstreamPerMinute: 6000 },
    alertBases: { discord: channel.url, telegram: channel.url },
    file: { alerts: alerts(channel.url) },
  });
  const put = (body = list, headers: Record<string, string> = { Origin: origin }, method = 'PUT') =>
    bed.send(`/api/watch-list?device=${device}`, {
      method,
      body,
      headers: { 'Content-Type': 'application/json', ...headers },
    });
  return { ...bed, channel, put };
}

const ntfy = (url: string) => ({ kind: 'ntfy', url: `${url}/topic` });

describe('a crossing', () => {
  test('is told once', async () => {
    const { put, channel, upstream } = await startBed(ntfy);
    expect((await put()).status).toBe(200);
    await until(() => upstream.seen.length).gives((count) => count > 1);
    upstream.does(answers(rows(900)));
    await until(() => channel.seen.length).gives((count) => count > 0);
    upstream.does(answers(rows(890)));
    const asked = upstream.seen.length;
    await until(() => upstream.seen.length).gives((count) => count > asked + 4);
    expect(channel.seen).toHaveLength(1);
    expect(channel.seen[0]).toMatchObject({
      target: '/topic',
      body: expect.stringContaining('BUFF163 $9.00 ≤ $10.00 · 0 min'),
    });
  });

  test('in a large body is told without parsing that body beside the clients', async () => {
    const { put, channel, upstream } = await startBed(ntfy);
    await put();
    const parse = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parse.mockRestore());
    upstream.does(answers({ ...partnerRows(10_000), ...rows(900) }));
    await until(() => channel.seen.length).gives((count) => count > 0);
    expect(Math.max(...parse.mock.calls.map(([text]) => text.length))).toBeLessThan(10_000);
  });

  test.each<[string, RequestListener]>([
    ['500', (_, response) => void response.writeHead(500).end()],
    ['a redirect', (_, response) => void response.writeHead(302, { Location: '/elsewhere' }).end()],
  ])('is tried six times against %s, and prices go on', async (_, listener) => {
    const { put, channel, upstream, send, page } = await startBed(ntfy, listener);
    upstream.does(answers(rows(900)));
    await put();
    await until(() => channel.seen.length, 400).gives((count) => count >= 6);
    await until(() => page('&step=status')).gives((text) => text.includes('to be sent</dt><dd>0<'));
    expect([(await send('/api/get-partner-prices')).status, channel.seen.length]).toEqual([200, 6]);
    expect(channel.seen.every(({ target }) => target === '/topic')).toBe(true);
  });
});

describe('a watch list', () => {
  test('is taken from extensions alone, strictly, and kept in a database of the user', async () => {
    const { put, cacheDir, send } = await startBed(ntfy);
    expect((await put(list, {})).status).toBe(403);
    expect((await put(list, { Origin: 'https://page.example' })).status).toBe(403);
    expect((await put('{"staleMinutes":90,"items":[{"name":"x"}]}')).status).toBe(400);
    expect((await put('x'.repeat(300_000))).status).toBe(413);
    const foreign = await send('/api/get-partner-prices', { method: 'PUT' });
    expect([foreign.status, foreign.headers['allow']]).toEqual([405, 'GET']);
    expect((await put()).status).toBe(200);
    const path = join(cacheDir, 'relay.db');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const database = new DatabaseSync(path, { readOnly: true });
    onTestFinished(() => database.close());
    const kept = () => JSON.stringify(database.prepare('SELECT text FROM watch_lists').all());
    expect(kept()).toContain(name);
    expect((await put('', undefined, 'DELETE')).status).toBe(200);
    expect(kept()).not.toContain(name);
  });

  test('whose end is held back is in memory: of one client two are taken at once', async () => {
    const { relay } = await startBed(ntfy);
    const begin = () => {
      const sent = request(`${relay.url}/api/watch-list?device=${device}`, {
        method: 'PUT',
        headers: { Origin: origin, 'Content-Type': 'application/json', 'Content-Length': 200_000 },
      }).on('error', () => undefined);
      onTestFinished(() => void sent.destroy());
      sent.write('x');
      return once(sent, 'response').then(([{ statusCode }]) => statusCode);
    };
    expect(await Promise.race([begin(), begin(), begin()])).toBe(429);
  });

  test('that is sent again and again is refused before it is read', async () => {
    const { put } = await startBed(ntfy);
    for (let at = 0; at < 12; at++) expect((await put('no list')).status).toBe(400);
    expect((await put('no list')).status).toBe(429);
    expect((await put(list, { Origin: origin.replace('a', 'b') })).status).toBe(200);
  });

  test('that the disk refuses is 503, so that the extension sends it again', async () => {
    const { send } = await startSetupRelay(answers({}), { env: { RELAY_HISTORY: '/dev/null/relay.db' } });
    const got = await send(`/api/watch-list?device=${device}`, {
      method: 'PUT',
      body: list,
      headers: { 'Content-Type': 'application/json', Origin: origin },
    });
    expect([got.status, got.headers['retry-after']]).toEqual([503, '60']);
  });

  test('is kept from an extension with a token that the relay does not need', async () => {
    const { put, channel, upstream } = await startBed(ntfy);
    expect((await put(list, { Origin: origin, Authorization: 'Bearer a-token-of-another-time' })).status).toBe(200);
    const asked = upstream.seen.length;
    await until(() => upstream.seen.length).gives((count) => count > asked + 3);
    upstream.does(answers(rows(900)));
    await until(() => channel.seen.length).gives((count) => count > 0);
  });
});

test.each([
  { kind: 'ntfy', url: 'http://192.168.1.5/topic' },
  { kind: 'ntfy', url: 'http://ntfy.sh/topic' },
  { kind: 'ntfy', url: 'https://name:word@ntfy.sh/topic' },
  { kind: 'ntfy', url: 'https://ntfy.sh/a/b' },
  { kind: 'discord', url: 'https://evil.example/api/webhooks/123/abcdefghijklmnopqrstuvwxyz' },
  { kind: 'telegram', token: 'x/../y', chat: '1' },
])('the channel %j is refused', (alerts) => {
  expect(() => parseConfigFile(JSON.stringify({ alerts }))).toThrow(TypeError);
});
