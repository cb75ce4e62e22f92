import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Fees } from '#core/money/fees.ts';
import type { MarketId } from '#core/prices/markets.ts';
import type { UserLimits } from '#core/rows/column-values.ts';
import { createRowModel, sortedRows } from '#core/rows/row-model.ts';
import { selectRows } from '#core/rows/select-rows.ts';
import {
  type ColumnId,
  firstView,
  type PriceRules,
  plainColumns,
  type RowFilters,
  type Sorting,
  type ViewKind,
} from '#core/rows/view.ts';
import { runs } from '../seed.ts';
import { type PlainItem, type PlainPrice, plainLimits, plainRedline } from './plain-items.ts';
import { now, toTable } from './random-items.ts';

const none = { percent: 0, cents: 0 };
const price = (market: MarketId, cents: number, over: Partial<PlainPrice> = {}): PlainPrice => ({
  ...{ market, cents, avg7: 0, seconds: now / 1000, offers: 9, inflated: false },
  ...over,
});
const change = (percent: number) => ({ percent, market: 'buff163', thin: false }) as const;
const named = (name: string, over: Partial<PlainItem> & Pick<PlainItem, 'prices' | 'change'>): PlainItem => ({
  ...plainRedline,
  name,
  ...over,
});
const minutesAgo = (minutes: number) => ({ seconds: now / 1000 - 60 * minutes });
const free = { buying: none, selling: none, cashingOut: none };
/** 2 % of a sale on CSFloat, 10 % of one on Steam, 0.10 for a purchase on BUFF163; DMarket’s fees are not known. */
const fees: Fees = {
  buff163: { ...free, buying: { percent: 0, cents: 10 } },
  csfloat: { ...free, selling: { percent: 2, cents: 0 } },
  steam: { ...free, selling: { percent: 10, cents: 0 } },
};

const items: readonly PlainItem[] = [
  named('rifle', {
    prices: [price('buff163', 1000, minutesAgo(1)), price('csfloat', 1300, { avg7: 1400 }), price('steam', 1500)],
    change: change(-4),
  }),
  named('StatTrak', {
    ...{ wear: 1, statTrak: true, liquidity: 40 },
    prices: [
      price('buff163', 2500),
      price('csfloat', 2000, { offers: 3, avg7: 2200, avg30: 2100 }),
      price('dmarket', 2600, minutesAgo(5)),
    ],
    change: { ...change(3), market: 'csfloat' },
  }),
  named('souvenir', {
    ...{ wear: 4, souvenir: true, liquidity: undefined },
    prices: [price('buff163', 500, { avg7: 480 }), price('csfloat', 505, { avg7: 501 })],
    change: change(-9),
  }),
  named('sticker', {
    ...{ kind: 'sticker', wear: 0, liquidity: 60 },
    prices: [price('steam', 100, { offers: 4, avg7: 99 }), price('csfloat', 165, minutesAgo(30))],
    change: undefined,
  }),
  named('far apart', { prices: [price('buff163', 700), price('steam', 1400)], change: { ...change(-30), thin: true } }),
];

interface Case {
  readonly filters?: Partial<RowFilters>;
  readonly rules?: Partial<PriceRules>;
  readonly sorting?: Sorting;
  readonly found?: readonly number[];
  readonly limits?: Partial<UserLimits>;
}

/** The rows of a view with something changed, and the numbers of those that are left out. */
function shown(kind: ViewKind, { filters, rules, sorting, found, limits }: Case = {}) {
  const first = firstView(kind);
  const view = { ...first, filters: { ...first.filters, ...filters }, rules: { ...first.rules, ...rules } };
  const table = toTable(items, false);
  // What is remembered of another view and another time changes nothing.
  createRowModel(table, firstView('all'), { ...plainLimits, minOffers: 5 }, now - 12 * 3_600_000);
  const model = createRowModel(table, view, { ...plainLimits, fees, ...limits }, now);
  const { rows, leftOut } = selectRows(model, {
    ...{ filters: view.filters, sorting: sorting ?? view.sorting },
    found: found && Uint8Array.from(found),
  });
  const names = Array.from(rows, (row) => table.names[row]).join(', ');
  return { model, said: [names, ...Array.from(leftOut, ([reason, count]) => `${count} ${reason}`)].join(' - ') };
}

describe('the rows of Explore', () => {
  test.each<[string, ViewKind, Case, string]>([
    ['without a filter', 'all', {}, 'rifle, far apart, sticker, StatTrak, souvenir'],
    ['that the text finds', 'all', { found: [0, 1, 0, 1, 0] }, 'sticker, StatTrak'],
    ['of two kinds', 'all', { filters: { kinds: ['sticker', 'knife'] } }, 'sticker'],
    ['of two wears', 'all', { filters: { wears: [0, 4] } }, 'sticker, souvenir'],
    ['that are plain', 'all', { filters: { special: 'plain' } }, 'rifle, far apart, sticker'],
    ['with StatTrak', 'all', { filters: { special: 'statTrak' } }, 'StatTrak'],
    ['of souvenirs', 'all', { filters: { special: 'souvenir' } }, 'souvenir'],
    ['at 5.00 to 10.00', 'all', { filters: { minCents: 500, maxCents: 1000 } }, 'rifle, far apart, souvenir'],
    ['to buy at 5.00 to 10.00', 'cheaper', { filters: { minCents: 500, maxCents: 1000 } }, 'rifle'],
    ['that bring 2.64', 'cheaper', { filters: { minProfitCents: 264 } }, 'rifle, StatTrak'],
    ['that bring 26.15 %', 'cheaper', { filters: { minProfitPercent: 26.15 } }, 'sticker'],
    ['that bring 18.83 % with patience', 'cheaper', { filters: { minPatience: 18.83 } }, 'sticker'],
    ['bought on Steam', 'cheaper', { rules: { buy: ['steam'] } }, 'sticker - 2 price'],
    ['sold on BUFF163', 'cheaper', { rules: { sell: ['buff163'] } }, 'StatTrak - 1 price'],
    ['sold where the user sells', 'cheaper', { limits: { selling: ['buff163'] } }, 'StatTrak - 1 price'],
    [
      'sold where the view says',
      'cheaper',
      { rules: { sell: ['csfloat'] }, limits: { selling: ['buff163'] } },
      'rifle, sticker - 1 price',
    ],
    ['with ten listings', 'all', { rules: { minOffers: 10 } }, ' - 5 offers'],
    ['of a liquidity of 60', 'all', { rules: { minLiquidity: 60 } }, 'rifle, far apart, sticker - 2 liquidity'],
    ['with prices of the last 29 minutes', 'cheaper', { rules: { maxAgeMinutes: 29 } }, 'rifle, StatTrak - 1 old'],
    ['that fall, the deepest first', 'falling', {}, 'souvenir, rifle - 1 history - 1 new'],
    [
      'that fall, with new ones',
      'falling',
      { rules: { overruled: ['new'] } },
      'far apart, souvenir, rifle - 1 history',
    ],
    ['that rise', 'rising', {}, 'StatTrak - 1 history - 1 new'],
    ['that Steam’s balance buys', 'steam', {}, 'rifle, far apart, sticker - 2 price'],
    ['that become balance', 'balance', {}, 'rifle, sticker, far apart - 2 price'],
    [
      'with a difference, without fees',
      'cheaper',
      { limits: { fees: undefined } },
      'rifle, StatTrak, souvenir, sticker',
    ],
    [
      'by a price, the doubtful one in its place',
      'all',
      { sorting: { column: 'price:buff163', descending: false } },
      'souvenir, far apart, rifle, StatTrak, sticker',
    ],
    [
      'by the spread, the doubtful one last',
      'all',
      { sorting: { column: 'spread', descending: true } },
      'rifle, StatTrak, souvenir, far apart, sticker',
    ],
    [
      'by the price to buy at, the doubtful one last',
      'cheaper',
      { sorting: { column: 'buy', descending: true } },
      'StatTrak, rifle, sticker',
    ],
  ])('%s', (_, kind, change, expected) => {
    expect(shown(kind, change).said).toBe(expected);
  });

  /** NaN is shown as a dash. */
  const numberText = (value: number) => (Number.isNaN(value) ? '–' : String(Number(value.toFixed(2))));

  test.each<[ViewKind, Partial<Record<ColumnId, string>>]>([
    [
      'all',
      {
        item: '0 1 2 3 4',
        cheapest: '1000 2000 500 100 700',
        dearest: '1500 2600 505 165 1400',
        spread: '50 30 1 65 100',
        exit: '1274 2500 490.98 161.7 700',
        buy: '1000 2000 500 100 1400',
        sell: '1300 2500 501 165 700',
        difference: '30 25 0.2 65 -50',
        cost: '1010 2000 510 100 1400',
        net: '1274 2500 490.98 161.7 700',
        profit: '264 500 -19.02 61.7 -700',
        profitPercent: '26.14 25 -3.73 61.7 -50',
        patience: '18.82 9 -3.73 33.32 -50',
        payAtMost: '1174 2380.95 390.98 61.7 600',
        cash: '0.85 – – 1.62 0.5',
        toBalance: '1.34 – – 0.54 1.77',
        credit: '1350 – – 89.1 1260',
        change7: '-4 3 -9 – -30',
        against7: '-7.14 -9.09 4.17 1.01 –',
        against30: '– -4.76 – – –',
        liquidity: '80 40 – 60 80',
        offers: '9 3 9 4 9',
        age: '60000 300000 0 1800000 0',
      },
    ],
    ['cheaper', { age: '60000 0 0 1800000 0' }],
    [
      'balance',
      {
        buy: '1000 – – 165 700',
        sell: '1500 – – 99 1400',
        difference: '50 – – -40 100',
        cost: '1010 – – 165 710',
        net: '– – – – –',
        profit: '– – – – –',
        profitPercent: '– – – – –',
        offers: '9 – – 9 9',
        age: '60000 – – 1800000 0',
      },
    ],
    ['falling', { offers: '9 3 9 – 9' }],
  ])('have these numbers in the view %s', (kind, expected) => {
    const { model } = shown(kind);
    const numbers = plainColumns.map((id) => [id, Array.from(model.column(id), numberText).join(' ')]);
    expect(Object.fromEntries(numbers)).toMatchObject(expected);
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

/** An item at 10.00 on BUFF163 and 13.00 on CSFloat. */
const item: PlainItem = {
  ...plainRedline,
  prices: [price('buff163', 1000), price('csfloat', 1300)],
  change: undefined,
};

test('without confirmed fees there is no cost, no net and no profit', () => {
  const model = createRowModel(toTable([item], false), firstView('cheaper'), plainLimits, now);
  for (const id of ['cost', 'net', 'profit', 'profitPercent', 'cash', 'toBalance', 'credit'] as const)
    expect(model.column(id)[0]).toBeNaN();
});

test('sample prices are compared nowhere', () => {
  const model = createRowModel(toTable([item], true), firstView('all'), { ...plainLimits, fees: {} }, now);
  for (const id of ['spread', 'difference', 'profit', 'cash'] as const) expect(model.column(id)[0]).toBeNaN();
});
