import { expect, test } from 'vitest';
import { memoizeUntilMicrotask } from '#sites/reading/memoize-until-microtask.ts';

test('reads a document once until the next microtask, and again after it or for another document', async () => {
  const asked: unknown[] = [];
  const read = memoizeUntilMicrotask((document) => asked.push(document));
  const [one, other] = [{}, {}] as [Document, Document];
  expect([read(one), read(one)]).toEqual([1, 1]);
  await Promise.resolve();
  expect(read(one)).toBe(2);
  expect(read(other)).toBe(3);
  expect(asked).toEqual([one, one, other]);
});
