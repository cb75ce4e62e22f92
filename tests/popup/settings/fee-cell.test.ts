import fc from 'fast-check';
import { expect, test } from 'vitest';
import { feeCellText, parseFee } from '#popup/settings/fee-words.ts';

test.each([
  ['2.5', 2.5, 0],
  ['2,5 %', 2.5, 0],
  ['$0.30', 0, 30],
  ['0,30$', 0, 30],
  ['2.5% + $0.30', 2.5, 30],
  ['$ 1+1', 1, 100],
  ['0', 0, 0],
])('"%s" is %f %% and %i cents', (typed, percent, cents) => {
  expect(parseFee(typed)).toEqual({ percent, cents });
});

test.each(['soon', '', '+', '1%+2%', '$1 + $2', '$1%', '1,500'])('"%s" is no fee', (typed) => {
  expect(parseFee(typed)).toEqual({ problem: 'Enter a fee such as 2.5% + $0.30.' });
});

test.each([
  ['100%', 'Allowed: from 0, less than 100.'],
  ['-1', 'Allowed: from 0, less than 100.'],
  ['1% + $100.01', 'Allowed: from 0, up to 100.'],
])('"%s" is outside the limits', (typed, problem) => {
  expect(parseFee(typed)).toEqual({ problem });
});

test('what a field shows is read back', () => {
  const fee = fc.record({ percent: fc.integer({ min: 0, max: 9999 }).map((n) => n / 100), cents: fc.nat(10_000) });
  fc.assert(
    fc.property(fee, (one) => {
      expect(parseFee(feeCellText(one))).toEqual(one);
    }),
  );
});
