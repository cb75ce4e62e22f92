import { expect, test } from 'vitest';
import { savedView } from '#core/rows/saved-views.ts';
import { toChannelRequest } from '#relay/alerts/channel.ts';
import { alertMessage, nextLines, type WaitingLine } from '#relay/alerts/waiting-lines.ts';

/** A new row of a view, which a guest has named. */
const rowOf = (name: string): WaitingLine => ({
  view: savedView.parse({ name, address: '' }).name,
  row: { name: 'A', market: 'dmarket', cents: 900, asOf: 0 },
  more: 0,
  clients: ['guest device'],
});

test('whatever views are called, Discord takes the message', () => {
  const waiting = Array.from({ length: 50 }, (_, at) => rowOf(`${'*'.repeat(58)}${at}`));
  const message = alertMessage(nextLines(waiting, 0), 0, waiting.length);
  const url = `https://discord.com/api/webhooks/1/${'a'.repeat(20)}`;
  const { body } = toChannelRequest({ kind: 'discord', url }, message, { discord: '', telegram: '' });
  expect(JSON.parse(body).content.length).toBeLessThanOrEqual(2000);
});

test('the name of a view is no link and mentions nobody', () => {
  const message = alertMessage([rowOf('http://a.example/b @all: 1')], 0);
  expect(message).not.toMatch(/:\/|\/\/|a\.example|@all/);
  expect(message.replaceAll('\u2060', '')).toContain('http://a.example/b @all: 1:');
});
