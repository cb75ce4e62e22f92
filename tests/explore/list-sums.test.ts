import { expect, test } from 'vitest';
import { type Fees, noFees } from '#core/fees.ts';
import { exitOf, lineSums, totalOf } from '#explore/bulk/list-sums.ts';
import { createRowModel } from '#explore/rows/row-model.ts';
import { firstView } from '#explore/state/view.ts';
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
  expect(sums.find(({ market }) => market === 'buff163')).toEqual({ market: 'buff163', cents: 5750, net: 5550 });
  expect(sums.find(({ market }) => market === 'csfloat')).toEqual({ market: 'csfloat', cents: 5500, net: 5390 });
  expect(exitOf(model, cases)).toEqual({ market: 'buff163', net: 5550 });
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

test('a total says of how many items it is', () => {
  const rows = [cases, { row: 1, count: 3 }];
  expect(totalOf(rows, ({ row }) => (row === 0 ? 5550 : undefined))).toEqual({ cents: 5550, items: 250 });
});
