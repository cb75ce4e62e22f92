/** @module-tag full */
import { type IncomingHttpHeaders, type RequestOptions, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { marketIds } from '#core/prices/markets.ts';
import type { RunningServer } from '#protocol/node-server.ts';
import { optionalFields, pricesBody } from '#protocol/price-api.ts';
import { startService } from '#service/snapshot.ts';
import { marketEntry, partnerRow } from '../protocol/row-schemas.ts';

vi.setConfig({ testTimeout: 60_000 });

let server: RunningServer;
beforeAll(async () => {
  server = await startService({ SERVICE_API_KEYS: 'one, two', SERVICE_PORT: '0' });
});
afterAll(() => server.close());

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

function ask(path: string, options: RequestOptions = { headers: { Authorization: 'Bearer one' } }): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    const call = request({ hostname, port, path, agent: false, ...options }, async (answer) =>
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: await buffer(answer) }),
    );
    call.on('error', reject).end();
  });
}

const jsonOf = ({ bytes }: Answer): unknown => JSON.parse(brotliDecompressSync(bytes).toString('utf8'));

describe('over a socket', () => {
  it('a full response holds 13 markets with all fields, each as specified', async () => {
    const answer = await ask(`/api/prices?fields=${optionalFields.join(',')}`);
    const { items, markets, updated_at } = pricesBody.parse(jsonOf(answer));
    expect(markets).toEqual(marketIds);
    expect(updated_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Object.keys(items).length).toBeGreaterThan(35_000);
    const entry = z.strictObject(marketEntry.shape);
    const some = Object.values(items).filter((_, at) => at % 20 === 0);
    for (const item of some) {
      const { liquidity, ...entries } = Object(item);
      expect(liquidity).toBeTypeOf('number');
      for (const each of Object.values(entries)) entry.parse(each);
    }
  });

  it('partner prices cover all items', async () => {
    const rows = z
      .record(z.string(), z.strictObject(partnerRow.shape))
      .parse(jsonOf(await ask('/api/get-partner-prices')));
    expect(Object.keys(rows).length).toBeGreaterThan(35_000);
  });
});
