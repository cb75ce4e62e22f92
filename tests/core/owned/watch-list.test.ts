import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addToWatchList,
  maxWatched,
  parseWatchList,
  removeFromWatchList,
  type WatchList,
} from '#core/owned/watch-list.ts';

const vulcan = 'AK-47 | Vulcan (Minimal Wear)';
const full: WatchList = {
  version: 1,
  seenAsOf: 1_800_000_000_000,
  items: [
    { name: vulcan, addedAt: 1, alert: { kind: 'below', cents: 1000 } },
    {
      name: '★ Karambit',
      addedAt: 2,
      alert: { kind: 'under-median', percent: 12.5 },
      reached: { at: 5, market: 'youpin', cents: 9.7, percent: -13 },
    },
    { name: 'Fracture Case', addedAt: 3, alert: { kind: 'change', percent: 5 }, base: { buff163: 30 } },
    { name: '__proto__', addedAt: 4 },
    { name: 'a', addedAt: 5, alert: { kind: 'above', cents: 7, market: 'youpin' } },
    { name: 'c', addedAt: 6, alert: { kind: 'under-median', percent: 7, market: 'steam' } },
    { name: 'd', addedAt: 6, alert: { kind: 'change', percent: 5, market: 'dmarket' }, base: { dmarket: 30 } },
    { name: 'b', addedAt: 6, alert: { kind: 'exit', cents: 7, typed: { currency: 'EUR', hundredths: 6 } } },
  ],
};

const stored = (...items: unknown[]) => ({ version: 1, items });
const names = (list: WatchList) => list.items.map(({ name }) => name);

describe('a stored watch list', () => {
  test('survives JSON', () => {
    expect(parseWatchList(JSON.parse(JSON.stringify(full)))).toEqual(full);
  });

  test.each([undefined, null, 7, 'x', [], {}, { version: 1, items: 'x' }])('%j is an empty one', (nothing) =>
    expect(parseWatchList(nothing)).toEqual({ version: 1, items: [] }),
  );

  test.each<[string, unknown]>([
    ['no object', 7],
    ['no name', { addedAt: 1 }],
    ['an implausible name', { name: '<b>x</b>', addedAt: 1 }],
    ['a too long name', { name: 'x'.repeat(5000), addedAt: 1 }],
    ['nothing', null],
  ])('loses only a damaged entry (%s)', (_, bad) => {
    expect(names(parseWatchList(stored({ name: 'a' }, bad, { name: 'b' })))).toEqual(['a', 'b']);
  });

  test.each<[string, unknown]>([
    ['no kind', { cents: 1 }],
    ['a price of 0', { kind: 'below', cents: 0 }],
    ['a fraction of a cent', { kind: 'below', cents: 10.5 }],
    ['more than a table holds', { kind: 'below', cents: 2 ** 32 }],
    ['100 % under the median', { kind: 'under-median', percent: 100 }],
    ['an amount that was typed in no currency', { kind: 'above', cents: 1, typed: { currency: '€', hundredths: 1 } }],
    ['a market that nobody knows', { kind: 'above', cents: 1, market: 'nowhere' }],
    ['a change of 0 %', { kind: 'change', percent: 0 }],
    ['no number', { kind: 'change', percent: '5' }],
  ])('keeps the item without a damaged alert (%s)', (_, alert) => {
    const item = { name: 'a', addedAt: 1, alert, reached: { at: 1, market: 'youpin', cents: 1 }, base: { youpin: 1 } };
    expect(parseWatchList(stored(item)).items).toEqual([{ name: 'a', addedAt: 1 }]);
  });

  test('keeps an alert armed when its crossing is damaged', () => {
    const alert = { kind: 'below', cents: 10 };
    const item = { name: 'a', addedAt: 'x', alert, reached: { at: 1, market: 'nowhere', cents: 1 }, base: 7 };
    expect(parseWatchList(stored(item)).items).toEqual([{ name: 'a', addedAt: 0, alert }]);
  });

  test('has each item once, and 200 items at most', () => {
    const many = Array.from({ length: 500 }, (_, at) => ({ name: `item ${at}`, addedAt: at }));
    const list = parseWatchList(stored({ name: 'item 0', addedAt: 7 }, { name: 'item  0', addedAt: 8 }, ...many));
    expect(list.items).toHaveLength(maxWatched);
    expect(list.items.slice(0, 3)).toEqual([
      { name: 'item 0', addedAt: 7 },
      { name: 'item  0', addedAt: 8 },
      { name: 'item 1', addedAt: 1 },
    ]);
  });

  test('of any shape never throws, and is parsed to the same again', () => {
    const items = fc.array(fc.oneof(fc.anything(), fc.record({ name: fc.string(), alert: fc.anything() })));
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.record({ version: fc.constant(1), items })), (anything) => {
        const list = parseWatchList(anything);
        expect(parseWatchList(list)).toEqual(list);
      }),
    );
  });
});

test('an item is added once while there is room, and its twin is another item', () => {
  const list = addToWatchList({ version: 1, items: [] }, vulcan, 7);
  expect(list.items).toEqual([{ name: vulcan, addedAt: 7 }]);
  expect(addToWatchList(list, vulcan, 8)).toBe(list);
  const twin = vulcan.replace(' |', '  |');
  const both = addToWatchList(list, twin, 9);
  expect(names(both)).toEqual([vulcan, twin]);
  expect(names(removeFromWatchList(both, vulcan))).toEqual([twin]);
  const many = Array.from({ length: maxWatched }, (_, at) => `${at}`);
  const fullList = many.reduce((before, name) => addToWatchList(before, name, 0), parseWatchList(undefined));
  expect(addToWatchList(fullList, 'one more', 0)).toBe(fullList);
});
