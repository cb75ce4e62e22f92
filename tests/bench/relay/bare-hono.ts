import { Hono } from 'hono';
import { listen } from '#protocol/node-server.ts';

/** As many headers as the relay's 304 has. */
const headers = {
  ETag: 'W/"one"',
  'Last-Modified': 'Fri, 20 Nov 2026 10:00:00 GMT',
  Age: '1',
  'Cache-Control': 'public, max-age=86400, s-maxage=60',
  'Cache-Status': 'Bare; hit; ttl=59',
  Vary: 'Accept-Encoding, Available-Dictionary, Authorization',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Age, Retry-After, Cache-Status',
};
const app = new Hono().get('*', () => new Response(null, { status: 304, headers }));
const { url } = await listen({
  fetch: app.fetch,
  host: '127.0.0.1',
  port: 0,
  serverOptions: { optimizeEmptyRequests: true },
});
process.stdout.write(`${url}\n`);
process.once('SIGTERM', () => process.exit(0));
