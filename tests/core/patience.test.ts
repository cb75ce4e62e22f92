import { expect, test } from 'vitest';
import { withPatience } from '#core/patience.ts';

test('an answer in time is passed on, and so is a refusal', async () => {
  await expect(withPatience(Promise.resolve(7), 60_000)).resolves.toBe(7);
  await expect(withPatience(Promise.reject(new Error('refused')), 60_000)).rejects.toThrow('refused');
});

test('an answer that never comes ends in an error', async () => {
  await expect(withPatience(new Promise(() => {}), 1)).rejects.toThrow('no answer within 1 ms');
});
