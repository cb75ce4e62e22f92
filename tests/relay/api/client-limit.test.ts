import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type ApiContext, whoAsks } from '#relay/api/api-context.ts';
import { createClientLimit, createUnsentLimit } from '#relay/api/client-limit.ts';
import { defaultLimits } from '#relay/limits.ts';
import { liveMegabytes } from '../../live-megabytes.ts';
import { clientOf, stillDeps } from '../still-deps.ts';

/** A limit of three, of two for one client, and of so many ms of making in a minute. */
function limitOfThree(clock = { now: 0 }, makingMs = Infinity) {
  const count = createUnsentLimit({ limits: defaultLimits, monotonicMs: () => clock.now }, 3, makingMs);
  return (id: string, socket = new EventEmitter(), made: Promise<unknown> = Promise.resolve()) => {
    const outgoing = new EventEmitter();
    const c = { get: () => ({ upstreamShare: { id } }), env: { outgoing, incoming: { socket } } };
    return { outgoing, socket, asked: count(c as unknown as ApiContext, () => made) };
  };
}

const refusal = expect.objectContaining({ status: 429, headers: { 'Retry-After': '1' } });

test('one client that reads nothing leaves answers to the others, and gets its own again when it has read', async () => {
  const ask = limitOfThree();
  const [{ outgoing, socket }] = [ask('greedy'), ask('greedy')];
  await expect(ask('greedy').asked).rejects.toEqual(refusal);
  await ask('another').asked;
  await expect(ask('a third').asked).rejects.toEqual(refusal);
  outgoing.emit('close');
  socket.emit('close');
  await setImmediate();
  await ask('a third').asked;
  await expect(ask('greedy').asked).rejects.toEqual(refusal);
});

test('an answer counts while it is made, also when its client has hung up', async () => {
  const ask = limitOfThree();
  const { promise, reject } = Promise.withResolvers();
  for (const { asked, socket } of [ask('greedy', undefined, promise), ask('greedy', undefined, promise)]) {
    asked.catch(() => undefined);
    socket.emit('close');
  }
  await setImmediate();
  await expect(ask('greedy').asked).rejects.toEqual(refusal);
  reject(new Error('upstream failed'));
  await setImmediate();
  await ask('greedy').asked;
});

test('an answer that waits for another one on its connection ends with that', async () => {
  const ask = limitOfThree();
  const socket = new EventEmitter();
  for (let round = 0; round < 3; round++) {
    await ask('greedy', socket).asked;
    await ask('greedy', socket).asked;
    socket.emit('close');
    await setImmediate();
    expect(socket.listenerCount('close')).toBe(0);
  }
});

test('whoever has answers made for so long waits for the end of the minute, also when he has hung up', async () => {
  const clock = { now: 0 };
  const ask = limitOfThree(clock, 100);
  const one = async (id: string, ms: number) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { asked, socket } = ask(id, undefined, promise);
    socket.emit('close');
    clock.now += ms;
    resolve();
    await asked;
    await setImmediate();
  };
  await one('greedy', 99);
  await one('greedy', 10_000);
  await expect(ask('greedy').asked).rejects.toMatchObject({ status: 429, headers: { 'Retry-After': '50' } });
  await one('another', 49_901);
  await one('greedy', 1);
});

test('lists that come at once are read one after the other, and other requests come between', async () => {
  let turn = 0;
  const turns: number[] = [];
  const put = async () => void turns.push(turn);
  const client = clientOf(stillDeps('http://127.0.0.1:9', { alerts: { put, status: () => ({}) } as never }));
  const headers = { Origin: 'chrome-extension://abcdefghijklmnop', 'Content-Type': 'application/json' };
  const sent = { method: 'PUT', headers, body: JSON.stringify({ staleMinutes: 90, items: [] }) };
  const both = Promise.all([1, 2].map(() => client('/api/watch-list?device=device-of-the-tests', sent)));
  for (; turns.length < 2; turn++) await setImmediate();
  await both;
  expect(new Set(turns).size).toBe(2);
});

test('each client is counted apart, for 10,000 clients', () => {
  const { take: check } = createClientLimit(1, 'too many');
  check('192.0.2.1', 0);
  expect(() => check('192.0.2.1', 1)).toThrow('too many');
  expect(() => check('192.0.2.1', 60_000)).not.toThrow();
  for (let host = 0; host < 10_000; host++) check(`192.0.3.${host}`, 60_001);
  expect(() => check('192.0.2.1', 60_002)).not.toThrow();
  expect(() => check('192.0.3.9999', 60_002)).toThrow('too many');
});

test('a client with a long name keeps nothing of it', () => {
  const { take } = createClientLimit(1, 'too many');
  const before = liveMegabytes();
  for (let host = 0; host < 5000; host++) take(Buffer.from(`${'x'.repeat(7000)}${host}`).toString('latin1'), 0);
  expect(liveMegabytes() - before).toBeLessThan(5);
});

test('where nobody shows a token, each extension is a client of its own', () => {
  const clientFrom = (origin: string) =>
    whoAsks({ get: () => undefined, req: { header: () => origin } } as unknown as ApiContext);
  expect(clientFrom('chrome-extension://a')).not.toBe(clientFrom('chrome-extension://b'));
});
