import { expect, test } from 'vitest';
import { wearPlace } from '#core/items/item-kinds.ts';

test.each([
  ['Factory New', 0.0035, 95, false],
  ['Factory New', 0.007, 90, false],
  ['Field-Tested', 0.2834, 42, false],
  ['Field-Tested', 0.15, 100, false],
  ['Field-Tested', 0.356, 10, false],
  ['Field-Tested', 0.358, 9, true],
  ['Battle-Scarred', 1, 0, true],
])('in %s %d is better than %d %%', (wear, value, betterThan, isWorn) => {
  expect(wearPlace(`AK-47 | Redline (${wear})`, value)).toMatchObject({ value, wear, betterThan, isWorn });
});

test.each([
  ['Field-Tested', 0.38],
  ['Well-Worn', 0.379],
  ['Factory New', 0.171],
  ['Field-Tested', undefined],
  ['Holo', 0.2],
])('%s and %s is no place', (wear, value) => {
  expect(wearPlace(`AK-47 | Redline (${wear})`, value)).toBeUndefined();
});
