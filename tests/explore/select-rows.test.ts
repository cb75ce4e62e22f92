import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { steamSelling } from '#core/money/fees.ts';
import { createRowModel, sortedRows } from '#explore/rows/row-model.ts';
import { selectRows } from '#explore/rows/select-rows.ts';
import { type ExploreView, firstView, viewKinds } from '#explore/state/view.ts';
import { runs } from '../seed.ts';
import { type PlainItem, plainLimits, plainRedline, type ReferenceInput } from './plain-items.ts';
import { markets, now, randomFees, randomItems, randomView, toTable } from './random-items.ts';
import { referenceRows } from './reference.ts';

type Case = Omit<ReferenceInput, 'markets' | 'now' | 'found'> & { readonly foundNames: readonly string[] | undefined };

const { maxAgeMs } = plainLimits;

/** What the page shows for the same items. */
function pageRows({ items, sample, view, fees, minLiquidity, minOffers, selling, foundNames }: Case) {
  const table = toTable(items, sample);
  // What is remembered of another view and another time changes nothing.
  createRowModel(table, firstView('all'), { ...plainLimits, minOffers: 5 }, now - 12 * 3_600_000);
  const model = createRowModel(table, view, { fees, maxAgeMs, minLiquidity, minOffers, selling }, now);
  const found = foundNames && Uint8Array.from(items, ({ name }) => (foundNames.includes(name) ? 1 : 0));
  const { rows, leftOut } = selectRows(model, { filters: view.filters, sorting: view.sorting, found });
  return { names: Array.from(rows, (row) => table.names[row]), leftOut: Object.fromEntries(leftOut) };
}

const plainRows = ({ foundNames, ...input }: Case) =>
  referenceRows({ ...input, markets, now, found: foundNames && new Set(foundNames) });

const randomCase = (view: fc.Arbitrary<ExploreView>): fc.Arbitrary<Case> =>
  fc.record({
    items: randomItems,
    sample: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    view,
    fees: randomFees,
    maxAgeMs: fc.constant(maxAgeMs),
    minLiquidity: fc.constantFrom(0, 30),
    minOffers: fc.constantFrom(0, 3),
    selling: fc.oneof(fc.constant([]), fc.subarray([...markets])),
    foundNames: fc.option(fc.subarray(['Item 0', 'Item 1', 'Item 2', 'Item 5']), { nil: undefined }),
  });

describe('the rows of Explore', () => {
  test.each(viewKinds)('of the view %s are those of a slow reference', (kind) => {
    fc.assert(
      fc.property(
        randomCase(fc.constant(firstView(kind))),
        (one) => void expect(pageRows(one)).toEqual(plainRows(one)),
      ),
      { numRuns: runs(40) },
    );
  });

  test('are those of a slow reference under random filters, rules and orders', () => {
    fc.assert(
      fc.property(randomCase(randomView), (one) => void expect(pageRows(one)).toEqual(plainRows(one))),
      { numRuns: runs(150) },
    );
  });
});

test('numbers are sorted as a comparison sorts them, NaN last in both directions and equal ones in their order', () => {
  const number = fc.oneof(fc.double(), fc.integer({ min: -3, max: 3 }), fc.constantFrom(0, -0, Number.NaN));
  fc.assert(
    fc.property(fc.array(number), fc.boolean(), (values, descending) => {
      const rows = values.map((value, row) => ({ value, row }));
      const expected = rows.toSorted((one, other) => {
        if (Number.isNaN(one.value) || Number.isNaN(other.value))
          return Number(Number.isNaN(one.value)) - Number(Number.isNaN(other.value));
        if (one.value === other.value) return 0;
        return one.value < other.value === descending ? 1 : -1;
      });
      expect([...sortedRows(Float64Array.from(values), descending)]).toEqual(expected.map(({ row }) => row));
    }),
    { numRuns: runs(500) },
  );
});

const price = { avg7: 0, seconds: now / 1000, offers: 9, inflated: false };

/** An item at 10.00 on BUFF163 and 13.00 on CSFloat. */
const item: PlainItem = {
  ...plainRedline,
  prices: [
    { ...price, market: 'buff163', cents: 1000 },
    { ...price, market: 'csfloat', cents: 1300 },
  ],
  change: undefined,
};

test('profit is what arrives less what is paid: 13.00 less 2 % and 1.00, less 10.00 and 3 %', () => {
  const none = { percent: 0, cents: 0 };
  const fees = {
    buff163: { buying: { percent: 3, cents: 0 }, selling: none, cashingOut: none },
    csfloat: { buying: none, selling: { percent: 2, cents: 0 }, cashingOut: { percent: 0, cents: 100 } },
  };
  const model = createRowModel(toTable([item], false), firstView('cheaper'), { ...plainLimits, fees }, now);
  const values = (['cost', 'net', 'profit', 'difference'] as const).map((id) => model.column(id)[0]);
  expect(values).toEqual([1030, 1174, 144, 30]);
});

test('cash buys balance where it costs least, and sells on Steam after its two fees, which is no profit', () => {
  const none = { percent: 0, cents: 0 };
  const fees = {
    buff163: { buying: { percent: 3, cents: 0 }, selling: none, cashingOut: none },
    csfloat: { buying: none, selling: none, cashingOut: none },
    steam: { buying: none, selling: steamSelling, cashingOut: none },
  };
  // BUFF163 asks 10.00 and 3 %, CSFloat 10.20. Steam asks 15.00, of which the game takes 1.30 and Steam 0.65.
  const asks = [...item.prices, { ...price, market: 'steam' as const, cents: 1500 }];
  const prices = asks.map((one) => (one.market === 'csfloat' ? { ...one, cents: 1020 } : one));
  const table = toTable([{ ...item, prices }], false);
  const model = createRowModel(table, firstView('balance'), { ...plainLimits, fees }, now);
  const values = (['buy', 'cost', 'sell', 'credit', 'toBalance'] as const).map((id) => model.column(id)[0]);
  expect(values).toEqual([1020, 1020, 1500, 1305, 1305 / 1020]);
  for (const id of ['net', 'profit', 'profitPercent'] as const) expect(model.column(id)[0]).toBeNaN();
  // The exit stays the best sale for cash.
  expect(model.column('exit')[0]).toBe(1020);
});

test('without confirmed fees there is no cost, no net and no profit', () => {
  const model = createRowModel(toTable([item], false), firstView('cheaper'), plainLimits, now);
  for (const id of ['cost', 'net', 'profit', 'profitPercent', 'cash', 'toBalance', 'credit'] as const)
    expect(model.column(id)[0]).toBeNaN();
});

test('sample prices are compared nowhere', () => {
  const model = createRowModel(toTable([item], true), firstView('all'), { ...plainLimits, fees: {} }, now);
  for (const id of ['spread', 'difference', 'profit', 'cash'] as const) expect(model.column(id)[0]).toBeNaN();
  expect(
    pageRows({
      items: [item],
      sample: true,
      view: firstView('cheaper'),
      ...plainLimits,
      fees: {},
      foundNames: undefined,
    }).leftOut,
  ).toEqual({ sample: 1 });
});
