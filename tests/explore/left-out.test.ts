import { describe, expect, test } from 'vitest';
import { createRowModel } from '#explore/rows/row-model.ts';
import { selectRows } from '#explore/rows/select-rows.ts';
import { type ExploreView, firstView, type LiftableReason } from '#explore/state/view.ts';
import { type PlainItem, type PlainPrice, plainLimits, plainRedline } from './plain-items.ts';
import { now, toTable } from './random-items.ts';

const price = (market: PlainPrice['market'], cents: number, over: Partial<PlainPrice> = {}): PlainPrice => ({
  market,
  cents,
  avg7: 0,
  seconds: now / 1000,
  offers: 9,
  inflated: false,
  ...over,
});

const item = (over: Partial<PlainItem> = {}): PlainItem => ({
  ...plainRedline,
  prices: [price('buff163', 1000), price('csfloat', 1300)],
  change: { percent: -4, market: 'buff163', thin: false },
  ...over,
});

const limits = { ...plainLimits, minLiquidity: 20 };

function select(view: ExploreView, items: readonly PlainItem[], own: object = limits) {
  const model = createRowModel(toTable(items, false), view, { ...limits, ...own }, now);
  return selectRows(model, { ...view, found: undefined });
}

const pricesWith = (over: Partial<PlainPrice>) => [price('buff163', 1000), price('csfloat', 1300, over)];
const twoHours = now / 1000 - 7200;

describe('a row of “Cheaper elsewhere”', () => {
  test('stays with two prices that count', () => {
    const { rows, leftOut, doubtful } = select(firstView('cheaper'), [item()]);
    expect([[...rows], leftOut.size, doubtful]).toEqual([[0], 0, 0]);
  });

  test.each([
    ['price', { prices: [price('buff163', 1000)] }],
    ['inflated', { prices: pricesWith({ inflated: true }) }],
    ['old', { prices: pricesWith({ seconds: twoHours }) }],
    ['offers', { prices: pricesWith({ offers: 2 }) }],
    ['offers', { prices: pricesWith({ offers: -1 }) }],
    ['liquidity', { liquidity: 19 }],
    ['liquidity', { liquidity: undefined }],
    ['phases', { phases: true }],
  ] as const)('is left out for the reason %s: %o', (reason, over) => {
    const view = firstView('cheaper');
    const { rows, leftOut } = select(view, [item(over)]);
    expect([[...rows], Object.fromEntries(leftOut)]).toEqual([[], { [reason]: 1 }]);
    if (reason === 'price') return;
    const lifted: readonly LiftableReason[] = [reason];
    expect([...select({ ...view, rules: { ...view.rules, lifted } }, [item(over)]).rows]).toEqual([0]);
  });

  test('is left out where the fees of a market are not known', () => {
    const none = { percent: 0, cents: 0 };
    const fees = { buff163: { buying: none, selling: none, cashingOut: none } };
    expect(Object.fromEntries(select(firstView('cheaper'), [item()], { fees }).leftOut)).toEqual({ fees: 1 });
  });

  test('with a difference over 60 per cent comes last, whatever it brings', () => {
    const doubtful = item({ prices: [price('buff163', 1000), price('csfloat', 1601)] });
    const certain = item({ prices: [price('buff163', 1000), price('csfloat', 1600)] });
    const found = select(firstView('cheaper'), [doubtful, item(), certain]);
    expect([[...found.rows], found.doubtful]).toEqual([[2, 1, 0], 1]);
  });
});

describe('a row of “Falling”', () => {
  test.each([
    ['history', { change: undefined }],
    ['new', { change: { percent: -4, market: 'buff163', thin: true } }],
    ['inflated', { prices: [price('buff163', 1000, { inflated: true })] }],
  ] as const)('is left out for the reason %s', (reason, over) => {
    expect(Object.fromEntries(select(firstView('falling'), [item(over)]).leftOut)).toEqual({ [reason]: 1 });
  });

  test('is one whose price fell, the deepest first', () => {
    const changed = (percent: number) => item({ change: { percent, market: 'buff163', thin: false } });
    const items = [changed(-4), changed(3), changed(-61), changed(-60)];
    expect([...select(firstView('falling'), items).rows]).toEqual([3, 0, 2]);
    expect([...select(firstView('rising'), items).rows]).toEqual([1]);
  });
});

test('1.00 of Steam balance becomes 0.90: bought at 10.00, sold at the lower average of 9.50 less 5 %', () => {
  const none = { percent: 0, cents: 0 };
  const free = { buying: none, selling: none, cashingOut: none };
  const fees = { steam: free, csfloat: { ...free, selling: { percent: 5, cents: 0 } } };
  const prices = [price('steam', 1000), price('csfloat', 1200, { avg7: 950 })];
  const model = createRowModel(toTable([item({ prices })], false), firstView('steam'), { ...limits, fees }, now);
  expect(model.column('cash')[0]).toBeCloseTo(0.902, 3);
  expect(model.column('sell')[0]).toBe(950);
});
