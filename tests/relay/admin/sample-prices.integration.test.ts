/** @module-tag full */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { marketDetailsPath } from '#protocol/price-api.ts';
import { startService } from '#service/snapshot.ts';
import { rates, xml } from '../ecb-xml.ts';
import { jsonOf, partner, until } from '../test-relay.ts';
import { hangs, startUpstream } from '../upstream.ts';
import { goodKey, priceApi } from './price-api-stub.ts';
import { type SetupTestBed, type SetupTestOptions, setUp, startSetupRelay } from './setup-relay.ts';

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

test('exchange rates are no samples: a relay without a key asks their source', async () => {
  const bank = await startUpstream((_, response) => void response.end(xml));
  const bed = await startSetupRelay(hangs, { env: { RELAY_RATES_URL: `${bank.url}/file` } });
  expect(jsonOf(await bed.send('/api/rates'))).toEqual(rates);
  expect(bank.seen.map(({ target }) => target)).toEqual(['/file']);
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

test('a request that ends because the key is switched is no problem of the price API', async () => {
  const bed = await startSetupRelay(priceApi());
  const other = await startUpstream(priceApi());
  await setUp(bed, goodKey);
  bed.upstream.does(hangs);
  const target = '/api/csgoroll-prices';
  const waiting = bed.send(target);
  await until(() => bed.upstream.seen.some((request) => request.target === target)).gives((isAsked) => isAsked);
  expect((await setUp(bed, goodKey, other.url)).headers['location']).toContain('step=done');
  const ended = await waiting;
  expect([ended.status, jsonOf(ended)]).toEqual([
    503,
    { error: 'no data yet: the price API is no longer asked with this key' },
  ]);
  expect(await bed.page('&step=status')).toContain('None since the relay started.');
});

const limits = { backgroundPollMs: 30 };

const start = (options: SetupTestOptions = {}) => startSetupRelay(priceApi(), { limits, ...options });
const status = ({ page }: SetupTestBed) => page('&step=status');

describe('the section of the history', () => {
  test('says since when and how much, once prices were recorded', async () => {
    const bed = await start();
    expect(await status(bed)).toContain('Sample prices are never recorded');
    await setUp(bed, goodKey);
    const today = new Date().toISOString().slice(0, 10);
    const page = await until(() => status(bed)).gives((text) => text.includes(`data-value="historySince">${today}`));
    expect(page).toMatch(/data-value="historySize">0\.\d MB/);
    expect(page).not.toContain('Sample prices are never recorded');
  });

  test('says that it is off', async () => {
    const bed = await start({ env: { RELAY_HISTORY: 'off' } });
    await setUp(bed, goodKey);
    expect(await status(bed)).toContain('The history is switched off.');
  });
});

test('metrics tell the size and age of the history', async () => {
  const bed = await start();
  await setUp(bed, goodKey);
  const text = await until(async () => (await bed.send('/metrics')).body.toString()).gives((metrics) =>
    metrics.includes('relay_history_age_seconds{market="buff163"}'),
  );
  expect(text).toMatch(/\nrelay_history_bytes\{file="history"\} \d{4,}\n/);
});
