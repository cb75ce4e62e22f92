import { expect, test } from 'vitest';
import { noFees } from '#core/money/fees.ts';
import { entriesOf, lockedSum, withOffers } from '#core/owned/inventory.ts';
import { lockAt } from '#core/site.ts';
import { quoted } from '../../quoted.ts';

const now = 1_800_000_000_000;
const day = 86_400_000;
const times = { now, staleAfterMs: day };
const rules = {
  ...{ now, staleAfterMs: day, minCount: 0, selling: ['buff163'] as const },
  fees: { confirmed: true, markets: { buff163: noFees } },
};
const owned = (item: string, locked?: number | true) => ({
  reading: { item, locked },
  quote: quoted({ buff163: 1000 }, now),
});
const entries = (...items: readonly ReturnType<typeof owned>[]) =>
  withOffers(entriesOf(items, times), new Map(), times);

test.each([
  ['until a time ahead', 5_000, { until: 5_000 }],
  ['no more', 1_000, undefined],
  ['until nobody tells when', true, {}],
  ['until a time that is none', 1e15, {}],
  ['as nobody tells', undefined, undefined],
] as const)('an item is locked %s', (_, locked, lock) => expect(lockAt(locked, 1_000)).toEqual(lock));

test('an inventory says what of it is locked, and until when the last is', () => {
  const read = entries(owned('AK', now + day), owned('AK'), owned('AK', now + 2 * day), owned('M4', now + day));
  expect(read.map(({ count, locked }) => [count, locked])).toEqual([
    [3, { count: 2, until: now + 2 * day }],
    [1, { count: 1, until: now + day }],
  ]);
  expect(lockedSum(read, rules)).toEqual({ count: 3, until: now + 2 * day, cents: 3000 });
  expect(lockedSum(read, undefined)?.cents).toBeUndefined();
});

test('without a time of all there is none, and what is not told is not counted', () => {
  expect(lockedSum(entries(owned('AK', true), owned('M4', now + day)), rules)).toMatchObject({
    ...{ count: 2, until: undefined, cents: 2000 },
  });
  expect(lockedSum(entries(owned('AK'), owned('M4', now - day)), rules)).toBeUndefined();
});
