import { afterEach, beforeEach, expect, test } from 'vitest';
import { lazy } from '#core/asks/lazy.ts';
import { quotedOffer } from '#core/prices/quote.ts';
import { loadPrices, tableKey } from '#data/catalogue/loaded-table.ts';
import { createPriceService, type PriceServiceDeps } from '#data/refresh/price-service.ts';
import { createNameStore } from '#data/search/name-store.ts';
import { makeStore } from '../memory-store.ts';
import { withQuotes } from '../price-service-world.ts';
import { json, type StubRelay, startStubRelay } from '../stub-relay.ts';
import { asking } from '../table-of.ts';

const price = { price_buff: 100, price_uu: 100, price_csfloat: 100, liquidity: 9, is_inflated: false };
const redline = 'AK-47 | Redline (Field-Tested)';
const howl = 'M4A4 | Howl (Factory New)';

let relay: StubRelay;
beforeEach(async () => {
  relay = await startStubRelay(json({ [redline]: price }, { ETag: '"one"' }));
});
afterEach(() => relay.close());

function makeWorker(prices = makeStore(), store = makeStore()) {
  const pending: Promise<unknown>[] = [];
  const loadedPrices = lazy(() => loadPrices(prices));
  const names = createNameStore({
    store,
    onMissing: () => pending.push(service.refresh()),
    table: async () => (await loadedPrices()).table,
  });
  const parts: PriceServiceDeps = {
    fetch,
    now: () => 1_800_000_000_000,
    random: () => 0,
    store: prices,
    relay: async () => ({ base: new URL(relay.url), token: '' }),
    readSamples: async () => null,
    onChange: () => undefined,
    onSuccess: () => undefined,
    onUseBegins: () => undefined,
    isWatched: async () => false,
    onSchedule: () => undefined,
    loadedPrices,
    names,
  };
  const service = withQuotes(createPriceService(parts), loadedPrices, names.read);
  const settle = async () => {
    while (pending.length > 0) await pending.shift();
  };
  return { service, names, settle };
}

test('a refresh stores names before their table, and a later one adds to them', async () => {
  const [prices, store] = [makeStore(), makeStore()];
  const worker = makeWorker(prices, {
    ...store,
    write: async (entries) => {
      expect(prices.stored.has(tableKey)).toBe(false);
      await store.write(entries);
    },
  });
  await worker.service.refresh();
  expect(await worker.names.search('redline', 20)).toEqual({ state: 'found', names: [redline] });
  relay.answer = json({ [howl]: price }, { ETag: '"two"' });
  const next = makeWorker(prices, store);
  await next.service.refresh();
  expect(await next.names.search('redline', 20)).toEqual({ state: 'found', names: [redline] });
  expect(await next.names.search('howl', 20)).toEqual({ state: 'found', names: [howl] });
  expect((await next.service.quotes([redline, howl])).quotes).toMatchObject([null, asking(100)]);
});

test('a name in another spelling has the price of the stored name that it comes near', async () => {
  const worker = makeWorker();
  await worker.service.refresh();
  const { quotes, spellings } = await worker.service.quotes([redline.toLowerCase(), 'AK-47 | Nothing']);
  expect([quotes, spellings]).toMatchObject([[asking(100), null], { 0: redline }]);
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
    await worker.service.refresh();
    expect(await worker.names.search('ak redline', 20)).toEqual({ state: 'found', names: [more, less] });
  }
});

test('lost names are fetched again without the ETag', async () => {
  const prices = makeStore();
  await makeWorker(prices).service.refresh();
  const worker = makeWorker(prices);
  expect(await worker.names.search('redline', 20)).toEqual({ state: 'unavailable', reason: 'none' });
  await worker.settle();
  expect(relay.requests.at(-1)?.headers['if-none-match']).toBeUndefined();
  expect(await worker.names.search('redline', 20)).toEqual({ state: 'found', names: [redline] });
  expect(quotedOffer((await worker.service.quotes([redline])).quotes[0], 'buff163').cents).toBe(100);
});
