import { describe, expect, test } from 'vitest';
import { noFees } from '#core/money/fees.ts';
import { dollar } from '#core/money/rates.ts';
import {
  amountsOfThen,
  type Holding,
  maxHoldings,
  maxSales,
  parsePortfolio,
  realisedProfit,
  type Sale,
  usdBy,
} from '#core/owned/portfolio.ts';
import { priceAt, type SellingPlace, type ToldPieces, valuePortfolio } from '#core/owned/valuation.ts';
import { exitNow, type SumRules } from '#core/prices/exit-value.ts';
import type { TableRow } from '#core/prices/offer.ts';
import type { Quote } from '#core/prices/quote.ts';
import { quoted } from '../../quoted.ts';
import { usd } from './usd.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const redline = 'AK-47 | Redline (Field-Tested)';
const held = (name: string, count: number, cents: number | null): Holding => ({
  ...{ name, count },
  paid: cents === null ? null : usd(cents),
});
const usdOf = usdBy((code) =>
  code === 'EUR' ? { code, perUsd: 0.8, of: 'own' } : code === 'USD' ? dollar : undefined,
);

describe('a price by a quote', () => {
  const sells = { cents: 3900, of: 'avg7' } as const;
  const exit = { market: 'csfloat', sells, asOf: now - 60_000 } as const;
  const asking = (more: Partial<TableRow> = {}, ago = 60_000): Quote => ({
    ...quoted({ buff163: 4000, ...more }, now - ago),
    exit: [exit],
  });
  const rules: SumRules = {
    fees: { confirmed: true, markets: { csfloat: { ...noFees, selling: { percent: 2, cents: 0 } } } },
    ...{ minCount: 3, now, staleAfterMs: 90 * 60_000, selling: ['csfloat'] },
  };
  const soldBy = (quote: Quote | null) => {
    const { offers = [], exit = quote ? 'not-loaded' : 'no-price' } = quote ?? {};
    return { offers, exit: typeof exit === 'string' ? exit : exitNow(exit, rules) };
  };
  const priceBy = (quote: Quote | null, place: SellingPlace = 'exit', told: Partial<ToldPieces> = {}) =>
    priceAt(place, { count: 2, sample: false, phased: false, ...soldBy(quote), ...told }, rules);

  test('is that of the exit, with what arrives for all pieces', () => {
    // 39.00 − 2 % = 38.22, twice.
    expect(priceBy(asking())).toEqual({ market: 'csfloat', cents: 3900, net: 7644 });
  });

  test('on one market is its ask, and nothing arrives without its fees or as balance', () => {
    expect(priceBy(asking(), 'buff163')).toEqual({ market: 'buff163', cents: 4000 });
    expect(priceBy(asking({ buff163: undefined, youpin: 4000 }), 'buff163')).toEqual({ doubt: 'missing' });
    const offers = [{ market: 'steam', cents: 4000, asOf: now }] as const;
    expect(priceBy(asking(), 'steam', { offers })).toEqual({ market: 'steam', cents: 4000 });
  });

  test.each<[string, Quote | null, SellingPlace?, Partial<ToldPieces>?]>([
    ['stale', asking({}, 91 * 60_000), 'buff163'],
    ['sample', asking(), 'exit', { sample: true }],
    ['missing', null, 'buff163'],
    ['missing', null],
    ['inflated', asking({ inflated: true }), 'buff163'],
    ['inflated', { ...asking(), exit: 'inflated' }],
    ['any-phase', asking(), 'exit', { phased: true }],
    ['thin', { ...asking(), exit: 'thin' }],
    ['nothing-left', { ...asking(), exit: 'nothing-left' }],
    ['nothing-left', { ...asking(), exit: [{ ...exit, sells: { cents: 1e-7, of: 'ask' } }] }],
    ['missing', { ...asking(), exit: 'no-price' }],
    ['not-loaded', { ...asking(), exit: undefined }],
    ['stale', { ...asking(), exit: [{ ...exit, asOf: now - 91 * 60_000 }] }],
  ])('has none in doubt: %s', (doubt, quote, place, told) => expect(priceBy(quote, place, told)).toEqual({ doubt }));
});

test('the profit of sales is what arrived less what was paid, where that is known', () => {
  const sale = (count: number, paid: number | null, received: number, currency = 'USD'): Sale => ({
    ...held(redline, count, paid),
    received: { cents: received, currency },
    soldAt: now,
  });
  // 2 × 5.00 − 1 × 2.00, and €8.00 are $10.00 today. Yuan have no rate.
  const sales = [sale(2, 1000, 1500), sale(1, 700, 500), sale(9, null, 500), sale(1, 700, 800, 'EUR')];
  expect(realisedProfit([...sales, sale(1, 1, 900, 'CNY')], usdOf, amountsOfThen('USD'))).toEqual({
    cents: 1100,
    items: 4,
  });
});

test('what was paid in another currency counts by the rate of that day, where that is known in the user’s', () => {
  const bought = { ...held(redline, 1, 1000), paidThen: { cents: 700, currency: 'EUR' } };
  const profitIn = (own: string) =>
    valuePortfolio([bought], () => ({ net: 2000 }), usdOf, amountsOfThen(own)).profit.cents;
  // €7.00 are $8.75 today.
  expect([profitIn('EUR'), profitIn('USD'), profitIn('CNY')]).toEqual([1125, 1000, 1000]);
  const sale = { ...bought, received: { cents: 800, currency: 'EUR' }, soldAt: now };
  expect(realisedProfit([sale], usdOf, amountsOfThen('EUR')).cents).toBe(125);
});

test('what was paid or received on a day whose rates are known counts by these', () => {
  const [boughtAt, soldAt] = [Date.parse('2026-11-18T10:00Z'), Date.parse('2026-11-22T10:00Z')];
  const days = { '2026-11-18': { EUR: 0.5, CNY: 8 }, '2026-11-20': { EUR: 0.9 } };
  const yuan = { ...held(redline, 1, 0), paid: { cents: 1600, currency: 'CNY' }, boughtAt };
  const { cost, received } = amountsOfThen('EUR', days);
  // ¥16.00 were $2.00, and these €1.00. On Sunday Friday's €0.9 counted.
  expect(cost(yuan)).toEqual({ cents: 100, currency: 'EUR' });
  expect(received({ received: { cents: 1000, currency: 'USD' }, soldAt })).toEqual({ cents: 900, currency: 'EUR' });
  expect(amountsOfThen('USD', days).cost(yuan)).toEqual({ cents: 200, currency: 'USD' });
  for (const at of [undefined, boughtAt - 86_400_000, soldAt + 4 * 86_400_000])
    expect(cost({ ...yuan, boughtAt: at })).toEqual(yuan.paid);
  expect(amountsOfThen('EUR', days, { CNY: 7 }).cost(yuan)).toEqual(yuan.paid);
});

describe('a stored portfolio', () => {
  test.each([undefined, null, 7, [], {}, { version: 1, items: 'x' }])('%j is empty', (stored) =>
    expect(parsePortfolio(stored)).toEqual({ items: [], sales: [] }),
  );

  test('drops damaged entries and those beyond the limit', () => {
    const damaged = [7, null, held('<b>', 1, 1), held(redline, 0, 1), held(redline, 1.5, 1), held(redline, 1, -1)];
    damaged.push({ ...held(redline, 1, 1), boughtAt: 9e15 }, { ...held(redline, 1, 1), site: '//' });
    expect(parsePortfolio({ version: 1, items: [...damaged, held(redline, 1, 1)] }).items).toHaveLength(1);
    const many = Array.from({ length: maxHoldings + 5 }, () => held(redline, 1, 1));
    expect(parsePortfolio({ version: 1, items: many }).items).toHaveLength(maxHoldings);
    const sale = { ...held(redline, 1, 1), received: usd(1), soldAt: 1 };
    const sales = [{ ...sale, received: null }, ...Array.from({ length: maxSales + 5 }, () => sale)];
    expect(parsePortfolio({ version: 1, items: [], sales }).sales).toHaveLength(maxSales);
  });
});
