import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startServer } from '#protocol/node-server.ts';
import type { RequestReport } from '#relay/api/api-context.ts';
import { createApi, createApp } from '#relay/api/app.ts';
import { notPlain } from '../not-plain.ts';
import { clientOf, stillDeps } from '../still-deps.ts';
import { partner } from '../test-relay.ts';
import { answers, partnerRows, startUpstream } from '../upstream.ts';

const token = 'a-token';
const updated_at = '2026-11-20T10:00:00.000Z';
const prices = { updated_at, markets: ['buff163'], items: { a: { buff163: { price: 2 } }, b: {} } };
const csgoroll = { updated_at, items: { a: { coins: 2 } } };
const bodyFor = (target: string) =>
  target === partner ? partnerRows(50) : target.startsWith('/api/csgoroll') ? csgoroll : prices;

async function start(isLoopback = true) {
  const upstream = await startUpstream((request, response) => answers(bodyFor(request.url ?? ''))(request, response));
  const reports: RequestReport[] = [];
  const { app } = createApi(
    stillDeps(upstream.url, { tokens: [token], isLoopback, reportRequest: (report) => reports.push(report) }),
  );
  const server = await startServer({ fetch: app.fetch, host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    await Promise.all([server.close(0), upstream.close()]);
  });
  return { url: server.url, reports, upstream };
}

/** Sends raw requests and reads until the server closes the connection. */
async function exchange(url: string, requests: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(requests, 'latin1');
  const deps: Buffer[] = [];
  socket.on('data', (part: Buffer) => deps.push(part));
  await once(socket, 'close');
  return Buffer.concat(deps).toString('latin1');
}

const Authorization = `Bearer ${token}`;
const extension = 'chrome-extension://abcdefghijklmnop';

const rawRequest = (method: string, target: string, headers: Record<string, string>, version = '1.1'): string => {
  const lines = Object.entries({ Host: 'localhost:8787', Authorization, ...headers });
  return `${method} ${target} HTTP/${version}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
};

const statusesOf = (responses: string): string[] =>
  [...responses.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status);

const requests: readonly (readonly [status: number, method: string, target: string, Record<string, string>?])[] = [
  [200, 'GET', partner],
  [403, 'GET', partner, { Origin: 'https://csfloat.com' }],
  [304, 'GET', partner, { 'If-None-Match': '*' }],
  [406, 'GET', partner, { 'Accept-Encoding': 'identity;q=0' }],
  [401, 'GET', partner, { Authorization: 'Bearer a-tokem' }],
  [200, 'GET', partner, { Authorization: `bEARER   ${token}` }],
  [421, 'GET', partner, { Host: 'evil.example' }],
  // The host of the request line is not the Host header.
  [421, 'GET', `http://localhost:8787${partner}`, { Host: 'evil.example' }],
  [200, 'GET', '/api/prices?markets=buff163%2Cyoupin&fields=count'],
  [200, 'GET', '/api/prices?x={"a"}'],
  [200, 'GET', `http://localhost:8787${partner}`],
  [400, 'GET', '/api/prices?markets=merchant'],
  [400, 'GET', '/api\\prices'],
  [404, 'GET', '/api/rates'],
  [404, 'GET', 'http://localhost'],
  [405, 'HEAD', partner],
  [204, 'OPTIONS', partner, { Origin: extension, 'Access-Control-Request-Method': 'GET' }],
];

describe('the app behind a socket', () => {
  let relay: Awaited<ReturnType<typeof start>>;
  beforeEach(async () => {
    relay = await start();
  });

  for (const [status, method, target, headers = {}] of requests) {
    test(`${method} ${target.slice(0, 60)} ${JSON.stringify(headers)} gets ${status}`, async () => {
      const got = await exchange(relay.url, rawRequest(method, target, { ...headers, Connection: 'close' }));
      expect(statusesOf(got)).toEqual([String(status)]);
      // Node's adapter refuses a target that is no URL before the relay sees it.
      if (target !== '/api\\prices') expect(relay.reports.map((report) => report.status)).toEqual([status]);
    });
  }

  test('responses of one connection come in the order of its requests', async () => {
    const unchanged = { 'If-None-Match': '*' };
    const pipeline = [
      rawRequest('GET', partner, unchanged),
      rawRequest('GET', '/api/prices', unchanged),
      rawRequest('GET', partner, {}),
      rawRequest('GET', partner, { Authorization: '' }),
      rawRequest('OPTIONS', partner, {}),
      rawRequest('GET', partner, { ...unchanged, Connection: 'close' }),
    ].join('');
    expect(statusesOf(await exchange(relay.url, pipeline))).toEqual(['304', '304', '200', '401', '405', '304']);
  });

  test('an HTTP/1.0 client without keep-alive gets Connection: close', async () => {
    const got = await exchange(relay.url, rawRequest('GET', partner, { 'If-None-Match': '*' }, '1.0'));
    expect(got).toMatch(/^HTTP\/1\.1 304 .*Connection: close/s);
  });
});

describe('a target that is not in its plain form', () => {
  test.each([
    ...notPlain.flatMap((target) => [target, `http://localhost:8787${target}`]),
    '/api/../api/prices',
    '/./api/prices',
    '/x/%2e%2e/api/prices',
    'http://localhost?/api/prices',
  ])('%s gets 404', async (target) => {
    const { url, upstream } = await start();
    const got = await exchange(url, rawRequest('GET', target, { Connection: 'close' }));
    expect(statusesOf(got)).toEqual(['404']);
    expect(upstream.seen).toEqual([]);
  });

  test('is not the only one: the plain form is read', async () => {
    const { url } = await start();
    const got = await exchange(url, rawRequest('GET', '/api/csgoroll-prices?min=3', { Connection: 'close' }));
    expect(got).toContain('"items":{}');
  });
});

test.each(['Host: localhost', 'hOST: evil.example', 'Host: '])('two Host headers (%s) get 400', async (second) => {
  for (const isLoopback of [true, false]) {
    const { url, upstream } = await start(isLoopback);
    const request = rawRequest('GET', partner, { Connection: 'close' }).replace('\r\n\r\n', `\r\n${second}\r\n\r\n`);
    expect(statusesOf(await exchange(url, request))).toEqual(['400']);
    expect(upstream.seen).toEqual([]);
  }
});

test('a response that cannot be sent fails for itself alone', async () => {
  const problems: string[] = [];
  const reportProblem = (problem: string, code: string) => void problems.push(`${problem}: ${code}`);
  const app = createApp(stillDeps('', { reportProblem }));
  app.get('/bad', (c) => c.body('secret', 200, { Note: 'two\nlines' }));
  app.get('/good', (c) => c.body('', 200, { Note: 'one' }));
  const { url, close } = await startServer({ host: '127.0.0.1', port: 0, fetch: app.fetch });
  onTestFinished(() => close(0));
  const ask = (target: string) => exchange(url, rawRequest('GET', target, { Connection: 'close' }));
  const [bad, good] = await Promise.all([ask('/bad'), ask('/good')]);
  expect(statusesOf(bad)).toEqual(['500']);
  expect(bad).not.toContain('Note');
  expect(good.toLowerCase()).toContain('note: one\r\n');
  expect(problems).toEqual(['a request failed: TypeError']);
});

test('a watch list that breaks off is its sender’s fault, of which no owner is told', async () => {
  const problems: string[] = [];
  const client = clientOf(stillDeps('', { alerts: {} as never, reportProblem: (told) => problems.push(told) }));
  const named = { Origin: 'chrome-extension://abc', 'Content-Type': 'application/json' };
  const body = new ReadableStream({ pull: (stream) => stream.error(new Error('ECONNRESET')) });
  const init = { method: 'PUT', headers: { ...named, 'Content-Length': '9' }, body, duplex: 'half' } as const;
  const { status } = await client('/api/watch-list?device=device-of-the-tests', init);
  expect([status, problems]).toEqual([400, []]);
});
