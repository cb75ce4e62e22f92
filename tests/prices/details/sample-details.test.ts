import { expect, onTestFinished, test } from 'vitest';
import { createMarketDetails } from '#prices/details/market-details.ts';
import { suggestCoinRate } from '#prices/rates/coin-rate.ts';
import { json, type StubRelay, startStubRelay } from '../stub-relay.ts';

const start = Date.parse('2026-11-20T10:00:00.000Z');
const names = Array.from({ length: 60 }, (_, at) => `Item ${at}`);
const answer = (coins: number, headers: Record<string, string>): StubRelay['answer'] =>
  json(
    {
      updated_at: '2026-11-20T10:00:00.000Z',
      markets: ['csgoroll'],
      items: Object.fromEntries(names.map((name) => [name, { csgoroll: { coins } }])),
    },
    headers,
  );
const samples = answer(7, { ETag: '"sample"', 'Skinlens-Sample': '1' });
const real = answer(100, { ETag: '"real"' });

async function makeWorld() {
  const relay = await startStubRelay(samples);
  onTestFinished(relay.close);
  const stored = new Map<string, unknown>();
  const world = { relay, now: start };
  const store = {
    read: async (keys: readonly string[]) => keys.map((key) => stored.get(key)),
    write: async (entries: Readonly<Record<string, unknown>>) => {
      for (const [key, value] of Object.entries(entries)) stored.set(key, structuredClone(value));
    },
  };
  const worker = (isSample?: boolean) =>
    createMarketDetails({
      fetch,
      now: () => world.now,
      random: () => 0,
      store,
      relay: async () => ({ base: new URL(relay.url), token: '' }),
      markets: async () => ['csgoroll'],
      rememberNames: async () => undefined,
      isUsed: async () => true,
      onSchedule: () => undefined,
      ...(isSample !== undefined && { isSample: async () => isSample }),
    });
  return Object.assign(world, { store, worker });
}

const shown = async ({ worker }: Awaited<ReturnType<typeof makeWorld>>, isSample?: boolean) =>
  (await worker(isSample).find('Item 1')).map(({ detail, asOf }) => [detail?.price, asOf]);

test('sample details stand beside a sample table only, and real ones beside a real table only', async () => {
  const world = await makeWorld();
  await world.worker().refreshDueMarkets();
  expect(await shown(world, true)).toEqual([[7, start]]);
  expect(await shown(world, false)).toEqual([[undefined, undefined]]);
  expect(await shown(world)).toEqual([[undefined, undefined]]);
  // A minute later and not half an hour: real prices replace samples as soon as there are any.
  world.now += 61_000;
  world.relay.answer = real;
  await world.worker().refreshDueMarkets();
  expect(await shown(world, false)).toEqual([[100, start]]);
  expect(await shown(world, true)).toEqual([[undefined, undefined]]);
});

test('sample details suggest no value of a coin, nor does a sample table', async () => {
  const world = await makeWorld();
  const quotes = (sample: boolean) => async (asked: readonly string[]) => ({
    table: { version: 'a', asOf: start, sample },
    fault: null,
    quotes: asked.map(() => ({ buff163: 6600, liquidity: 80, inflated: false })),
  });
  const suggested = (sample: boolean) => suggestCoinRate({ store: world.store, quotes: quotes(sample) });
  await world.worker().refreshDueMarkets();
  expect([await suggested(true), await suggested(false)]).toEqual([null, null]);
  world.now += 61_000;
  world.relay.answer = real;
  await world.worker().refreshDueMarkets();
  expect(await suggested(true)).toBeNull();
  expect((await suggested(false))?.usd).toBeCloseTo(0.66, 10);
});
