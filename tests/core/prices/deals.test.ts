import { expect, test } from 'vitest';
import { type DealCriteria, type DealInput, isDeal } from '#core/prices/deals.ts';

const criteria: DealCriteria = {
  on: true,
  reference: 'youpin',
  percentBelow: 10,
  profitCents: 100,
  profitPercent: 5,
  minCents: 500,
  minLiquidity: 20,
};
const profit = { costCents: 900, profitCents: 100, percent: 11.1 };
const input: DealInput = { listingCents: 900, liquidity: 50, diff: -10, profit: undefined };

test.each<[string, Partial<DealInput>, Partial<DealCriteria>, boolean]>([
  ['as far below the reference as the criteria say', {}, {}, true],
  ['that leaves enough after fees, though it is not below the reference', { diff: undefined, profit }, {}, true],
  ['that leaves too little money', { profit: { ...profit, profitCents: 99 } }, {}, false],
  ['that leaves too little of its cost', { profit: { ...profit, percent: 4.9 } }, {}, false],
  ['that leaves nothing, which is enough', { profit: { ...profit, profitCents: 0 } }, { profitCents: 0 }, false],
  ['of which nobody knows what it leaves', { profit: 'unknown' }, {}, false],
  ['switched off', {}, { on: false }, false],
  ['not far enough below the reference', { diff: -9.9 }, {}, false],
  ['as far above', { diff: 10 }, {}, false],
  ['without an honest difference', { diff: undefined }, {}, false],
  ['too cheap', { listingCents: 499 }, {}, false],
  ['of a price that is not known', { listingCents: undefined }, {}, false],
  ['hard to sell', { liquidity: 19 }, {}, false],
  ['of unknown liquidity', { liquidity: undefined }, {}, false],
  ['of unknown liquidity, which is allowed', { liquidity: undefined }, { minLiquidity: 0 }, true],
])('a listing %s', (_, change, wished, deal) => {
  expect(isDeal({ ...input, ...change }, { ...criteria, ...wished })).toBe(deal);
});
