import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxSamples, type PriceHistory, parsePriceHistory, toPriceSeries, withSample } from '#core/watch-history.ts';

const halfHour = 30 * 60_000;
const day = 48 * halfHour;
const start = Math.floor(1_800_000_000_000 / day) * day;
const none: PriceHistory = new Uint32Array();

/** A history with a price every half hour. */
const grown = (count: number, price: (at: number) => number | undefined, before = none): PriceHistory =>
  Array.from({ length: count }, (_, nth) => nth).reduce((history, nth) => {
    const at = start + nth * halfHour;
    return withSample(history, { at, prices: { buff163: price(nth) } }, at);
  }, before);

const all = (history: PriceHistory) => toPriceSeries(history, maxSamples);

test('stores the three prices of new data, and a gap without prices', () => {
  const first = withSample(none, { at: start, prices: { buff163: 100, youpin: 90, csfloat: 120 } }, start);
  expect([...first]).toEqual([start / 60_000, 100, 90, 120]);
  const gap = withSample(first, { at: start + halfHour, prices: {} }, start + halfHour);
  expect(all(gap)).toEqual({ at: [start, start + halfHour], cents: [90, null] });
});

test('the same or older data add nothing', () => {
  const history = grown(3, (at) => at + 1);
  for (const at of [start, start + 2 * halfHour, start + 2 * halfHour + 59_000])
    expect(withSample(history, { at, prices: { buff163: 9 } }, start + day)).toBe(history);
});

test('a constant price is two samples, the first and the latest', () => {
  expect(all(grown(40, () => 7))).toEqual({ at: [start, start + 39 * halfHour], cents: [7, 7] });
});

test('keeps all samples of three days, four a day for ninety days, and at most 600', () => {
  const history = grown(100 * 48, (at) => at + 1);
  const { at } = all(history);
  const end = start + (100 * 48 - 1) * halfHour;
  const old = at.filter((one) => one <= end - 3 * day);
  expect(at.length - old.length).toBe(3 * 48);
  expect(old.length).toBeGreaterThan(4 * 86);
  expect(old.length).toBeLessThanOrEqual(4 * 87 + 1);
  expect(at[0]).toBeGreaterThanOrEqual(end - 90 * day);
  expect(history.length / 4).toBeLessThanOrEqual(maxSamples);
});

test('samples of a clock that ran ahead are dropped once the clock is right', () => {
  const wrong = withSample(
    grown(2, (at) => at + 1),
    { at: start + 900 * day, prices: { youpin: 5 } },
    start + 900 * day,
  );
  const right = withSample(wrong, { at: start + 2 * halfHour, prices: { youpin: 6 } }, start + 2 * halfHour);
  expect(all(right).at.at(-1)).toBe(start + 2 * halfHour);
});

test('a chart has the last point and at most the wanted number of points', () => {
  const history = grown(150, (at) => at + 1);
  const { at, cents } = toPriceSeries(history, 60);
  expect(at.length).toBeLessThanOrEqual(60);
  expect(at.length).toBe(cents.length);
  expect(cents.at(-1)).toBe(150);
  expect(at.at(-1)).toBe(start + 149 * halfHour);
  expect(toPriceSeries(none, 60)).toEqual({ at: [], cents: [] });
});

test('a stored history is parsed to the same, any other value to an empty one', () => {
  const history = grown(20, (at) => (at % 3 ? at : undefined));
  expect([...parsePriceHistory(structuredClone(history))]).toEqual([...history]);
  for (const bad of [undefined, null, 'x', [1, 2, 3, 4], new Uint32Array(3), new Uint8Array(4)])
    expect(parsePriceHistory(bad)).toEqual(none);
  expect([...parsePriceHistory(Uint32Array.of(5, 1, 1, 1, 3, 2, 2, 2, 6, 3, 3, 3))]).toEqual([5, 1, 1, 1, 6, 3, 3, 3]);
});

test('times are sorted and unique in any order of samples', () => {
  const sample = fc.record({
    at: fc.nat(200 * day),
    clock: fc.integer({ min: -day, max: 100 * day }),
    buff163: fc.nat(9),
  });
  fc.assert(
    fc.property(fc.array(sample, { maxLength: 80 }), (samples) => {
      const history = samples.reduce(
        (before, { at, clock, buff163 }) => withSample(before, { at: start + at, prices: { buff163 } }, start + clock),
        none,
      );
      const { at } = all(history);
      expect(at).toEqual([...new Set(at)].toSorted((one, other) => one - other));
      expect([...parsePriceHistory(history)]).toEqual([...history]);
    }),
  );
});
