import { expect, test } from 'vitest';
import { countText, spanText } from '#ui/words/age.ts';

test.each([
  [-5000, '0 s'],
  [0, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [3_599_999, '59 min'],
  [3_600_000, '1 h'],
  [172_799_999, '47 h'],
  [172_800_000, '2 d'],
])('%i ms are %s', (ms, words) => {
  expect(spanText(ms)).toBe(words);
});

test('thousands are separated', () => {
  expect([countText(0), countText(999), countText(36_592)]).toEqual(['0', '999', '36,592']);
});
