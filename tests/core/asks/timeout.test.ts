import { expect, test } from 'vitest';
import { withTimeout } from '#core/asks/timeout.ts';

test('a result in time is passed on, and so is an error', async () => {
  await expect(withTimeout(Promise.resolve(7), 60_000)).resolves.toBe(7);
  await expect(withTimeout(Promise.reject(new Error('refused')), 60_000)).rejects.toThrow('refused');
});

test('work that never ends is a fault after the time limit', async () => {
  const fault = { kind: 'timeout', message: 'no end within 0.001 s' };
  await expect(withTimeout(new Promise(() => {}), 1)).rejects.toMatchObject(fault);
});

test('a signal ends the wait, and later results are ignored', async () => {
  const ending = new AbortController();
  const answer = Promise.withResolvers<number>();
  const waiting = withTimeout(answer.promise, 60_000, ending.signal);
  ending.abort(new Error('another relay'));
  answer.resolve(7);
  await expect(waiting).rejects.toThrow('another relay');
  await expect(withTimeout(new Promise(() => {}), 60_000, ending.signal)).rejects.toThrow('another relay');
});
