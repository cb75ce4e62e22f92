import type { RequestListener } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { startStubRelay } from '../../prices/stub-relay.ts';
import { send } from '../send.ts';
import { kind, useBrowser } from '../world.ts';

const item = 'AK-47 | Redline (Field-Tested)';
const body = `{"${item}":{"price_buff":100,"price_uu":100,"price_csfloat":100,"liquidity":9,"is_inflated":false}}`;
const open = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' };

/** Responds without an encoding, or in brotli whether the client accepts it or not. */
const respond =
  (brotli: boolean): RequestListener =>
  (request, response) => {
    if (request.method === 'OPTIONS') return void response.writeHead(204, open).end();
    if (!request.url?.endsWith('/api/get-partner-prices')) return void response.writeHead(404, open).end('{}');
    response.writeHead(200, { ...open, ...(brotli && { 'Content-Encoding': 'br' }) });
    response.end(brotli ? brotliCompressSync(body) : body);
  };

/** Chromium fails the whole request; Firefox passes the bytes on as they came. */
const fault = { kind: kind === 'chrome' ? 'unreachable' : 'undecodable' };

const stack = new AsyncDisposableStack();
const browser = useBrowser();
afterAll(() => stack.disposeAsync());

// Browsers decode brotli over plain http from this computer only, so the relay has another name behind the proxy.
test('brotli over http from another computer is a fault that keeps the table', async () => {
  const relay = await startStubRelay(respond(false));
  stack.defer(relay.close);
  const { proxy, own, configure } = browser();
  proxy.passOn('relay.test', relay.url);
  await configure({ relay: { url: 'http://relay.test' } });
  const refresh = () => send(own, { kind: 'refresh', request: {} });
  await expect.poll(refresh).toMatchObject({ answer: { status: { table: { items: 1 } } } });
  expect(relay.requests.some(({ path }) => path === 'http://relay.test/api/get-partner-prices')).toBe(true);
  relay.answer = respond(true);
  expect(await refresh()).toMatchObject({ answer: { outcome: 'failed', fault } });
  const quotes = await send(own, { kind: 'quotes', request: { names: [item] } });
  expect(quotes).toMatchObject({ answer: { fault, quotes: [{ buff163: 100 }] } });
  const offered = relay.requests.map(({ headers }) => String(headers['accept-encoding']));
  expect(offered.filter((encodings) => encodings.includes('br'))).toEqual([]);
});
