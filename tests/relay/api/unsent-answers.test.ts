import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { ApiContext } from '#relay/api/api-context.ts';
import { createUnsentLimit } from '#relay/api/unsent-answers.ts';

/** A limit of three, and of two for one client. */
function limitOfThree() {
  const count = createUnsentLimit(3, 2);
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
