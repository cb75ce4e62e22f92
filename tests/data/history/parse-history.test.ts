import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseHistory } from '#data/history/parse-history.ts';
import { good, groupOf, item, markets, now, slot, today } from './told-history.ts';

const question = { item, markets, now };

test('a history is parsed in the order of the user’s markets, without others', () => {
  expect(parseHistory(good, question).past).toEqual({
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
        gone: 40,
      },
    ],
  });
});

test.each([today + 1, Number.MAX_SAFE_INTEGER])(
  'a history that begins on day %d, in the future, does not say since when',
  (since) => {
    expect(parseHistory({ ...good, since }, question).past).toMatchObject({ since: null, markets: [{}, {}] });
  },
);

test('gaps between prices stay gaps', () => {
  const days = [today - 4, [100, null, 20], [0, null, 0], [0, null, 0]];
  const { past } = parseHistory(groupOf({ [item]: { buff163: { days, recent: [0, []] } } }), question);
  expect(past?.markets[0]?.days).toEqual([
    [today - 4, 100, 100, 100],
    [today - 2, 120, 120, 120],
  ]);
});

const withDays = (days: unknown, recent: unknown = [0, []]) => groupOf({ [item]: { buff163: { days, recent } } });
const many = (count: number) => Array<number>(count).fill(0).with(0, 1);

test.each([
  ['no groups', { ...good, histories: [] }],
  ['a prefix that would tell the item', { ...good, bits: 11 }],
  ['no length of a prefix', { ...good, bits: undefined }],
  ['too many days', withDays([today - 401, many(402), many(402), many(402)])],
  ['too many half hours', withDays([0, [], [], []], [slot - 433, many(433)])],
  ['prices of a fraction of a cent', withDays([today - 1, [1.5], [0], [0]])],
  ['a last price above the highest', withDays([today - 1, [3], [0], [-1]])],
  ['a lowest price below 0', withDays([today - 1, [3], [4], [0]])],
  ['a missing column', withDays([today - 1, [3], [0]])],
  ['the future', withDays([today + 29, [1], [0], [0]])],
  ['no dates', withDays(['yesterday', [1], [0], [0]])],
  ['prices of 0', withDays([0, [], [], []], [slot, [0]])],
])('a history with %s is refused', (_, body) => {
  expect(() => parseHistory(body, question)).toThrow(expect.objectContaining({ kind: 'malformed' }));
});

test('any body gives prices above 0 in ascending order, or a Fault', () => {
  const cell = fc.oneof(fc.anything(), fc.constant(null), fc.integer({ min: -9, max: 9 }));
  const column = fc.oneof(
    fc.array(cell, { maxLength: 9 }),
    fc.array(fc.integer({ min: -2, max: 9 }), { maxLength: 9 }),
  );
  const first = fc.oneof(fc.anything(), fc.integer({ min: today - 9, max: today + 9 }), fc.constant(slot - 3));
  const days = fc.tuple(first, column, column, column);
  const body = fc.tuple(days, fc.tuple(first, column)).map((parts) => withDays(...parts));
  fc.assert(
    fc.property(fc.oneof(body, fc.anything()), (told) => {
      try {
        for (const { days, recent } of parseHistory(told, question).past?.markets ?? [])
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
