import { expect, test } from 'vitest';
import { addressOf } from '#relay/api/api-context.ts';
import { createClientLimit } from '#relay/client-limit.ts';
import { liveMegabytes } from '../live-megabytes.ts';

test('each client is counted apart, for 10,000 clients', () => {
  const { take: check } = createClientLimit(1, 'too many wrong tokens');
  check('192.0.2.1', 0);
  expect(() => check('192.0.2.1', 1)).toThrow('too many wrong tokens');
  expect(() => check('192.0.2.1', 60_000)).not.toThrow();
  for (let host = 0; host < 10_000; host++) check(`192.0.3.${host}`, 60_001);
  expect(() => check('192.0.2.1', 60_002)).not.toThrow();
  expect(() => check('192.0.3.9999', 60_002)).toThrow('too many wrong tokens');
});

test('an address that a proxy has added keeps nothing of the header before it', () => {
  const { take } = createClientLimit(1, 'too many wrong tokens');
  const before = liveMegabytes();
  for (let host = 0; host < 5000; host++) {
    const told = Buffer.from(`${'x'.repeat(7000)}, 2001:db8::1234:${host}`).toString('latin1');
    const env = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };
    take(addressOf({ req: { header: () => told }, env } as never), 0);
  }
  expect(liveMegabytes() - before).toBeLessThan(5);
});
