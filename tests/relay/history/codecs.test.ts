import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type DayPrices,
  decodeHalfHours,
  decodeMoment,
  decodeMonth,
  decodeSections,
  encodeHalfHours,
  encodeMoment,
  encodeMonth,
  encodeSections,
  write,
} from '#relay/history/series.ts';

const cents = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 0xffff_fffe }));
const day = fc
  .tuple(cents, cents, cents)
  .map((prices) => prices.sort((one, other) => one - other))
  .map(([low = 1, last = 1, high = 1]): DayPrices => ({ low, high, last }));

/** Days as they mostly are: flat runs, gaps, changes. */
const month = fc
  .array(fc.tuple(fc.option(day, { nil: undefined }), fc.integer({ min: 1, max: 9 })), { maxLength: 12 })
  .map((runs) => runs.flatMap(([one, times]) => new Array<DayPrices | undefined>(times).fill(one)).slice(0, 31));

const withoutGapAtEnd = (days: readonly (DayPrices | undefined)[]) => days.slice(0, days.findLastIndex(Boolean) + 1);

test.each([-1, 0.5, 2 ** 53, Number.NaN])('%d is not written', (value) => {
  expect(() => write([], value)).toThrow(RangeError);
});

describe('a month', () => {
  test('comes back, but for a gap at its end', () => {
    fc.assert(
      fc.property(month, (days) => {
        expect(decodeMonth(encodeMonth(days))).toEqual(withoutGapAtEnd(days));
      }),
    );
  });

  test('of one price takes few bytes', () => {
    expect(encodeMonth(new Array(31).fill({ low: 500, high: 500, last: 500 })).length).toBeLessThan(6);
  });
});

test('prices at the observations of a day come back', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constant(0), cents), { maxLength: 48 }), (prices) => {
      expect(decodeHalfHours(encodeHalfHours(prices), prices.length)).toEqual(prices);
    }),
  );
});

const placed = fc.uniqueArray(fc.tuple(fc.nat(511), fc.oneof(fc.constant(0), cents)), { selector: ([place]) => place });

test('the prices of a block come back', () => {
  fc.assert(
    fc.property(placed, (prices) => {
      const sorted = prices.sort(([one], [other]) => one - other);
      expect(decodeMoment(encodeMoment(sorted))).toEqual(sorted);
    }),
  );
});

test('each series of a block keeps its place', () => {
  const series = fc.uniqueArray(fc.tuple(fc.nat(511), fc.uint8Array({ minLength: 1, maxLength: 20 })), {
    selector: ([place]) => place,
  });
  fc.assert(
    fc.property(series, (entries) => {
      const sections = new Map(entries);
      const bytes = encodeSections(sections);
      expect(new Map([...decodeSections(bytes)].map(([at, part]) => [at, part.slice()]))).toEqual(sections);
    }),
  );
});

test('any bytes are decoded or refused, never more', () => {
  const decoders = [decodeMonth, decodeMoment, decodeSections, (bytes: Uint8Array) => decodeHalfHours(bytes, 48)];
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.constantFrom(...decoders), (bytes, decode) => {
      try {
        decode(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }),
  );
});
