import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type MarketId, marketIds } from '#core/markets.ts';
import { createMarketDetails, longPauseMs, shortPauseMs } from '#prices/details/market-details.ts';
import { json, type StubRelay, startStubRelay } from '../stub-relay.ts';

const start = Date.parse('2026-11-20T10:00:00.000Z');
const item = '★ Karambit | Doppler (Factory New)';
const body = (market: MarketId, entry: Record<string, unknown>, updatedAt = '2026-11-20T10:00:00.000Z') => ({
  updated_at: updatedAt,
  markets: [market],
  items: { [item]: { [market]: entry } },
});

let relay: StubRelay;
const marketOf = (path: string) => (new URL(path, 'http://x').searchParams.get('markets') ?? '') as MarketId;
const answers: StubRelay['answer'] = (request, response) => {
  const market = marketOf(request.url ?? '');
  if (request.headers['if-none-match']) return void response.writeHead(304).end();
  const entry = market === 'csgoroll' ? { coins: 12.5 } : { price: 100, avg_7: 101.5, count: 3, is_inflated: true };
  json(body(market, entry), { ETag: `"${market}"` })(request, response);
};
beforeEach(async () => {
  relay = await startStubRelay(answers);
});
afterEach(() => relay.close());

function makeWorld(markets: MarketId[]) {
  const stored = new Map<string, unknown>();
  const world = {
    now: start,
    base: relay.url,
    pauses: [] as number[],
    batches: [] as (number | undefined)[],
    stored,
    markets,
    remembered: [] as string[],
    changes: 0,
  };
  const parts = {
    fetch,
    now: () => world.now,
    random: () => 0,
    relay: async () => ({ base: new URL(world.base), token: '' }),
    markets: async () => world.markets,
    rememberNames: async (names: readonly string[]) => void world.remembered.push(...names),
    pause: async (ms: number) => void world.pauses.push(ms),
    onBatch: (at: number | undefined) => void world.batches.push(at),
    onChange: () => void world.changes++,
    store: {
      read: async (keys: readonly string[]) => keys.map((key) => stored.get(key)),
      write: async (entries: Readonly<Record<string, unknown>>) => {
        for (const [key, value] of Object.entries(entries)) stored.set(key, structuredClone(value));
      },
    },
  };
  return Object.assign(world, {
    worker: (fetched: typeof fetch = fetch) => createMarketDetails({ ...parts, fetch: fetched }),
  });
}

describe('market details', () => {
  test('tell of a batch once, after new ones are stored, and not of one without any', async () => {
    const world = makeWorld(['buff163', 'csgoroll']);
    await world.worker().refreshDueMarkets();
    expect(world.changes).toBe(1);
    // Both answers are 304.
    world.now += 60 * 60_000;
    await world.worker().refreshDueMarkets();
    expect([relay.requests.length, world.changes]).toEqual([4, 1]);
  });

  test('are fetched one market after the other, with a pause, and found by item', async () => {
    const world = makeWorld(['buff163', 'csgoroll']);
    await world.worker().refreshDueMarkets();
    expect(relay.requests.map(({ path }) => marketOf(path))).toEqual(['buff163', 'csgoroll']);
    expect(relay.requests[0]?.path).toContain('fields=avg_30,avg_7,count,is_inflated,link,updated_at');
    expect(world.pauses).toEqual([shortPauseMs, shortPauseMs]);
    expect(await world.worker().find(item)).toEqual([
      { market: 'buff163', asOf: start, detail: { price: 100, avg7: 101.5, count: 3, inflated: true } },
      { market: 'csgoroll', asOf: start, detail: { price: 12.5, inflated: false } },
    ]);
    expect(world.remembered).toEqual([item, item]);
    const others = await world.worker().find('AK-47 | Redline (Field-Tested)');
    expect(others.map(({ detail }) => detail)).toEqual([undefined, undefined]);
  });

  test('are fetched again by a new worker when the data is due, with the ETag', async () => {
    const world = makeWorld(['buff163']);
    await world.worker().refreshDueMarkets();
    world.now += 10 * 60_000;
    await world.worker().refreshDueMarkets();
    expect(relay.requests.length).toBe(1);
    world.now += 21 * 60_000;
    await world.worker().refreshDueMarkets();
    expect(relay.requests[1]?.headers['if-none-match']).toBe('"buff163"');
    await world.worker().refreshDueMarkets();
    expect(relay.requests.length).toBe(2);
  });

  test('of the future are as old as their fetch: a clock is wrong', async () => {
    relay.answer = json(body('buff163', { price: 100 }, '2027-11-20T10:00:00.000Z'));
    const world = makeWorld(['buff163']);
    await world.worker().refreshDueMarkets();
    expect(await world.worker().find(item)).toMatchObject([{ asOf: start }]);
  });

  test('are fetched from another relay at once, and no more from the old one', async () => {
    const world = makeWorld(['buff163', 'csgoroll']);
    const other = await startStubRelay(answers);
    relay.answer = (request, response) => {
      world.base = other.url;
      answers(request, response);
    };
    await world.worker().refreshDueMarkets();
    expect(relay.requests.map(({ path }) => marketOf(path))).toEqual(['buff163']);
    await world.worker().refreshDueMarkets();
    expect(other.requests.map(({ path }) => marketOf(path))).toEqual(['buff163', 'csgoroll']);
    await other.close();
  });

  test('are fetched at once with another token after a fault of the old one', async () => {
    const world = makeWorld(['buff163']);
    relay.answer = (_, response) => void response.writeHead(401).end();
    await world.worker().refreshDueMarkets();
    relay.answer = answers;
    await world.worker().refreshDueMarkets();
    expect(relay.requests.length).toBe(1);
    await world.worker().relayChanged();
    await world.worker().refreshDueMarkets();
    expect(relay.requests.length).toBe(2);
    expect((await world.worker().find(item))[0]?.detail).toBeDefined();
  });

  test('stay stored after a fault, which ends the batch', async () => {
    const world = makeWorld(['buff163', 'youpin']);
    await world.worker().refreshDueMarkets();
    relay.answer = json({ error: 'wait' }, { 'Retry-After': '3000' }, 429);
    world.now += 31 * 60_000;
    await world.worker().refreshDueMarkets();
    expect(relay.requests.map(({ path }) => marketOf(path))).toEqual(['buff163', 'youpin', 'buff163']);
    world.now += 40 * 60_000;
    await world.worker().refreshDueMarkets();
    expect(relay.requests.filter(({ path }) => marketOf(path) === 'buff163').length).toBe(2);
    expect((await world.worker().find(item))[0]?.detail?.price).toBe(100);
  });

  test('stay stored when under half of the items are left, until the third answer in succession', async () => {
    const world = makeWorld(['buff163']);
    const rows = (names: readonly string[], price: number) => ({
      updated_at: new Date(start).toISOString(),
      markets: ['buff163'],
      items: Object.fromEntries(names.map((name) => [name, { buff163: { price } }])),
    });
    const priceAfter = async () => {
      await world.worker().refreshDueMarkets();
      world.now += 40 * 60_000;
      return (await world.worker().find(item))[0]?.detail?.price;
    };
    relay.answer = json(rows([item, 'b', 'c'], 100));
    expect(await priceAfter()).toBe(100);
    relay.answer = json(rows([item], 7));
    expect([await priceAfter(), await priceAfter(), await priceAfter()]).toEqual([100, 100, 7]);
  });
});

/** Makes the relay hang after so many responses. Resolves when it hangs. */
function hangAfter(answered: number): Promise<void> {
  let left = answered;
  return new Promise((resolve) => {
    relay.answer = (request, response) => (left-- > 0 ? answers(request, response) : resolve());
  });
}

const requestedMarkets = () => relay.requests.map(({ path }) => marketOf(path));

describe('a batch of all 13 markets', () => {
  test.each([0, 1, 5, 12])('is finished by the next worker when its worker is killed at market %i', async (at) => {
    const world = makeWorld([...marketIds]);
    const hangs = hangAfter(at);
    void world.worker().refreshDueMarkets();
    await hangs;
    expect(world.batches.at(-1)).toBe(start + 35_000);
    relay.answer = answers;
    world.now += 40_000;
    await world.worker().resumeBatch();
    expect(requestedMarkets()).toEqual([...marketIds.slice(0, at + 1), ...marketIds.slice(at)]);
    expect(world.batches.at(-1)).toBeUndefined();
    expect((await world.worker().find(item)).every(({ detail }) => detail)).toBe(true);
    await world.worker().resumeBatch();
    expect(requestedMarkets().length).toBe(marketIds.length + 1);
  });

  test('includes markets that are chosen meanwhile; concurrent calls are one batch', async () => {
    const world = makeWorld(['buff163', 'youpin']);
    const worker = world.worker();
    const calls = [worker.refreshDueMarkets(), worker.refreshDueMarkets()];
    world.markets = ['buff163', 'youpin', 'steam'];
    calls.push(worker.refreshDueMarkets());
    await Promise.all(calls);
    expect(requestedMarkets()).toEqual(['buff163', 'youpin', 'steam']);
  });

  test('is not resumed once its data are due again', async () => {
    const world = makeWorld([...marketIds]);
    const hangs = hangAfter(3);
    void world.worker().refreshDueMarkets();
    await hangs;
    world.now += 31 * 60_000;
    await world.worker().resumeBatch();
    expect(requestedMarkets().length).toBe(4);
  });

  test('requests a market after the previous one is stored, so that one response is in memory', async () => {
    const world = makeWorld([...marketIds]);
    const storedMarkets: string[][] = [];
    relay.answer = (request, response) => {
      storedMarkets.push(
        [...world.stored.keys()].filter((key) => key.endsWith('/about')).map((key) => key.split('/')[0] ?? ''),
      );
      answers(request, response);
    };
    await world.worker().refreshDueMarkets();
    expect(storedMarkets).toEqual(marketIds.map((_, at) => marketIds.slice(0, at)));
  });

  test.each([
    ['remote, and no page waits', 'http://relay.invalid/', false, longPauseMs],
    ['remote, and a page waits for details', 'http://relay.invalid/', true, shortPauseMs],
    ['on this machine', 'http://localhost/', false, shortPauseMs],
  ])('pauses for a relay that is %s', async (_, base, waiting, ms) => {
    const world = makeWorld(['buff163', 'youpin']);
    world.base = base;
    const worker = world.worker((url, init) =>
      fetch(new URL(new URL(String(url)).pathname + new URL(String(url)).search, relay.url), init),
    );
    if (waiting) await worker.find(item);
    await worker.refreshDueMarkets();
    expect(world.pauses).toEqual([ms, ms]);
  });

  test('is not resumed after a fault', async () => {
    const world = makeWorld([...marketIds]);
    relay.answer = json({ error: 'no' }, {}, 503);
    await world.worker().refreshDueMarkets();
    expect(world.batches.at(-1)).toBeUndefined();
    await world.worker().resumeBatch();
    expect(relay.requests.length).toBe(1);
  });
});
