import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { listen, type NodeBindings } from '#protocol/node-server.ts';
import { createApp } from '#relay/app.ts';
import { createDirect, headerOf } from '#relay/direct.ts';
import { createRelay, type RequestReport } from '#relay/relay.ts';
import { stillParts } from './parts.ts';
import { answers, partnerRows, startUpstream } from './upstream.ts';
import { partner } from './world.ts';

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

/** What comes back over the wire, byte for byte, but for the time of day and the headers' order. */
async function raw(url: string, method: string, target: string, headers: Record<string, string>): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const lines = Object.entries({ Host: 'localhost:8787', ...headers, Connection: 'close' });
  socket.write(
    `${method} ${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
    'latin1',
  );
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => parts.push(part));
  await once(socket, 'close');
  const [head = '', ...rest] = Buffer.concat(parts).toString('latin1').split('\r\n\r\n');
  const [status, ...fields] = head.replace(/^Date: .*$/m, 'Date').split('\r\n');
  return [status, ...fields.sort(), '', ...rest].join('\r\n');
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
});
