import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPriceService, type PriceServiceParts } from '#prices/refresh/price-service.ts';
import { createNameStore } from '#prices/search/name-store.ts';
import { tableKey } from '#prices/storage/stored-state.ts';
import { json, type StubRelay, startStubRelay } from '../stub-relay.ts';

const price = { price_buff: 100, price_uu: 100, price_csfloat: 100, liquidity: 9, is_inflated: false };
const redline = 'AK-47 | Redline (Field-Tested)';
const howl = 'M4A4 | Howl (Factory New)';

let relay: StubRelay;
beforeEach(async () => {
  relay = await startStubRelay(json({ [redline]: price }, { ETag: '"one"' }));
});
afterEach(() => relay.close());

const memory = () => {
  const kept = new Map<string, unknown>();
  return {
    kept,
    read: async (keys: readonly string[]) => keys.map((key) => kept.get(key)),
    write: async (entries: Readonly<Record<string, unknown>>) => {
      for (const [key, value] of Object.entries(entries)) kept.set(key, structuredClone(value));
    },
  };
};

/** An engine and its names, as the worker wires them. */
function makeWorker(prices = memory(), store = memory()) {
  const keeping: Promise<void>[] = [];
  const names = createNameStore({
    store,
    after: () => () => {},
    onMissing: () => keeping.push(engine.refetch()),
    liquidity: async (all) => (await engine.quotesWithoutUse(all)).quotes.map((quote) => quote?.liquidity),
  });
  const tableFirst: boolean[] = [];
  const parts: PriceServiceParts = {
    fetch,
    now: () => 1_800_000_000_000,
    random: () => 0,
    store: prices,
    relay: async () => ({ base: new URL(relay.url), token: '' }),
    onChange: () => undefined,
    onSuccess: () => undefined,
    onSchedule: () => undefined,
    onTable: (priced) => {
      tableFirst.push(prices.kept.has(tableKey));
      keeping.push(names.save(priced));
    },
  };
  const engine = createPriceService(parts);
  const settle = async () => {
    while (keeping.length > 0) await keeping.shift();
  };
  return { engine, names, settle, tableFirst };
}

test('a refresh keeps the table first and then its names; the next names replace them', async () => {
  const worker = makeWorker();
  await worker.engine.refresh();
  await worker.settle();
  expect(worker.tableFirst).toEqual([true]);
  expect(await worker.names.search('redline', 20)).toEqual({ state: 'found', names: [redline] });
  relay.answer = json({ [howl]: price }, { ETag: '"two"' });
  await worker.engine.refresh();
  await worker.settle();
  expect(await worker.names.search('redline', 20)).toEqual({ state: 'found', names: [] });
  expect(await worker.names.search('howl', 20)).toEqual({ state: 'found', names: [howl] });
});

test('of equal matches the item comes first whose liquidity in the table is higher', async () => {
  const minimalWear = 'AK-47 | Redline (Minimal Wear)';
  for (const [more, less] of [
    [redline, minimalWear],
    [minimalWear, redline],
  ] as const) {
    relay.answer = json(
      { [less]: { ...price, liquidity: 10 }, [more]: { ...price, liquidity: 80.5 } },
      { ETag: `"${more}"` },
    );
    const worker = makeWorker();
    await worker.engine.refresh();
    await worker.settle();
    expect(await worker.names.search('ak redline', 20)).toEqual({ state: 'found', names: [more, less] });
  }
});

test('names that are lost while the table is kept are fetched again, without the ETag', async () => {
  const prices = memory();
  await makeWorker(prices).engine.refresh();
  const worker = makeWorker(prices);
  expect(await worker.names.search('redline', 20)).toEqual({ state: 'unavailable', reason: 'none' });
  await worker.settle();
  expect(relay.requests.at(-1)?.headers['if-none-match']).toBeUndefined();
  expect(await worker.names.search('redline', 20)).toEqual({ state: 'found', names: [redline] });
  expect((await worker.engine.quotes([redline])).quotes[0]?.buff163).toBe(100);
});
