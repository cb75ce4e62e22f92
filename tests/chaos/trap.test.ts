import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openBlockingProxy } from '../e2e/blocking-proxy.ts';

test('a browser that ends in the middle of a tunnel’s refusal ends no more than that', async () => {
  const trap = await openBlockingProxy();
  onTestFinished(trap.close);
  // Half open, it keeps the tunnel after the trap has ended its side.
  const browser = connect({ port: Number(new URL(trap.url).port), host: '127.0.0.1', allowHalfOpen: true });
  browser.write('CONNECT shop.example:443 HTTP/1.1\r\nHost: shop.example:443\r\n\r\n');
  const [answer] = await once(browser, 'data');
  expect(String(answer)).toContain('502');
  browser.resetAndDestroy();
  // An error that nobody hears ends the process here, and with it the test.
  await sleep(100);
  expect(trap.hosts).toEqual(['shop.example']);
});
