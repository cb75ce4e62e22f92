/** @module-tag full */
import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { startReceiver } from '../alerts/alert-channel.ts';
import { hangs } from '../upstream.ts';
import { startSetupRelay } from './setup-relay.ts';

const token = '123456789:abcdefghijklmnopqrstuvwxyz0123456789';
const webhook = 'https://discord.com/api/webhooks/123/abcdefghijklmnopqrstuvwxyz';

/** Never answers; only then the time-out comes soon. */
const silent: RequestListener = () => undefined;

async function startBed(listener?: RequestListener) {
  const receiver = await startReceiver(listener);
  const alertBases = { discord: receiver.url, telegram: receiver.url };
  const bed = await startSetupRelay(hangs, { limits: listener === silent ? { alertTimeoutMs: 300 } : {}, alertBases });
  const textOf = (markup: string): string =>
    /id="alerts"(?: open)?>(.*?)<details class="card" id="history"/s.exec(markup)?.[1]?.replace(/<[^>]*>/g, ' ') ?? '';
  const turnOn = () => bed.post('/setup/alerts', { kind: 'ntfy', server: receiver.url, topic: 'topic' });
  return { ...bed, receiver, turnOn, section: async () => textOf(await bed.page('&step=status')) };
}

test('the page says what would be sent and to whom before anything is set up', async () => {
  const { section, receiver } = await startBed();
  const text = await section();
  expect(text).toContain('Alerts are off, and nothing is sent.');
  for (const host of ['the server below', 'discord.com', 'api.telegram.org'])
    expect(text).toContain(`It goes to ${host}, which also sees your IP address.`);
  expect(text).toContain('AK-47 | Redline (Field-Tested): BUFF163 $9.50 ≤ $10.00 · 4 min');
  expect(receiver.seen).toEqual([]);
});

test.each<[string, Record<string, string>, string, string]>([
  ['Discord', { kind: 'discord', webhook }, webhook, '/api/webhooks/123/abcdefghijklmnopqrstuvwxyz'],
  ['Telegram', { kind: 'telegram', token, chat: '42' }, token, `/bot${token}/sendMessage`],
])('%s is set up, tested and switched off, and its secret is never shown', async (name, fields, secret, target) => {
  const { post, page, config, receiver, section } = await startBed();
  expect((await post('/setup/alerts', fields)).status).toBe(303);
  expect(await config()).toHaveProperty('alerts.kind', fields['kind']);
  expect(await section()).toContain(`${name} (`);
  const tested = (await post('/setup/alerts/test')).body.toString();
  expect(tested).toMatch(/(?:discord\.com|api\.telegram\.org) accepted the message\./);
  expect(receiver.seen.map((seen) => seen.target)).toEqual([target]);
  expect(receiver.seen[0]?.body).toContain('Skinlens: this is a test.');
  for (const shown of [tested, await page('&step=status')]) {
    expect(shown).not.toContain(secret);
    expect(shown).not.toContain('abcdefghijklmnop');
  }
  expect((await post('/setup/alerts/off')).status).toBe(303);
  expect(await config()).not.toHaveProperty('alerts');
  expect((await post('/setup/alerts/test')).status).toBe(409);
  expect(receiver.seen).toHaveLength(1);
});

test.each<[string, RequestListener, string]>([
  ['404', (_, response) => void response.writeHead(404).end(), 'refused the message (status 404)'],
  ['302', (_, response) => void response.writeHead(302, { Location: '/x' }).end(), 'redirects elsewhere (status 302)'],
  ['429', (_, response) => void response.writeHead(429, { 'Retry-After': '5' }).end(), 'accepts no more messages'],
  ['503', (_, response) => void response.writeHead(503).end(), 'had an error (status 503)'],
  ['no answer', silent, 'did not answer. The message may have arrived'],
  ['a cut connection', (request) => void request.socket.destroy(), 'did not answer. The message may have arrived'],
])('a test that ends with %s says so, and the section goes on saying it', async (_, listener, words) => {
  const { turnOn, post, section, page, receiver } = await startBed(listener);
  await turnOn();
  const host = new URL(receiver.url).host;
  expect((await post('/setup/alerts/test')).body.toString()).toContain(`${host} ${words}`);
  expect(await section()).toContain(`${host} ${words}`);
  expect(await page('&step=status')).toContain('A watch-list alert was not delivered.');
  expect(receiver.seen.map(({ target }) => target)).toEqual(['/topic']);
});

test('five tests a minute are sent, and no more', async () => {
  const { turnOn, post, receiver } = await startBed();
  await turnOn();
  for (let at = 0; at < 5; at++) expect((await post('/setup/alerts/test')).status).toBe(200);
  const refused = await post('/setup/alerts/test');
  expect(refused.status).toBe(409);
  expect(refused.body.toString()).toContain('Five tests a minute are enough.');
  expect(receiver.seen).toHaveLength(5);
});

test.each<[string, Record<string, string>, string]>([
  ['http elsewhere', { kind: 'ntfy', server: 'http://192.168.1.5', topic: 'x' }, 'address of an ntfy topic'],
  ['another host', { kind: 'discord', webhook: webhook.replace('discord.com', 'evil.example') }, 'Discord webhook'],
  ['a bad token', { kind: 'telegram', token: 'x/../y', chat: '1' }, 'bot token or the chat ID'],
  ['a strange kind', { kind: '__proto__' }, 'A field is empty'],
])('a form with %s changes nothing and sends nothing', async (_, fields, words) => {
  const { post, page, receiver } = await startBed();
  const refused = await post('/setup/alerts', fields);
  expect(refused.status).toBe(400);
  expect(refused.body.toString()).toContain(words);
  expect(await page('&step=status')).toContain('Alerts are off');
  expect(receiver.seen).toEqual([]);
});

test('the page lists the devices whose lists are here, and deletes one', async () => {
  const { section, page, post, send, turnOn } = await startBed();
  await turnOn();
  const origin = 'chrome-extension://abcdefghijklmnopabcdefghijklmnop';
  for (const device of ['device-number-one', 'other-device-here']) {
    const body = JSON.stringify({ staleMinutes: 90, items: [{ name: 'A', alert: { kind: 'below', cents: 1000 } }] });
    const headers = { 'Content-Type': 'application/json', Origin: origin };
    await send(`/api/watch-list?device=${device}`, { method: 'PUT', body, headers });
  }
  const row = new RegExp(`${origin} · device-n\\s+[^A-Z]*ago\\s+1\\s+0\\s+Delete`);
  expect(await section()).toMatch(row);
  expect(await section()).toMatch(/device-n.* other-de/s);
  const [, client = ''] = /name="client" value="([^"]* device-number-one)"/.exec(await page('&step=status')) ?? [];
  expect((await post('/setup/alerts/forget', { client })).status).toBe(303);
  expect(await section()).not.toMatch(row);
  expect(await section()).toContain(`${origin} · other-de`);
});
