import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MarketId } from '#core/markets.ts';
import { marketIds } from '#core/markets.ts';
import { calmPauseMs, createDetails, shortPauseMs } from '#prices/details/market-details.ts';
import { ownLink, parseMarket } from '#prices/details/parse-market-prices.ts';
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
  const kept = new Map<string, unknown>();
  const world = {
    now: start,
    base: relay.url,
    pauses: [] as number[],
    rounds: [] as (number | undefined)[],
    kept,
    markets,
  };
  const parts = {
    fetch,
    now: () => world.now,
    random: () => 0,
    relay: async () => ({ base: new URL(world.base), token: '' }),
    markets: async () => world.markets,
    pause: async (ms: number) => void world.pauses.push(ms),
    onRound: (at: number | undefined) => void world.rounds.push(at),
    store: {
      read: async (keys: readonly string[]) => keys.map((key) => kept.get(key)),
      write: async (entries: Readonly<Record<string, unknown>>) => {
        for (const [key, value] of Object.entries(entries)) kept.set(key, structuredClone(value));
      },
    },
  };
  return Object.assign(world, {
    worker: (fetched: typeof fetch = fetch) => createDetails({ ...parts, fetch: fetched }),
  });
}

describe('the second feed', () => {
  test('asks one market after the other, with a pause, and finds an item in all', async () => {
    const world = makeWorld(['buff163', 'csgoroll']);
    await world.worker().sweep();
    expect(relay.requests.map(({ path }) => marketOf(path))).toEqual(['buff163', 'csgoroll']);
    expect(relay.requests[0]?.path).toContain('fields=avg_30,avg_7,count,is_inflated,link,updated_at');
    expect(world.pauses).toEqual([shortPauseMs, shortPauseMs]);
    expect(await world.worker().find(item)).toEqual([
      { market: 'buff163', asOf: start, detail: { price: 100, avg7: 101.5, count: 3, inflated: true } },
      { market: 'csgoroll', asOf: start, detail: { price: 12.5, inflated: false } },
    ]);
    expect((await world.worker().find('AK-47 | Redline (Field-Tested)')).map(({ detail }) => detail)).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('a new worker does not ask again before the data is due, and then with the ETag', async () => {
    const world = makeWorld(['buff163']);
    await world.worker().sweep();
    world.now += 10 * 60_000;
    await world.worker().sweep();
    expect(relay.requests.length).toBe(1);
    world.now += 21 * 60_000;
    await world.worker().sweep();
    expect(relay.requests[1]?.headers['if-none-match']).toBe('"buff163"');
    await world.worker().sweep();
    expect(relay.requests.length).toBe(2);
  });

  test('another relay is asked at once, and the one before it no more', async () => {
    const world = makeWorld(['buff163', 'csgoroll']);
    const other = await startStubRelay(answers);
    relay.answer = (request, response) => {
      world.base = other.url;
      answers(request, response);
    };
    await world.worker().sweep();
    expect(relay.requests.map(({ path }) => marketOf(path))).toEqual(['buff163']);
    await world.worker().sweep();
    expect(other.requests.map(({ path }) => marketOf(path))).toEqual(['buff163', 'csgoroll']);
    await other.close();
  });

  test('a fault with another token does not make the new one wait', async () => {
    const world = makeWorld(['buff163']);
    relay.answer = (_, response) => void response.writeHead(401).end();
    await world.worker().sweep();
    relay.answer = answers;
    await world.worker().sweep();
    expect(relay.requests.length).toBe(1);
    await world.worker().relayChanged();
    await world.worker().sweep();
    expect(relay.requests.length).toBe(2);
    expect((await world.worker().find(item))[0]?.detail).toBeDefined();
  });

  test('a fault ends the round and keeps what is held', async () => {
    const world = makeWorld(['buff163', 'youpin']);
    await world.worker().sweep();
    relay.answer = json({ error: 'wait' }, { 'Retry-After': '3000' }, 429);
    world.now += 31 * 60_000;
    await world.worker().sweep();
    expect(relay.requests.map(({ path }) => marketOf(path))).toEqual(['buff163', 'youpin', 'buff163']);
    world.now += 40 * 60_000;
    await world.worker().sweep();
    expect(relay.requests.filter(({ path }) => marketOf(path) === 'buff163').length).toBe(2);
    expect((await world.worker().find(item))[0]?.detail?.price).toBe(100);
  });
});

/** Lets the relay answer so many requests and then hang; answers when it hangs. */
function hangAfter(answered: number): Promise<void> {
  let left = answered;
  return new Promise((resolve) => {
    relay.answer = (request, response) => (left-- > 0 ? answers(request, response) : resolve());
  });
}

const asked = () => relay.requests.map(({ path }) => marketOf(path));

describe('a round over all 13 markets', () => {
  test.each([0, 1, 5, 12])('whose worker is killed in market %i is finished by the next worker', async (at) => {
    const world = makeWorld([...marketIds]);
    const hangs = hangAfter(at);
    void world.worker().sweep();
    await hangs;
    expect(world.rounds.at(-1)).toBe(start + 35_000);
    relay.answer = answers;
    world.now += 40_000;
    await world.worker().resume();
    expect(asked()).toEqual([...marketIds.slice(0, at + 1), ...marketIds.slice(at)]);
    expect(world.rounds.at(-1)).toBeUndefined();
    expect((await world.worker().find(item)).every(({ detail }) => detail)).toBe(true);
    await world.worker().resume();
    expect(asked().length).toBe(marketIds.length + 1);
  });

  test('takes in what is chosen while it is under way, and many who ask at once are one round', async () => {
    const world = makeWorld(['buff163', 'youpin']);
    const worker = world.worker();
    const swept = [worker.sweep(), worker.sweep()];
    world.markets = ['buff163', 'youpin', 'steam'];
    swept.push(worker.sweep());
    await Promise.all(swept);
    expect(asked()).toEqual(['buff163', 'youpin', 'steam']);
  });

  test('that was cut short is no round any more when its data are due anew', async () => {
    const world = makeWorld([...marketIds]);
    const hangs = hangAfter(3);
    void world.worker().sweep();
    await hangs;
    world.now += 31 * 60_000;
    await world.worker().resume();
    expect(asked().length).toBe(4);
  });

  test('asks for no market before the one before it is kept, so that memory holds one answer', async () => {
    const world = makeWorld([...marketIds]);
    const kept: string[][] = [];
    relay.answer = (request, response) => {
      kept.push([...world.kept.keys()].filter((key) => key.endsWith('/about')).map((key) => key.split('/')[0] ?? ''));
      answers(request, response);
    };
    await world.worker().sweep();
    expect(kept).toEqual(marketIds.map((_, at) => marketIds.slice(0, at)));
  });

  test.each([
    ['far away, and nobody waits', 'http://relay.invalid/', false, calmPauseMs],
    ['far away, and somebody looks at details', 'http://relay.invalid/', true, shortPauseMs],
    ['on this machine', 'http://localhost/', false, shortPauseMs],
  ])('pauses as befits a relay that is %s', async (_, base, waiting, ms) => {
    const world = makeWorld(['buff163', 'youpin']);
    world.base = base;
    const worker = world.worker((url, init) =>
      fetch(new URL(new URL(String(url)).pathname + new URL(String(url)).search, relay.url), init),
    );
    if (waiting) await worker.find(item);
    await worker.sweep();
    expect(world.pauses).toEqual([ms, ms]);
  });

  test('that meets a fault leaves nothing to go on with', async () => {
    const world = makeWorld([...marketIds]);
    relay.answer = json({ error: 'no' }, {}, 503);
    await world.worker().sweep();
    expect(world.rounds.at(-1)).toBeUndefined();
    await world.worker().resume();
    expect(relay.requests.length).toBe(1);
  });
});

describe('an answer for one market', () => {
  const one = (entry: unknown) =>
    parseMarket(body('buff163', entry as Record<string, unknown>), 'buff163').details.get(item);
  test('an item that the market does not have is no bad entry', () => {
    const parsed = parseMarket(
      { updated_at: '2026-11-20T10:00:00.000Z', markets: ['buff163'], items: { [item]: {} } },
      'buff163',
    );
    expect(parsed).toMatchObject({ bad: 0 });
    expect(parsed.details.size).toBe(0);
  });
  test('a price of 0 is none', () => expect(one({ price: 0 })).toBeUndefined());
  test.each([{ price: '5' }, { price: 1.5 }, { price: -3 }, { price: 5, count: 'x' }])('refuses %j', (entry) => {
    expect(() => one(entry)).toThrow('do not fit');
  });
  test.each([
    [null],
    [{ items: {} }],
    [{ updated_at: 'never', markets: [], items: { a: {} } }],
    [{ updated_at: '2026-11-20T10:00:00.000Z', markets: [], items: {} }],
  ])('refuses %j whole', (whole) => expect(() => parseMarket(whole, 'buff163')).toThrow());
  test.each<[string, MarketId, boolean]>([
    ['https://buff.163.com/goods/1', 'buff163', true],
    ['https://www.csgoroll.com/x', 'csgoroll', true],
    ['http://buff.163.com/goods/1', 'buff163', false],
    ['https://buff.163.com.evil.example/', 'buff163', false],
    ['https://evil.example/?buff.163.com', 'buff163', false],
    ['https://user@buff.163.com/', 'buff163', false],
    ['https://evilcsgoroll.com/', 'csgoroll', false],
    ['javascript:alert(1)', 'buff163', false],
    ['', 'buff163', false],
  ])('link %s', (link, market, kept) => expect(ownLink(link, market) !== undefined).toBe(kept));
});
