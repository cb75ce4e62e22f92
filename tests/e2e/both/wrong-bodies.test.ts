import type { RequestListener } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type StubRelay, startStubRelay } from '../../data/stub-relay.ts';
import { refreshPrices, send } from '../send.ts';
import { kind, useBrowser } from '../world.ts';

const item = 'AK-47 | Redline (Field-Tested)';
const prices = { [item]: { price_buff: 100, price_uu: 100, price_csfloat: 100, liquidity: 9, is_inflated: false } };
const cors = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' };

/** Responds to the request for the prices, in brotli whether the client accepts it or not. */
const respond =
  (body: unknown, { brotli = false } = {}): RequestListener =>
  ({ method, url }, response) => {
    if (method === 'OPTIONS') return void response.writeHead(204, cors).end();
    if (!url?.endsWith('/api/get-partner-prices')) return void response.writeHead(404, cors).end('{}');
    response.writeHead(200, { ...cors, ...(brotli && { 'Content-Encoding': 'br' }) });
    response.end(brotli ? brotliCompressSync(JSON.stringify(body)) : JSON.stringify(body));
  };

const browser = useBrowser();
let relay: StubRelay;
beforeAll(async () => {
  relay = await startStubRelay(respond(prices));
  // Browsers decode brotli over plain http from this computer only, so the relay has another name behind the proxy.
  browser().proxy.passOn('relay-elsewhere', relay.url);
  await browser().configure({ relay: { url: 'http://relay-elsewhere' } });
});
beforeEach(async () => {
  relay.answer = respond(prices);
  await expect.poll(() => refreshPrices(browser().own)).toMatch(/new|unchanged/);
});
afterAll(() => relay.close());

const quotes = () => send(browser().own, { kind: 'quotes', request: { names: [item] } });

test('brotli over http from another computer is a fault that keeps the table', { tags: ['full'] }, async () => {
  expect(relay.requests.some(({ path }) => path === 'http://relay-elsewhere/api/get-partner-prices')).toBe(true);
  relay.answer = respond(prices, { brotli: true });
  // Chromium fails the whole request; Firefox passes the bytes on as they came.
  const fault = kind === 'chrome' ? 'unreachable' : 'undecodable';
  expect(await refreshPrices(browser().own)).toBe(fault);
  expect(await quotes()).toMatchObject({
    answer: { fault: { kind: fault }, quotes: [{ offers: [{ market: 'buff163', cents: 100 }, {}, {}] }] },
  });
  const offered = relay.requests.map(({ headers }) => String(headers['accept-encoding']));
  expect(offered.filter((encodings) => encodings.includes('br'))).toEqual([]);
});
