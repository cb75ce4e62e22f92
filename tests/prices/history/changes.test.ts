import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isObject } from '#core/guards.ts';
import { referenceMarkets } from '#core/markets.ts';
import { changeSpans, maxPerMille } from '#prices/history/change-layout.ts';
import { loadChanges } from '#prices/history/load-changes.ts';
import { packChanges } from '#prices/history/pack-changes.ts';
import { parseChanges } from '#prices/history/parse-changes.ts';
import { createPriceChanges } from '#prices/history/price-changes.ts';
import { changesKey, openStoredChanges } from '#prices/history/stored-changes.ts';
import { makeStore } from '../memory-store.ts';
import { json, type StubRelay, startStubRelay } from '../stub-relay.ts';

const updated_at = '2026-11-24T10:00:00.000Z';
const envelope = { updated_at, markets: ['csfloat', 'buff163', 'youpin'], days: [30, 7, 1] };
const perMille = fc.option(fc.integer({ min: -1000, max: 40_000 }), { nil: null });
const row = fc.array(fc.array(perMille, { minLength: 3, maxLength: 3 }), { minLength: 3, maxLength: 3 });
const items = fc.dictionary(fc.string({ minLength: 1, maxLength: 40 }), row, { maxKeys: 40, noNullPrototype: true });

/** What must be found: markets and spans are told in another order than they are stored. */
function expected(told: readonly (readonly (number | null)[])[], days: number): object | undefined {
  const found = referenceMarkets.flatMap((market) => {
    const changes = told[envelope.markets.indexOf(market)];
    const value = changes?.[envelope.days.indexOf(days)];
    if (value === null || value === undefined || value > maxPerMille) return [];
    const thin = changes?.[envelope.days.indexOf(30)] === null;
    return [[market, { percent: value / 10, ...(thin && { thin }) }] as const];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

test('packed changes answer what the body says, for every span and any order of markets', async () => {
  await fc.assert(
    fc.asyncProperty(items, async (told) => {
      // Names that are one name to the table are left out of this comparison.
      const names = Object.keys(told).filter((name) => /^[a-z]+$/.test(name) && name !== '__proto__');
      const body = { ...envelope, items: Object.fromEntries(names.map((name) => [name, told[name]])) };
      const bytes = new Blob([packChanges(parseChanges(body).rows)]);
      for (const span of changeSpans) {
        const table = await loadChanges(bytes, span);
        for (const name of names) expect(table.find(name)).toEqual(expected(told[name] ?? [], span));
        expect(table.find('no such item')).toBeUndefined();
      }
    }),
  );
});

test('names that differ in their spelling keep their own changes', async () => {
  const of = (perMille: number) => [1, 2, 3].map(() => [perMille, perMille, perMille]);
  const body = { ...envelope, items: { 'a b': of(10), 'a\u00a0b': of(20) } };
  const table = await loadChanges(new Blob([packChanges(parseChanges(body).rows)]), 7);
  expect(table.find('a b')?.buff163).toEqual({ percent: 1 });
  expect(table.find('a\u00a0b')?.buff163).toEqual({ percent: 2 });
});

test('any body gives rows or a Fault, and nothing else', () => {
  const anyItems = fc.dictionary(fc.string({ maxLength: 300 }), fc.oneof(fc.anything(), row));
  fc.assert(
    fc.property(
      fc.oneof(
        fc.anything(),
        anyItems.map((told) => ({ ...envelope, items: told })),
      ),
      (body) => {
        try {
          const { rows } = parseChanges(body);
          expect(rows.values.length).toBe(rows.names.length * 9);
          for (const name of rows.names)
            expect(isObject(body) && isObject(body['items']) && name in body['items']).toBe(true);
        } catch (error) {
          expect(error).toMatchObject({ name: 'Fault', kind: 'malformed' });
        }
      },
    ),
  );
});

test.each([
  ['a market is missing', { ...envelope, markets: ['buff163', 'youpin'] }],
  ['a span is missing', { ...envelope, days: [1, 7] }],
  ['the time is none', { ...envelope, updated_at: 'soon' }],
  ['the rows are other ones', { ...envelope, items: { a: { buff163: 1 } } }],
  [
    'a price fell by more than all',
    {
      ...envelope,
      items: {
        a: [
          [-1001, 0, 0],
          [0, 0, 0],
          [0, 0, 0],
        ],
      },
    },
  ],
])('a body is refused when %s', (_, body) => {
  expect(() => parseChanges({ items: {}, ...body })).toThrow(expect.objectContaining({ kind: 'malformed' }));
});

test('a damaged byte anywhere is noticed, and so is a missing one', async () => {
  const body = {
    ...envelope,
    items: {
      a: [
        [1, 2, 3],
        [4, 5, 6],
        [7, 8, 9],
      ],
      b: [
        [1, 2, 3],
        [4, 5, 6],
        [7, 8, 9],
      ],
    },
  };
  const good = new Uint8Array(packChanges(parseChanges(body).rows));
  await expect(loadChanges(new Blob([good.subarray(1)]), 7)).rejects.toThrow('the changes');
  for (const at of good.keys()) {
    const bad = good.slice();
    bad[at] = (bad[at] ?? 0) ^ 0x40;
    const loads = await Promise.allSettled(changeSpans.map((span) => loadChanges(new Blob([bad]), span)));
    // The last word of the header and the padding of a section mean nothing.
    if (at < 28 || at > 31) expect(loads.some(({ status }) => status === 'rejected')).toBe(true);
  }
});

describe('the worker’s changes', () => {
  let relay: StubRelay;
  let now = Date.parse(updated_at) + 60_000;
  let wanted = true;
  let changes = 0;
  const store = makeStore((value) => value);
  const name = 'AK-47 | Redline (Field-Tested)';
  const body = {
    ...envelope,
    items: {
      [name]: [
        [1, 20, 3],
        [1, -50, 3],
        [1, null, 3],
      ],
    },
  };
  /** As after a start of the worker. */
  const start = () => {
    const loaded = openStoredChanges(
      () => store,
      () => now,
    );
    const service = createPriceChanges({
      fetch,
      now: () => now,
      random: () => 0,
      store: () => store,
      changes: loaded,
      relay: async () => ({ base: new URL(relay.url), token: 't' }),
      isWanted: async () => wanted,
      // Explore reads the store when it is told.
      onChange: () => void (store.stored.has(changesKey) && changes++),
    });
    return { ...service, find: async () => (await loaded.week())?.find(name) };
  };
  beforeAll(async () => {
    relay = await startStubRelay(json(body, { ETag: '"a"' }));
  });
  beforeEach(() => {
    store.stored.clear();
    relay.requests.length = 0;
    relay.answer = json(body, { ETag: '"a"' });
    now = Date.parse(updated_at) + 60_000;
    wanted = true;
    changes = 0;
  });
  afterAll(() => relay.close());
  const week = { csfloat: { percent: 2 }, buff163: { percent: -5 } };

  test('are fetched once in half an hour, with their ETag, and survive the worker', async () => {
    const first = start();
    await Promise.all([first.checkIfDue(), first.checkIfDue()]);
    expect(await first.find()).toEqual(week);
    expect(changes).toBe(1);
    const second = start();
    expect(await second.find()).toEqual(week);
    await second.checkIfDue();
    expect(relay.requests).toHaveLength(1);
    relay.answer = (_, response) => void response.writeHead(304).end();
    now += 30 * 60_000;
    await second.checkIfDue();
    expect(relay.requests[1]?.headers).toMatchObject({ 'if-none-match': '"a"', authorization: 'Bearer t' });
    expect(await second.find()).toEqual(week);
    expect(changes).toBe(1);
  });

  test('are not asked for while nobody wants them', async () => {
    wanted = false;
    await start().checkIfDue();
    expect(relay.requests).toHaveLength(0);
  });

  test.each([
    ['of an older relay', json({ error: 'there is nothing at this address' }, {}, 404)],
    ['of sample prices', json(body, { 'Skinlens-Sample': '1' })],
  ])('end with the answer %s', async (_, answer) => {
    const service = start();
    await service.checkIfDue();
    relay.answer = answer;
    now += 30 * 60_000;
    await service.checkIfDue();
    expect(await service.find()).toBeUndefined();
  });

  test('stay while the relay fails or sends nonsense, and are asked for again a minute later', async () => {
    const service = start();
    await service.checkIfDue();
    relay.answer = json('<html>');
    now += 30 * 60_000;
    await service.checkIfDue();
    expect(await service.find()).toEqual(week);
    await service.checkIfDue();
    expect(relay.requests).toHaveLength(2);
    now += 60_000;
    await service.checkIfDue();
    expect(relay.requests).toHaveLength(3);
  });

  test('are not shown when they are old, and end with another relay', async () => {
    const service = start();
    await service.checkIfDue();
    now += 7 * 60 * 60_000;
    expect(await service.find()).toBeUndefined();
    now -= 7 * 60 * 60_000;
    await service.relayChanged();
    expect(await service.find()).toBeUndefined();
    expect(store.stored.get(changesKey)).toBeUndefined();
  });

  test.each([
    ['nothing useful', { relay: 1 }],
    [
      'damaged bytes',
      { relay: 'x', lastCheckAt: 1, failures: 0, updatedAt: Date.parse(updated_at), bytes: new Blob(['x']) },
    ],
  ])('are none when the store holds %s', async (_, stored) => {
    store.stored.set(changesKey, stored);
    expect(await start().find()).toBeUndefined();
  });
});
