import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openTrap } from '../e2e/tap.ts';

test('the trap survives a browser that resets the connection while its tunnel is refused', async () => {
  const trap = await openTrap();
  onTestFinished(trap.close);
  // A half-open connection keeps the tunnel after the trap has ended its side.
  const browser = connect({ port: Number(new URL(trap.url).port), host: '127.0.0.1', allowHalfOpen: true });
  browser.write('CONNECT shop.example:443 HTTP/1.1\r\nHost: shop.example:443\r\n\r\n');
  const [answer] = await once(browser, 'data');
  expect(String(answer)).toContain('502');
  browser.resetAndDestroy();
  // An unhandled error event would end the process.
  await sleep(100);
  expect(trap.hosts).toEqual(['shop.example']);
});
