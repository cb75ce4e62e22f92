import { expect, test } from 'vitest';
import { savedView } from '#core/rows/saved-views.ts';
import { toChannelRequest } from '#relay/alerts/channel.ts';
import { alertMessage, linesAfter, nextLines, type WaitingLine, withWaiting } from '#relay/alerts/waiting-lines.ts';

/** A new row of a view, which a guest has named. */
const rowOf = (name: string, item = 'A'): WaitingLine => ({
  view: savedView.parse({ name, address: '' }).name,
  row: { name: item, market: 'dmarket', cents: 900, asOf: 0 },
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

test('whoever has been told waits until the others are', () => {
  const guests = Array.from({ length: 20 }, (_, at) => ({ ...rowOf('@'.repeat(60)), clients: [`guest${at % 10} 1`] }));
  const waiting = [...guests, { ...rowOf('Mine'), clients: ['owner 1'] }];
  const told = nextLines(waiting, 0);
  const next = nextLines(linesAfter(waiting, told), 0).flatMap(({ clients }) => clients);
  expect([told.length < 10, next]).toEqual([true, expect.arrayContaining(['guest9 1', 'owner 1'])]);
});

test('a guest who copies an alert makes its owner wait for no turn', () => {
  const guest = Array.from({ length: 25 }, (_, at) => ({ ...rowOf('V', `${at}`.padEnd(99)), clients: ['guest 1'] }));
  const waiting = [...guest, { ...rowOf('Mine'), clients: ['guest 1', 'owner 1'] }];
  expect(nextLines(waiting, 0)).toContain(waiting.at(-1));
  const told = [{ ...rowOf('Before'), clients: ['guest 1'] }];
  expect(linesAfter(waiting, told)[0]).toBe(waiting.at(-1));
});

test('the name of a view or an item is no link and mentions nobody', () => {
  const message = alertMessage([rowOf('http://a.example/b @all: 1', 'c.example')], 0);
  expect(message).not.toMatch(/:\/|\/\/|\.example|@all/);
  expect(message.replaceAll('\u2060', '')).toContain('http://a.example/b @all: 1:');
});

test('people with one alert are told in one line where it says the same, and each of his own sale', () => {
  const line = (client: string, netCents: number, at = 0): WaitingLine => {
    const told = { name: 'A', alert: { kind: 'exit', cents: 1000 }, market: 'buff163', cents: netCents } as const;
    return { crossing: { ...told, at, exit: { market: 'buff163', netCents } }, asOf: 0, clients: [client] };
  };
  const waiting = withWaiting(
    [],
    [line('guest device', 9999), line('owner device', 1001), line('friend device', 1001, 5)],
  );
  const told = waiting.map((one) => [one.clients, alertMessage([one], 0).split('$')[1]]);
  expect(told).toEqual([
    [['guest device'], '99.99 (BUFF163) · ≥ '],
    [['owner device', 'friend device'], '10.01 (BUFF163) · ≥ '],
  ]);
});

test('of too many lines the oldest of whoever has most go', () => {
  const linesOf = (client: string, count: number) =>
    Array.from({ length: count }, () => ({ ...rowOf('V'), clients: [client] }));
  const waiting = withWaiting(linesOf('a 1', 2), [
    ...linesOf('b 1', 400),
    ...linesOf('c 1', 30),
    ...linesOf('d 1', 400),
  ]);
  const counts = [...Map.groupBy(waiting, ({ clients: [client] }) => client)].map(([client, { length }]) => [
    client,
    length,
  ]);
  expect(counts).toEqual([
    ['a 1', 2],
    ['b 1', 234],
    ['c 1', 30],
    ['d 1', 234],
  ]);
  const each = Array.from({ length: 600 }, (_, at) => linesOf(`owner${at} 1`, 1)).flat();
  expect(withWaiting([], each)).toEqual(each.slice(100));
});
