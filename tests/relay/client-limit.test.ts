import { expect, test } from 'vitest';
import { createClientLimit } from '#relay/client-limit.ts';
import { liveMegabytes } from '../live-megabytes.ts';

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
