import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayMs } from '#core/prices/age.ts';
import type { MarketId } from '#core/prices/markets.ts';
import { createItemHistory } from '#data/history/item-history.ts';
import { parseHistory } from '#data/history/parse-history.ts';
import { json, type StubRelay, startStubRelay } from '../stub-relay.ts';

const now = Date.parse('2026-11-24T10:10:00.000Z');
const today = Math.floor(now / dayMs);
const item = 'AK-47 | Redline (Field-Tested)';
const markets: readonly MarketId[] = ['csgoroll', 'buff163'];
const question = { item, markets, now };
const good = {
  item,
  since: '2026-11-20',
  markets: {
    buff163: {
      days: [
        ['2026-11-22', 100, 120, 110],
        ['2026-11-23', 105, 105, 105],
      ],
      recent: [['2026-11-24T10:00:00.000Z', 111]],
    },
    csgoroll: { days: [['2026-11-23', 1.5, 1.75, 1.6]], recent: [] },
    steam: { days: [['2026-11-23', 1, 1, 1]], recent: [] },
  },
};

test('a history is parsed in the order of the user’s markets, without others', () => {
  expect(parseHistory(good, question)).toEqual({
    since: today - 4,
    markets: [
      { market: 'csgoroll', days: [[today - 1, 1.5, 1.75, 1.6]], recent: [] },
      {
        market: 'buff163',
        days: [
          [today - 2, 100, 120, 110],
          [today - 1, 105, 105, 105],
        ],
        recent: [[Date.parse('2026-11-24T10:00:00.000Z'), 111]],
      },
    ],
  });
});

const withDays = (days: unknown, recent: unknown = []) => ({ ...good, markets: { buff163: { days, recent } } });

test.each([
  ['another item', { ...good, item: 'AK-47 | Redline (Minimal Wear)' }],
  ['no markets', { ...good, markets: [] }],
  ['too many days', withDays(Array.from({ length: 402 }, () => ['2026-11-23', 1, 1, 1]))],
  [
    'too many half hours',
    withDays(
      [],
      Array.from({ length: 433 }, () => ['2026-11-24T10:00:00.000Z', 1]),
    ),
  ],
  ['prices of a fraction of a cent', withDays([['2026-11-23', 1.5, 1.5, 1.5]])],
  ['a last price above the highest', withDays([['2026-11-23', 1, 2, 3]])],
  ['the future', withDays([['2026-12-23', 1, 1, 1]])],
  ['no dates', withDays([['yesterday', 1, 1, 1]])],
  ['prices of 0', withDays([], [['2026-11-24T10:00:00.000Z', 0]])],
])('a history with %s is refused', (_, body) => {
  expect(() => parseHistory(body, question)).toThrow(expect.objectContaining({ kind: 'malformed' }));
});

test('any body gives prices above 0 in ascending order, or a Fault', () => {
  const cell = fc.oneof(
    fc.anything(),
    fc.constantFrom('2026-11-20', '2026-11-21', '2026-11-24T09:00:00.000Z'),
    fc.integer({ min: -2, max: 9 }),
  );
  const rows = fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 30 });
  const body = fc.record({ days: rows, recent: rows }).map((buff163) => ({ ...good, markets: { buff163 } }));
  fc.assert(
    fc.property(fc.oneof(body, fc.anything()), (told) => {
      try {
        for (const { days, recent } of parseHistory(told, question).markets)
          for (const list of [days, recent]) {
            expect(list.every(([, ...prices]) => prices.every((price) => price > 0))).toBe(true);
            expect(list.every(([at], index) => index === 0 || at > (list[index - 1]?.[0] ?? at))).toBe(true);
          }
      } catch (error) {
        expect(error).toMatchObject({ name: 'Fault', kind: 'malformed' });
      }
    }),
  );
});

describe('the worker’s history', () => {
  let relay: StubRelay;
  let clock = now;
  const create = () =>
    createItemHistory({
      fetch,
      now: () => clock,
      relay: async () => ({ base: new URL(relay.url), token: '' }),
      markets: async () => markets,
    });
  beforeAll(async () => {
    relay = await startStubRelay(json(good));
  });
  beforeEach(() => {
    relay.requests.length = 0;
    relay.answer = json(good);
    clock = now;
  });
  afterAll(() => relay.close());

  test('asks once for an item that is looked at again, and anew after five minutes', async () => {
    const history = create();
    const [one, other] = await Promise.all([history.find(item), history.find(item)]);
    expect(one).toMatchObject({ state: 'found' });
    expect(other).toEqual(one);
    expect(relay.requests.map(({ path }) => new URL(path, relay.url).searchParams.toString())).toEqual([
      new URLSearchParams({ item, markets: 'csgoroll,buff163', days: '365' }).toString(),
    ]);
    clock += 5 * 60_000;
    await history.find(item);
    expect(relay.requests).toHaveLength(2);
  });

  test('sends one request at a time and keeps 16 items', async () => {
    let running = 0;
    let most = 0;
    relay.answer = (request, response) => {
      most = Math.max(most, ++running);
      const asked = new URL(request.url ?? '', relay.url).searchParams.get('item');
      setImmediate(() => {
        running--;
        json({ ...good, item: asked })(request, response);
      });
    };
    const history = create();
    const names = Array.from({ length: 17 }, (_, at) => `item ${at}`);
    await Promise.all(names.map(history.find));
    expect(most).toBe(1);
    await history.find('item 16');
    expect(relay.requests).toHaveLength(17);
    await history.find('item 0');
    expect(relay.requests).toHaveLength(18);
  });

  test.each([
    ['an item without prices', { error: 'no price of this item was recorded' }, 404, { state: 'none', lacks: 'item' }],
    ['a relay without history', { error: 'the relay keeps no history' }, 404, { state: 'none', lacks: 'history' }],
    ['an older relay', '<h1>', 404, { state: 'none', lacks: 'history' }],
    ['a refusal', { error: 'no' }, 401, { state: 'fault', fault: 'unauthorized' }],
    ['a failure', { error: 'no' }, 503, { state: 'fault', fault: 'unavailable' }],
    ['nonsense', { item, markets: 5 }, 200, { state: 'fault', fault: 'malformed' }],
  ])('tells %s', async (_, body, status, answer) => {
    relay.answer = json(body, {}, status);
    const history = create();
    expect(await history.find(item)).toEqual(answer);
    expect(relay.requests).toHaveLength(1);
    // A fault is not kept: the next look asks again.
    await history.find(item);
    expect(relay.requests).toHaveLength(answer.state === 'fault' ? 2 : 1);
  });

  test('gives the lowest price of the references to the watch list, half-hourly while the past is short', async () => {
    const series = await create().findLowest(item);
    expect(series?.cents.filter((cents) => cents !== null)).toEqual([110, 105, 111]);
    relay.answer = json({ error: 'no' }, {}, 404);
    expect(await create().findLowest(item)).toBeNull();
  });

  test('asks again for a watched item after a fault, and keeps that a relay has recorded none', async () => {
    const history = create();
    relay.answer = json({ error: 'no' }, {}, 503);
    expect(await history.findLowest(item)).toBeNull();
    relay.answer = json(good);
    expect(await history.findLowest(item)).not.toBeNull();
    relay.answer = json({ error: 'no price of this item was recorded' }, {}, 404);
    const other = create();
    await other.findLowest(item);
    relay.requests.length = 0;
    expect(await other.findLowest(item)).toBeNull();
    expect(relay.requests).toHaveLength(0);
  });
});
