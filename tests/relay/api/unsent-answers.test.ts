import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { ApiContext } from '#relay/api/api-context.ts';
import { createUnsentLimit } from '#relay/api/unsent-answers.ts';

/** A limit of three, and of two for one client. */
function limitOfThree() {
  const count = createUnsentLimit(3, 2);
  return (id: string, socket = new EventEmitter()) => {
    const outgoing = new EventEmitter();
    count({ get: () => ({ upstreamShare: { id } }), env: { outgoing, incoming: { socket } } } as unknown as ApiContext);
    return { outgoing, socket };
  };
}

const refusal = expect.objectContaining({ status: 429, headers: { 'Retry-After': '1' } });

test('one client that reads nothing leaves answers to the others, and gets its own again when it has read', () => {
  const ask = limitOfThree();
  const [{ outgoing, socket }] = [ask('greedy'), ask('greedy')];
  expect(() => ask('greedy')).toThrow(refusal);
  ask('another');
  expect(() => ask('a third')).toThrow(refusal);
  outgoing.emit('close');
  socket.emit('close');
  ask('a third');
  expect(() => ask('greedy')).toThrow(refusal);
});

test('an answer that waits for another one on its connection ends with that', () => {
  const ask = limitOfThree();
  const socket = new EventEmitter();
  for (let round = 0; round < 3; round++) {
    ask('greedy', socket);
    ask('greedy', socket);
    socket.emit('close');
    expect(socket.listenerCount('close')).toBe(0);
  }
});
