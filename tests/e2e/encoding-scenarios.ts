import type { RequestListener } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import type { BrowserKind } from '#demo/browsers.ts';
import { storeSettings } from '#demo/extension.ts';
import { startStubRelay } from '../prices/stub-relay.ts';
import { openBrowser } from './browser.ts';
import { send } from './kill-scenarios.ts';

const item = 'AK-47 | Redline (Field-Tested)';
const body = `{"${item}":{"price_buff":100,"price_uu":100,"price_csfloat":100,"liquidity":9,"is_inflated":false}}`;
const open = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' };

/** Answers as it is, or in brotli whether that was offered or not. */
const answer =
  (brotli: boolean): RequestListener =>
  (request, response) => {
    if (request.method === 'OPTIONS') return void response.writeHead(204, open).end();
    if (!request.url?.endsWith('/api/get-partner-prices')) return void response.writeHead(404, open).end('{}');
    response.writeHead(200, { ...open, ...(brotli && { 'Content-Encoding': 'br' }) });
    response.end(brotli ? brotliCompressSync(body) : body);
  };

/**
 * A relay that is asked by plain http under another name than this machine's: there browsers decode no brotli.
 * The browser reaches it through a proxy, which is the relay itself, so that nothing listens beyond loopback.
 */
export function testForeignBrotli(kind: BrowserKind, fault: string): void {
  const stack = new AsyncDisposableStack();
  afterAll(() => stack.disposeAsync());

  test(`brotli over http from another machine is a fault in ${kind} that keeps the table`, async () => {
    const relay = await startStubRelay(answer(false));
    stack.defer(relay.close);
    const driver = await openBrowser(kind, relay.url.slice(0, -1));
    stack.defer(driver.close);
    await storeSettings(driver, { relay: { url: 'http://relay.test' } });
    const own = await driver.openOwn('background.js');
    const refresh = () => send(own, { kind: 'refresh', request: {} });
    await expect.poll(refresh, { timeout: 15_000 }).toMatchObject({ answer: { status: { table: { items: 1 } } } });
    expect(relay.requests.some(({ path }) => path === 'http://relay.test/api/get-partner-prices')).toBe(true);
    relay.answer = answer(true);
    expect(await refresh()).toMatchObject({ answer: { outcome: 'failed', fault: { kind: fault } } });
    const quotes = await send(own, { kind: 'quotes', request: { names: [item] } });
    expect(quotes).toMatchObject({ answer: { fault: { kind: fault }, quotes: [{ buff163: 100 }] } });
    const offered = relay.requests.map(({ headers }) => String(headers['accept-encoding']));
    expect(offered.filter((encodings) => encodings.includes('br'))).toEqual([]);
  });
}
