/** @module-tag full */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { marketDetailsPath } from '#protocol/price-api.ts';
import { startService } from '#service/snapshot.ts';
import { jsonOf, partner } from '../test-relay.ts';
import { hangs } from '../upstream.ts';
import { setUp, startSetupRelay } from './setup-relay.ts';

test('every answer of a relay without a key says that its prices are samples, and no cache keeps one', async () => {
  const { send, page, relay, cacheDir, upstream } = await startSetupRelay(hangs);
  const first = await send(partner);
  const notModified = await send(partner, { headers: { 'If-None-Match': first.headers['etag'] ?? '' } });
  const others = [
    await send(marketDetailsPath('steam')),
    await send('/api/prices?markets=none'),
    await send('/healthz'),
  ];
  expect([first.status, notModified.status, ...others.map(({ status }) => status)]).toEqual([200, 304, 200, 400, 200]);
  for (const { headers } of [first, notModified, ...others]) {
    expect(headers['skinlens-sample']).toBe('1');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['use-as-dictionary']).toBeUndefined();
  }
  expect(Object.keys(jsonOf(first) as object).length).toBeGreaterThan(30_000);
  expect(upstream.seen).toEqual([]);
  // What is offered to the history would be a problem: samples have no time.
  expect(await page('&step=status')).toContain('None since the relay started.');
  await relay.close(0);
  const database = new DatabaseSync(join(cacheDir, 'relay.db'), { readOnly: true });
  onTestFinished(() => database.close());
  for (const table of ['answers', 'items']) expect(database.prepare(`SELECT * FROM ${table}`).all()).toEqual([]);
});

test('real prices with the same bytes are no 304 to a client that has the samples', async () => {
  const service = await startService({ SERVICE_API_KEYS: 'a-key', SERVICE_PORT: '0' });
  try {
    const bed = await startSetupRelay(hangs);
    const sample = await bed.send(partner);
    expect((await setUp(bed, 'a-key', service.url)).headers['location']).toContain('step=done');
    const headers = { 'If-None-Match': sample.headers['etag'] ?? '' };
    const real = await bed.send(partner, { headers });
    expect(real.status).toBe(200);
    expect(real.body.equals(sample.body)).toBe(true);
    expect(real.headers['skinlens-sample']).toBeUndefined();
  } finally {
    await service.close(0);
  }
});
