/** @module-tag full */
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openBlockingProxy } from '../e2e/blocking-proxy.ts';

test('the blocking proxy survives a browser that resets the connection while its tunnel is refused', async () => {
  const proxy = await openBlockingProxy();
  onTestFinished(proxy.close);
  const tunnelTo = async (host: string) => {
    // A half-open connection keeps the tunnel after the proxy has ended its side.
    const browser = connect({ port: Number(new URL(proxy.url).port), host: '127.0.0.1', allowHalfOpen: true });
    browser.write(`CONNECT ${host}:443 HTTP/1.1\r\nHost: ${host}:443\r\n\r\n`);
    const [answer] = await once(browser, 'data');
    expect(String(answer)).toContain('502');
    browser.resetAndDestroy();
  };
  // An unhandled error event of the first would end the process.
  for (const host of ['shop.example', 'other.example']) await tunnelTo(host);
  expect(proxy.hosts).toEqual(['shop.example', 'other.example']);
});
