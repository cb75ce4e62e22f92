import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listingsGone } from '#core/prices/listings-gone.ts';
import { runs } from '../../seed.ts';

const end = 20_473 * 48 + 21;
/** What is told of seven days' counts by half hour; 0 is not known. */
const told = (countAt: (at: number) => number, until = end) => {
  const counts = Array.from({ length: 7 * 48 }, (_, at) => [end - 7 * 48 + at, countAt(at)] as const);
  const known = counts.filter(([, count]) => count > 0);
  return listingsGone(known, until);
};
/** Some go in each half hour, and come back at midnight. The last of a day are told by too few counts. */
const steady = (at: number, perHalfHour = 2): number => 900 - perHalfHour * (at % 48);

test('falls of seven days are told as a day’s, to two digits and never more', () => {
  expect([told(steady), told((at) => steady(at, 5))]).toEqual([86, 210]);
  expect(told((at) => 500 - Math.floor(at / 48))).toBeUndefined();
});

test('it is never more than what went, whatever comes and goes, and when nobody counts', () => {
  const few = fc.integer({ min: 0, max: 9 });
  const moves = fc.array(fc.record({ gone: few, come: few }), { minLength: 336, maxLength: 336 });
  const gaps = fc.array(fc.record({ from: fc.nat({ max: 330 }), length: few }), { maxLength: 4 });
  const start = fc.integer({ min: 1, max: 400 });
  fc.assert(
    fc.property(moves, start, gaps, (moves, start, gaps) => {
      let [count, all] = [start, 0];
      const counts = moves.map(({ gone, come }) => {
        all += Math.min(gone, count);
        count = Math.max(0, count - gone) + come;
        return count;
      });
      const isLost = (at: number) => gaps.some(({ from, length }) => at >= from && at < from + length);
      expect(7 * (told((at) => (isLost(at) ? 0 : (counts[at] ?? 0))) ?? 0)).toBeLessThanOrEqual(all);
    }),
    { numRuns: runs(60) },
  );
});

test.each<[string, (at: number) => number]>([
  ['is lower after three hours without a count', (at) => (at < 100 ? 900 : at < 106 ? 0 : 500)],
  ['is told wrong for an hour after those', (at) => (at >= 100 && at < 106 ? 0 : at < 108 ? 900 : 500)],
  ['is told wrong for an hour, low and high', (at) => (at % 40 < 2 ? 300 : at % 20 < 2 ? 900 : 500)],
  ['is told by two that know other listings, in turns', (at) => (at % 2 === 0 ? 500 : 430)],
  ['is of another kind for hours', (at) => (at % 60 < 20 ? 240 : 500)],
  ['was told wrong when the week began', (at) => (at < 2 ? 900 : 500)],
  ['is told wrong now', (at) => (at > 333 ? 300 : 500)],
])('what %s has not gone', (_, countAt) => {
  expect(told(countAt)).toBeUndefined();
});

test('under six and a half days are too few, and the week before is none of them', () => {
  expect(told((at) => (at < 24 ? 0 : steady(at)))).toBeUndefined();
  expect(told((at) => (at < 20 ? 0 : steady(at)))).toBe(80);
  expect(told(steady, end + 30)).toBeUndefined();
});
