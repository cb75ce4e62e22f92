/** @module-tag full */
import { once } from 'node:events';
import fs from 'node:fs';
import { connect, type Socket } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { partner, startTestRelay, until } from './test-relay.ts';
import { answers, key, partnerRows, refuses } from './upstream.ts';

const script = answers(partnerRows(20));

describe('/metrics', () => {
  test('counts requests, upstream, bytes and age', async () => {
    // The second request comes within the poll period, on a slow machine too.
    const slowPollMs = 1500;
    const { get, upstream } = await startTestRelay(script, { env: { RELAY_POLL_SECONDS: String(slowPollMs / 1000) } });
    const br = await get(partner, { 'Accept-Encoding': 'br' });
    await get(partner, { 'If-None-Match': br.headers.etag ?? '' });
    await get('/api/prices?min=x');
    upstream.does(refuses(503));
    await until(() => get(partner)).gives(() => upstream.seen.length === 2);
    const metrics = await until(() => get('/metrics')).gives(({ body }) => body.includes('outcome="unavailable"'));
    expect(metrics.headers['content-type']).toContain('text/plain');
    const text = metrics.body.toString();
    expect(text).toContain('relay_requests_total{route="/api/get-partner-prices",status="304"} 1\n');
    expect(text).toContain('relay_requests_total{route="/api/prices",status="400"} 1\n');
    expect(text).toContain(`relay_body_bytes_total{encoding="br"} ${br.body.length}\n`);
    expect(text).toContain('relay_upstream_requests_total{outcome="fresh"} 1\n');
    expect(text).toContain('relay_upstream_requests_total{outcome="unavailable"} 1\n');
    expect(text).toMatch(/relay_snapshot_age_seconds\{source="\/api\/get-partner-prices"\} \d/);
    expect(text).toContain('process_resident_memory_bytes');
    expect(text).not.toContain(key);
  });

  test('unknown paths share one series', async () => {
    const { get } = await startTestRelay(script);
    for (const target of ['/a', '/b', '/api/nothing']) await get(target);
    expect((await get('/metrics')).body.toString()).toContain('relay_requests_total{route="other",status="404"} 3\n');
  });
});

describe('the log', () => {
  test('is one JSON line a request that is not refused, without secrets', async () => {
    const testRelay = await startTestRelay(script, { env: { RELAY_TOKENS: 'a-token-of-mine-1' } });
    const secrets = { Authorization: 'Bearer a-token-of-mine-1', Cookie: 'session=secret-cookie' };
    await testRelay.get(`${partner}?note=secret-query`, secrets);
    await testRelay.get(partner, { Authorization: 'Bearer a-wrong-token' });
    const lines = await testRelay.logged();
    const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
    expect(requests).toEqual([
      expect.objectContaining({ route: partner, status: 200, bytes: expect.any(Number), ms: expect.any(Number) }),
    ]);
    expect(lines.join('\n')).not.toMatch(/a-token-of-mine-1|secret-cookie|secret-query|a-wrong-token/);
    expect(lines.join('\n')).not.toContain(key);
  });

  test('has one JSON line for each upstream request', async () => {
    const testRelay = await startTestRelay(refuses(503, { 'Retry-After': '7' }));
    await testRelay.get(partner);
    const lines = (await testRelay.logged()).map((line) => JSON.parse(line));
    expect(lines).toContainEqual(
      expect.objectContaining({
        msg: 'upstream',
        source: partner,
        outcome: 'unavailable',
        status: 503,
        retryAfterMs: 7000,
      }),
    );
  });
});

/** Everything that a connection receives until the server closes it. */
async function readToEnd(socket: Socket): Promise<string> {
  const parts: Buffer[] = [];
  socket.on('error', () => undefined);
  socket.on('data', (part: Buffer) => parts.push(part));
  if (!socket.closed) await new Promise((resolve) => socket.on('close', resolve));
  else for (let part = socket.read(); part; part = socket.read()) parts.push(part);
  return Buffer.concat(parts).toString('latin1');
}

const dial = (url: string): Socket => connect(Number(new URL(url).port), '127.0.0.1');

describe('slow and large clients', () => {
  test('a head that never ends is cut off, others are served meanwhile', async () => {
    const { get, url } = await startTestRelay(script, { limits: { requestHeadTimeoutMs: 300 } });
    const socket = dial(url);
    socket.write(`GET ${partner} HTTP/1.1\r\nHost: localhost\r\n`);
    const drip = setInterval(() => socket.write('X: y\r\n'), 50);
    expect((await get(partner)).status).toBe(200);
    expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 408 /);
    clearInterval(drip);
  });

  test('a connection without traffic is closed', async () => {
    const { url } = await startTestRelay(script, { limits: { idleTimeoutMs: 200 } });
    expect(await readToEnd(dial(url))).toBe('');
  });

  test.runIf(process.platform === 'linux')('connections leave descriptors to the relay', async () => {
    vi.spyOn(fs, 'readFileSync').mockReturnValueOnce(
      'Max open files            3                    3         files\n',
    );
    const { url } = await startTestRelay(script);
    await once(dial(url), 'connect');
    expect(await readToEnd(dial(url))).toBe('');
  });

  test('a head over 8 kB gets 431', async () => {
    const { get } = await startTestRelay(script);
    expect((await get(partner, { 'X-Large': 'x'.repeat(9000) })).status).toBe(431);
  });
});
