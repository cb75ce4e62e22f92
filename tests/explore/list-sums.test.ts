import { expect, test } from 'vitest';
import { type Fees, noFees } from '#core/money/fees.ts';
import { createRowModel } from '#core/rows/row-model.ts';
import { firstView } from '#core/rows/view.ts';
import { exitOf, lineSums, listTotals } from '#explore/bulk/list-sums.ts';
import { plainLimits, plainRedline } from './plain-items.ts';
import { now, toTable } from './random-items.ts';

const price = (market: 'buff163' | 'csfloat' | 'steam', cents: number) => ({
  market,
  cents,
  avg7: 0,
  seconds: now / 1000,
  offers: 9,
  inflated: false,
});
const selling = (percent: number) => ({ ...noFees, selling: { percent, cents: 0 } });
const fees: Fees = {
  buff163: { ...selling(2.5), cashingOut: { percent: 1, cents: 0 } },
  csfloat: selling(2),
  steam: noFees,
};

function modelOf(known: Fees | undefined, item: object = {}) {
  const prices = [price('buff163', 23), price('csfloat', 22), price('steam', 40)];
  const table = toTable([{ ...plainRedline, prices, change: undefined, ...item }], false);
  return createRowModel(table, firstView('all'), { ...plainLimits, fees: known }, now);
}
const cases = { row: 0, count: 250 };

test('250 cases are $57.50 on BUFF163 and leave $55.50 there, more than CSFloat’s $53.90', () => {
  const model = modelOf(fees);
  const sums = lineSums(model, cases);
  expect(sums.find(({ market }) => market === 'buff163')).toEqual({ market: 'buff163', cents: 5750, net: 5550.1875 });
  expect(sums.find(({ market }) => market === 'csfloat')).toEqual({ market: 'csfloat', cents: 5500, net: 5390 });
  expect(exitOf(model, cases)).toEqual({ market: 'buff163', cents: 23, net: 5550.1875 });
});

test('Steam’s balance is never the best, and without confirmed fees nothing is', () => {
  expect(exitOf(modelOf({ steam: noFees }), cases)).toBeUndefined();
  expect(exitOf(modelOf(undefined), cases)).toBeUndefined();
});

test('an item of any phase brings nothing that could be said', () => {
  const model = modelOf(fees, { phases: true });
  expect(lineSums(model, cases)).toEqual([]);
  expect(exitOf(model, cases)).toBeUndefined();
});

test('all lines bring so much on each market, and each at its best', () => {
  const prices = [price('buff163', 1000), price('csfloat', 900)];
  const item = { ...plainRedline, prices, change: undefined };
  const onCsfloat = { ...item, prices: [price('csfloat', 500), price('steam', 900)] };
  const model = createRowModel(toTable([item, onCsfloat], false), firstView('all'), { ...plainLimits, fees }, now);
  const { items, markets, best } = listTotals(model, [
    { row: 0, count: 2 },
    { row: 1, count: 1 },
  ]);
  const [buff, csfloat, steam] = markets;
  expect(items).toBe(3);
  // 10.00 − 2.5 % = 9.75 less 1 % in cash is 9.6525 each; 9.00 and 5.00 − 2 % are 8.82 and 4.90.
  expect(buff).toMatchObject({ asks: { cents: 2000, items: 2 }, best: { items: 2 } });
  expect(csfloat).toMatchObject({
    asks: { cents: 2300, items: 3 },
    net: { cents: 2254, items: 3 },
    best: { cents: 490, items: 1 },
  });
  expect(steam?.best.items).toBe(0);
  expect(best).toEqual({ cents: (buff?.net.cents ?? 0) + 490, items: 3 });
});
