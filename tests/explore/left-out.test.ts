import { describe, expect, test } from 'vitest';
import { createRowModel } from '#core/rows/row-model.ts';
import { selectRows } from '#core/rows/select-rows.ts';
import { type ExploreView, firstView, type OverrulableReason } from '#core/rows/view.ts';
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
  test.each([
    ['price', { prices: [price('buff163', 1000)] }],
    ['inflated', { prices: pricesWith({ inflated: true }) }],
    ['old', { prices: pricesWith({ seconds: twoHours }) }],
    ['offers', { prices: pricesWith({ offers: 2 }) }],
    ['offers', { prices: pricesWith({ offers: 0 }) }],
    ['liquidity', { liquidity: 19 }],
    ['liquidity', { liquidity: undefined }],
    ['phases', { phases: true }],
  ] as const)('is left out for the reason %s: %o', (reason, over) => {
    const view = firstView('cheaper');
    const { rows, leftOut } = select(view, [item(over)]);
    expect([[...rows], Object.fromEntries(leftOut)]).toEqual([[], { [reason]: 1 }]);
    if (reason === 'price') return;
    const overruled: readonly OverrulableReason[] = [reason];
    expect([...select({ ...view, rules: { ...view.rules, overruled } }, [item(over)]).rows]).toEqual([0]);
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

describe('before anything is recorded, a row of “Falling”', () => {
  const thin = { percent: 50, market: 'buff163', thin: true } as const;
  const averaged = (...prices: readonly PlainPrice[]) => item({ prices, change: thin });

  test('is one whose price is below its 7-day average, the deepest first', () => {
    const items = [
      averaged(price('buff163', 960, { avg7: 1000 })),
      averaged(price('buff163', 1030, { avg7: 1000 })),
      averaged(price('buff163', 390, { avg7: 1000 })),
      averaged(price('buff163', 900, { avg7: 1000 })),
    ];
    const found = select(firstView('falling'), items);
    expect([[...found.rows], found.doubtful]).toEqual([[3, 0, 2], 1]);
    expect([...select(firstView('rising'), items).rows]).toEqual([1]);
  });

  test('counts on the first market where the price counts and has an average', () => {
    const row = averaged(
      price('buff163', 500, { avg7: 1000, offers: 2 }),
      price('csfloat', 1300),
      price('steam', 990, { avg7: 1000, avg30: 900 }),
    );
    const model = createRowModel(toTable([row], false), firstView('falling'), limits, now);
    expect([model.value('against7', 0), model.value('against30', 0)]).toEqual([-1, 10]);
    expect(model.value('offers', 0)).toBe(9);
  });

  test.each([
    ['price', []],
    ['offers', [price('buff163', 960, { avg7: 1000, offers: 2 })]],
    ['old', [price('buff163', 960, { avg7: 1000, seconds: twoHours })]],
    ['average', [price('buff163', 960)]],
  ] as const)('is left out for the reason %s', (reason, prices) => {
    expect(Object.fromEntries(select(firstView('falling'), [averaged(...prices)]).leftOut)).toEqual({ [reason]: 1 });
  });
});
