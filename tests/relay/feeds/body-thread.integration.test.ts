/** @module-tag full */

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { expect, test } from 'vitest';
import { endpoints } from '#protocol/price-api.ts';
import { createViewComparer } from '#relay/alerts/view-rows.ts';
import { createThreadedBodyProcessor, isMalformed } from '#relay/feeds/body-thread.ts';
import { observeMarket, observeTable } from '#relay/history/observed-prices.ts';
import { plainLimits } from '../../explore/plain-items.ts';

const large = new TextEncoder().encode(JSON.stringify({ a: { price_buff: 1, filler: 'x'.repeat(600_000) } }));

test('close lets the running thread finish and starts no other', async () => {
  const processor = createThreadedBodyProcessor();
  const running = processor.inspect(large, endpoints.partner);
  await Promise.resolve();
  const waiting = expect(processor.inspect(large, endpoints.partner)).rejects.toThrow('closing');
  const closed = processor.close();
  await expect(processor.inspect(large, endpoints.partner)).rejects.toThrow('closing');
  expect(await running).toMatchObject({ itemCount: 1 });
  await waiting;
  await closed;
});

test('a thread that runs out of memory fails its task alone', async () => {
  const rows = Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => [`Item ${at}`, { [`field ${at}`]: at }]));
  const hungry = new TextEncoder().encode(JSON.stringify(rows));
  const processor = createThreadedBodyProcessor(16);
  const error: unknown = await processor.inspect(hungry, endpoints.partner).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'ERR_WORKER_OUT_OF_MEMORY' });
  expect(isMalformed(error)).toBe(false);
  expect(await processor.inspect(large, endpoints.partner)).toMatchObject({ itemCount: 1 });
  await processor.close();
});

async function threadsOf(work: () => Promise<void>): Promise<number> {
  let started = 0;
  const count = () => void started++;
  subscribe('worker_threads', count);
  await work().finally(() => unsubscribe('worker_threads', count));
  return started;
}

test('one thread works on all bodies', async () => {
  const processor = createThreadedBodyProcessor();
  const started = await threadsOf(async () => {
    for (let at = 0; at < 3; at++) await processor.inspect(large, endpoints.partner);
  });
  await processor.close();
  expect(started).toBe(1);
});

test('an idle thread ends, and a body that comes at that moment gets another one', async () => {
  const processor = createThreadedBodyProcessor(undefined, 0);
  const started = await threadsOf(async () => {
    for (let at = 0; at < 10; at++) {
      expect(await processor.inspect(large, endpoints.partner)).toMatchObject({ itemCount: 1 });
      // The timer of the thread was set before this one.
      await new Promise((resolve) => setTimeout(resolve));
    }
  });
  await processor.close();
  expect(started).toBe(10);
});

test('saved views are compared in the thread, with the same answer', async () => {
  const processor = createThreadedBodyProcessor();
  const own = (market: 'buff163' | 'csfloat', price: number) =>
    [market, { prices: observeMarket({ A: { [market]: { price, count: 9 } } }, market), asOf: 1_000_000 }] as const;
  const table = { prices: observeTable({ A: { price_buff: 1000, liquidity: 90 } }), asOf: 1_000_000 };
  const data = { table, own: new Map([own('buff163', 1000), own('csfloat', 1200)]), changes: undefined };
  const markets = ['buff163', 'csfloat'] as const;
  const views = ['view=cheaper', 'q=%00'].map((address) => ({ name: address, address, tells: 1, memory: undefined }));
  const terms = [{ markets, coinUsd: undefined, limits: plainLimits, views }];
  const [compareViews, now] = [createViewComparer(), 1_000_000];
  // The thread keeps the data for the next question, and says where it lacks them.
  expect(await processor.compareViews(1, undefined, terms, now)).toBeUndefined();
  const found = await processor.compareViews(1, data, terms, now);
  expect(found).toEqual(compareViews(1, data, terms, now));
  expect(found?.[0]).toMatchObject([{ view: 'view=cheaper', news: [] }, { view: 'q=%00' }]);
  expect(await processor.compareViews(1, undefined, terms, now)).toEqual(found);
  await processor.close();
});
