import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { listen, type NodeBindings } from '#protocol/node-server.ts';
import { createRelay, type RequestReport } from '#relay/http/handler.ts';
import { createApp } from '#relay/http/hono-app.ts';
import { createDirect, headerOf } from '#relay/http/node-listener.ts';
import { stillParts } from '../parts.ts';
import { answers, partnerRows, startUpstream } from '../upstream.ts';
import { partner } from '../world.ts';

const token = 'a-token';
const body = { updated_at: '2026-11-20T10:00:00.000Z', markets: ['buff163'], items: { a: { coins: 2 }, b: {} } };

/** One relay behind two sockets: one answers straight on Node's response where it can, the other through Hono alone. */
async function startBoth() {
  const upstream = await startUpstream((request, response) =>
    answers(request.url === partner ? partnerRows(50) : body)(request, response),
  );
  const reports: Omit<RequestReport, 'ms'>[] = [];
  const parts = stillParts(upstream.url, {
    tokens: [token],
    observe: ({ ms: _, ...report }) => reports.push(report),
  });
  const relay = createRelay(parts);
  let throughHono = 0;
  const app = createApp<NodeBindings>(relay, {
    header: (_, { incoming }, name) => headerOf(incoming, name),
    respond: (body, init) => new Response(body, init),
  });
  const hono = (request: Request, node: NodeBindings) => {
    throughHono++;
    return app.fetch(request, node);
  };
  const at = { host: '127.0.0.1', port: 0 };
  const direct = await listen({ ...at, fetch: hono, direct: createDirect(relay) });
  const web = await listen({ ...at, fetch: app.fetch });
  onTestFinished(async () => {
    await Promise.all([direct.close(0), web.close(0), upstream.close()]);
  });
  return { direct: direct.url, web: web.url, reports, throughHono: () => throughHono };
}

/** What comes back over the wire, byte for byte, until the server closes the connection. */
async function converse(url: string, requests: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(requests, 'latin1');
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => parts.push(part));
  await once(socket, 'close');
  return Buffer.concat(parts).toString('latin1');
}

const request = (method: string, target: string, headers: Record<string, string>, version = '1.1'): string => {
  const lines = Object.entries({ Host: 'localhost:8787', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/${version}\r\n${lines.join('')}\r\n`;
};

/** A head without what may differ: the time of day and the headers' order. */
function comparable(head: string): string {
  const [status, ...fields] = head.replace(/^Date: .*$/m, 'Date').split('\r\n');
  return [status, ...fields.sort()].join('\r\n');
}

async function raw(url: string, method: string, target: string, headers: Record<string, string>): Promise<string> {
  const [head = '', ...rest] = (
    await converse(url, request(method, target, { ...headers, Connection: 'close' }))
  ).split('\r\n\r\n');
  return [comparable(head), '', ...rest].join('\r\n');
}

const Authorization = `Bearer ${token}`;
const extension = 'chrome-extension://abcdefghijklmnop';

/** Requests that are answered straight, and those that are left to Hono. */
const table: readonly (readonly [number, 'straight' | 'Hono', string, string, Record<string, string>?])[] = [
  [200, 'straight', 'GET', partner],
  [200, 'straight', 'GET', partner, { 'Accept-Encoding': 'br' }],
  [200, 'straight', 'GET', partner, { 'Accept-Encoding': 'gzip, zstd' }],
  [200, 'straight', 'GET', partner, { Origin: extension }],
  [200, 'straight', 'GET', partner, { Origin: 'https://csfloat.com' }],
  [304, 'straight', 'GET', partner, { 'If-None-Match': '*' }],
  [304, 'straight', 'GET', partner, { 'If-None-Match': '*', Origin: 'https://csfloat.com' }],
  [406, 'straight', 'GET', partner, { 'Accept-Encoding': 'identity;q=0' }],
  [401, 'straight', 'GET', partner, { Authorization: 'Bearer a-tokem' }],
  [401, 'straight', 'GET', partner, { Authorization: '' }],
  [200, 'straight', 'GET', partner, { Authorization: `bEARER   ${token}` }],
  [421, 'straight', 'GET', partner, { Host: 'evil.example' }],
  [200, 'straight', 'GET', '/api/prices?markets=buff163%2Cyoupin&fields=count'],
  [200, 'straight', 'GET', '/api/csgoroll-prices?min=1&max=3'],
  [400, 'straight', 'GET', '/api/prices?markets=merchant'],
  [414, 'straight', 'GET', `/api/prices?x=${'x'.repeat(3000)}`],
  [404, 'straight', 'GET', '/api/rates'],
  [200, 'straight', 'GET', '/healthz'],
  [200, 'straight', 'GET', '/metrics'],
  [200, 'Hono', 'GET', '/api/prices?x=(a)*:b+c#d'],
  [200, 'Hono', 'GET', '/api/prices?x={"a"}'],
  [200, 'Hono', 'GET', '/api/%70rices'],
  [200, 'Hono', 'GET', '/api/../api/prices'],
  [404, 'Hono', 'GET', '/api/prices/'],
  [404, 'Hono', 'GET', '/nothing'],
  [405, 'Hono', 'POST', partner],
  [405, 'Hono', 'HEAD', partner],
  [405, 'Hono', 'OPTIONS', partner],
  [204, 'Hono', 'OPTIONS', partner, { Origin: extension, 'Access-Control-Request-Method': 'GET' }],
];

describe('straight or through Hono', () => {
  let both: Awaited<ReturnType<typeof startBoth>>;
  beforeEach(async () => {
    both = await startBoth();
    for (const target of [
      partner,
      '/api/prices',
      '/api/csgoroll-prices',
      '/api/prices?markets=buff163,youpin&fields=count',
    ]) {
      await raw(both.web, 'GET', target, { Authorization });
    }
  });

  for (const [status, way, method, target, headers = {}] of table) {
    test(`${status}, ${way}: ${method} ${target.slice(0, 60)} ${JSON.stringify(headers)}`, async () => {
      const asks = { Authorization, ...headers };
      both.reports.length = 0;
      const straight = await raw(both.direct, method, target, asks);
      expect(straight).toBe(await raw(both.web, method, target, asks));
      expect(straight).toContain(`HTTP/1.1 ${status} `);
      expect(both.throughHono()).toBe(way === 'Hono' ? 1 : 0);
      expect(both.reports.length).toBe(2);
      expect(both.reports[0]).toEqual(both.reports[1]);
    });
  }

  test('many requests of one connection, whose heads are kept, read the same and come in their order', async () => {
    const unchanged = { Authorization, 'If-None-Match': '*' };
    const requests = [
      request('GET', partner, unchanged),
      request('GET', partner, unchanged),
      request('GET', '/api/prices', unchanged),
      request('GET', partner, { ...unchanged, Origin: 'https://csfloat.com' }),
      request('GET', partner, {}),
      request('OPTIONS', partner, {}),
      request('GET', partner, unchanged),
      request('GET', partner, { ...unchanged, Connection: 'close' }),
    ].join('');
    const [straight = [], web] = (await Promise.all([both.direct, both.web].map((url) => converse(url, requests)))).map(
      (text) => text.split(/(?=HTTP\/1\.1 )/).map(comparable),
    );
    expect(straight).toEqual(web);
    expect(straight.map((head) => head.slice(9, 12))).toEqual([304, 304, 304, 304, 401, 405, 304, 304].map(String));
  });

  test('a client of HTTP/1.0 gets the head of HTTP/1.0, though another is kept', async () => {
    const headers = { Authorization, 'If-None-Match': '*', Connection: 'keep-alive' };
    const asks = [request('GET', partner, headers), request('GET', partner, headers, '1.0')].join('');
    const [straight = '', web = ''] = await Promise.all([both.direct, both.web].map((url) => converse(url, asks)));
    expect(comparable(straight.replace(/^Date: .*$/m, 'Date'))).toBe(comparable(web.replace(/^Date: .*$/m, 'Date')));
    expect(straight).toMatch(/Connection: keep-alive.*Connection: close/s);
  });
});

test('an answer that cannot be sent cuts its own connection, not the one beside it', async () => {
  const serve = () => Promise.reject(new Error('not asked'));
  const direct = createDirect({
    routes: ['/bad', '/good'].map((path) => ({ path, open: true, serve })),
    answer: ({ target }, _, send) =>
      send({ status: 200, headers: { Note: target === '/bad' ? 'two\nlines' : 'one' }, body: null }),
  });
  const { url, close } = await listen({ host: '127.0.0.1', port: 0, fetch: () => new Response('Hono'), direct });
  onTestFinished(() => close(0));
  const asks = (target: string) => converse(url, request('GET', target, { Connection: 'close' }));
  const [bad, good] = await Promise.all([asks('/bad'), asks('/good')]);
  expect(bad).toBe('');
  expect(good).toContain('Note: one\r\n');
});
