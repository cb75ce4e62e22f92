import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MarketId } from '#core/markets.ts';
import { createDetails } from '#prices/details.ts';
import { ownLink, parseMarket } from '#prices/market-answer.ts';
import { json, type StubRelay, startStubRelay } from './stub-relay.ts';

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
  const world = { now: start, pauses: 0, kept, markets };
  const parts = {
    fetch,
    now: () => world.now,
    random: () => 0,
    relay: async () => ({ base: new URL(relay.url), token: '' }),
    markets: async () => world.markets,
    pause: async () => void world.pauses++,
    store: {
      read: async (keys: readonly string[]) => keys.map((key) => kept.get(key)),
      write: async (entries: Readonly<Record<string, unknown>>) => {
        for (const [key, value] of Object.entries(entries)) kept.set(key, structuredClone(value));
      },
    },
  };
  return Object.assign(world, { worker: () => createDetails(parts) });
}

describe('the second feed', () => {
  test('asks one market after the other, with a pause, and finds an item in all', async () => {
    const world = makeWorld(['buff163', 'csgoroll']);
    await world.worker().sweep();
    expect(relay.requests.map(({ path }) => marketOf(path))).toEqual(['buff163', 'csgoroll']);
    expect(relay.requests[0]?.path).toContain('fields=avg_30,avg_7,count,is_inflated,link,updated_at');
    expect(world.pauses).toBe(2);
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
