import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayMs } from '#core/prices/age.ts';
import { createPortfolioHistory } from '#data/history/portfolio-history.ts';
import { json, type StubRelay, startStubRelay } from '../stub-relay.ts';

const start = Date.parse('2026-11-24T10:10:00.000Z');
const today = Math.floor(start / dayMs);
const market = 'buff163';

const pastOf = (item: string, last: number) => ({
  item,
  since: '2026-11-20',
  markets: {
    buff163: {
      days: [['2026-11-23', 100, 120, last]],
      recent: [
        ['2026-11-23T10:00:00.000Z', 119],
        ['2026-11-24T09:30:00.000Z', last + 1],
        ['2026-11-24T10:00:00.000Z', last + 2],
      ],
    },
  },
});

describe('the past of a portfolio', () => {
  let relay: StubRelay;
  let clock = start;
  const create = (ask = fetch) =>
    createPortfolioHistory({
      fetch: ask,
      now: () => clock,
      relay: async () => ({ base: new URL(relay.url), token: '' }),
    });
  const items = (index: number) => new URL(relay.requests[index]?.path ?? '', relay.url).searchParams.getAll('item');
  beforeAll(async () => {
    relay = await startStubRelay(json(''));
  });
  beforeEach(() => {
    relay.requests.length = 0;
    // One that was never recorded is null.
    relay.answer = (request, response) => {
      const names = new URL(request.url ?? '', relay.url).searchParams.getAll('item');
      json({ histories: names.map((name) => (name === 'Never' ? null : pastOf(name, 110))) })(request, response);
    };
    clock = start;
  });
  afterAll(() => relay.close());

  test('has the last price of each day, and today the latest, in the order of the names', async () => {
    expect(await create()({ market, names: ['Never', 'A'] })).toEqual({
      state: 'found',
      since: today - 4,
      prices: [
        [],
        [
          [today - 1, 110],
          [today, 112],
        ],
      ],
    });
    const { pathname, searchParams } = new URL(relay.requests[0]?.path ?? '', relay.url);
    expect([pathname, searchParams.get('markets'), searchParams.get('days')]).toEqual([
      '/api/histories',
      'buff163',
      '365',
    ]);
  });

  test('asks only for items that are not kept, and anew after five minutes', async () => {
    const find = create();
    await find({ market, names: ['A', 'B'] });
    await find({ market, names: ['B', 'C', 'A'] });
    expect([items(0), items(1)]).toEqual([['A', 'B'], ['C']]);
    await find({ market: 'youpin', names: ['A'] });
    expect(items(2)).toEqual(['A']);
    clock += 5 * 60_000;
    await find({ market, names: ['A'] });
    expect(relay.requests).toHaveLength(4);
  });

  test('gives each item its own prices, also when kept ones become too old while others are fetched', async () => {
    const find = create();
    await find({ market, names: ['A'] });
    clock += 5 * 60_000 - 1;
    relay.answer = (request, response) => {
      clock += 1000;
      json({ histories: [pastOf('B', 115)] })(request, response);
    };
    const answer = await find({ market, names: ['A', 'B'] });
    expect(items(1)).toEqual(['B']);
    const latest = answer.state === 'found' ? answer.prices.map((prices) => prices.at(-1)?.[1]) : [];
    expect(latest).toEqual([112, 117]);
  });

  test('keeps 200 items', async () => {
    const find = create();
    for (let at = 0; at < 210; at += 10)
      await find({ market, names: Array.from({ length: 10 }, (_, index) => `Item ${at + index}`) });
    await find({ market, names: ['Item 209'] });
    expect(relay.requests).toHaveLength(21);
    await find({ market, names: ['Item 9'] });
    expect(relay.requests).toHaveLength(22);
  });

  test('splits long names over more queries, one at a time', async () => {
    const names = Array.from({ length: 10 }, (_, at) => `${'★'.repeat(99)}${at}`);
    let running = 0;
    let most = 0;
    const find = create(async (...request) => {
      most = Math.max(most, ++running);
      const answer = await fetch(...request);
      running--;
      return answer;
    });
    const [one] = await Promise.all([find({ market, names }), find({ market, names: ['A'] })]);
    expect(one).toMatchObject({ state: 'found', prices: { length: 10 } });
    expect(most).toBe(1);
    expect(relay.requests.length).toBeGreaterThan(2);
    for (const { path } of relay.requests) expect(new URL(path, relay.url).search.length).toBeLessThanOrEqual(2048);
  });

  test.each([
    ['a relay without history', json({ error: 'the relay keeps no history' }, {}, 404), { state: 'none' }],
    ['an older relay', json('<h1>', {}, 404), { state: 'none' }],
    ['a refusal', json({ error: 'no' }, {}, 401), { state: 'fault', fault: 'unauthorized' }],
    ['too many requests', json({ error: 'no' }, {}, 429), { state: 'fault', fault: 'rate-limited' }],
    ['nonsense', json({ histories: 5 }), { state: 'fault', fault: 'malformed' }],
    ['too many answers', json({ histories: [pastOf('A', 110), null] }), { state: 'fault', fault: 'malformed' }],
    ['too few answers', json({ histories: [] }), { state: 'fault', fault: 'malformed' }],
    ['another item', json({ histories: [pastOf('B', 110)] }), { state: 'fault', fault: 'malformed' }],
  ])('tells %s, and asks again next time', async (_, answer, expected) => {
    relay.answer = answer;
    const find = create();
    expect(await find({ market, names: ['A'] })).toEqual(expected);
    await find({ market, names: ['A'] });
    expect(relay.requests).toHaveLength(2);
  });
});
