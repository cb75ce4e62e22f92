import { describe, expect, test } from 'vitest';
import { type MarketFees, noFee } from '#core/money/fees.ts';
import { countItems, exitTotal, type InventoryEntry, sumOn, withOffers } from '#core/owned/inventory.ts';
import { inventoryCsv } from '#popup/report/inventory-totals.tsx';

const entry = (item: string, count: number, buff163?: number, state: InventoryEntry['state'] = 'priced') => ({
  item,
  count,
  state,
  cents: { buff163 },
});
const percent = (selling: number): MarketFees => ({
  buying: noFee,
  selling: { percent: selling, cents: 0 },
  cashingOut: noFee,
});
const fees = (confirmed = true) => ({ confirmed, markets: { buff163: percent(2) } });

describe('the sum of an inventory after fees', () => {
  const two = [entry('AK', 3, 1000), entry('AWP', 1, 5000), entry('Gone', 9, undefined, 'unknown')];

  test('is what arrives for each item: 3 × 9.80 + 49.00', () =>
    expect(sumOn(two, 'buff163', fees())).toEqual({ market: 'buff163', cents: 8000, items: 4, net: 3 * 980 + 4900 }));

  test('counts nothing for an item that the fees consume', () => {
    const flat = { confirmed: true, markets: { buff163: { ...percent(0), cashingOut: { percent: 0, cents: 100 } } } };
    expect(sumOn([entry('AK', 2, 1000), entry('Case', 5, 90)], 'buff163', flat)).toMatchObject({ net: 1800, items: 7 });
  });

  test('is blank without confirmed fees of that market', () => {
    expect(sumOn(two, 'buff163', fees(false)).net).toBeUndefined();
    expect(sumOn(two, 'youpin', fees()).net).toBeUndefined();
  });
});

describe('the sum of an inventory that is sold where each item pays best', () => {
  const now = 1_800_000_000_000;
  const rules = { fees: fees(), minCount: 3, staleAfterMs: 60_000, now };
  const exit = (cents: number, asOf = now, market: 'buff163' | 'youpin' = 'buff163') => ({
    exit: [{ market, sells: { cents, of: 'ask' as const }, asOf }],
  });
  const all = [
    { ...entry('AK', 3, 1000), ...exit(1000) },
    { ...entry('Old', 5, 1000), ...exit(1000, now - 61_000) },
    { ...entry('Without fees', 7, 1000), ...exit(1000, now, 'youpin') },
    entry('Nowhere', 9, 1000),
  ];

  test('is what arrives by the fees and the age of this moment: 3 × 9.80', () =>
    expect(exitTotal(all, rules)).toEqual({ cents: 3 * 980, items: 3 }));

  test('is of no item without confirmed fees', () =>
    expect(exitTotal(all, { ...rules, fees: fees(false) })).toEqual({ cents: 0, items: 0 }));
});

describe('the prices of markets that are no references', () => {
  const now = 1_800_000_000_000;
  const times = { now, staleAfterMs: 60_000 };
  const offers = new Map([
    ['AK', { dmarket: { cents: 1100, asOf: now } }],
    ['Flagged', { dmarket: { cents: 1, flagged: true, asOf: now } }],
    ['Old', { dmarket: { cents: 1, asOf: now - 61_000 } }],
    ['Sold', { dmarket: { asOf: now } }],
    ['Case', { dmarket: { cents: 25, asOf: now } }],
    ['Doppler', { dmarket: { cents: 1, asOf: now } }],
  ]);
  const entries = [
    entry('AK', 3, 1000),
    entry('Flagged', 1, 1),
    entry('Old', 1, 1),
    entry('Sold', 1, 1),
    entry('Doppler', 2, undefined, 'any-phase'),
    entry('Case', 4, undefined, 'flagged'),
    entry('Untold', 1, 1),
  ];

  test('count where they are in no doubt, and the item is not', () => {
    const all = withOffers(entries, offers, times);
    const free = { confirmed: true, markets: { dmarket: percent(10) } };
    expect(sumOn(all, 'dmarket', free)).toEqual({ market: 'dmarket', cents: 3400, items: 7, net: 3060 });
    expect(sumOn(all, 'buff163', free)).toEqual({ market: 'buff163', cents: 3004, items: 7 });
    expect(countItems(all, ['dmarket'])).toEqual({ items: 13, priced: 7, doubtful: 2 });
    expect(countItems(all, ['buff163'])).toEqual({ items: 13, priced: 7, doubtful: 6 });
  });
});

describe('the copied inventory', () => {
  const lines = (all: readonly InventoryEntry[], confirmed = true) =>
    inventoryCsv(all, ['buff163', 'youpin'], fees(confirmed), 5 * 60_000 + 59_000).split('\r\n');

  test('has a line for each item, also for those in no sum', () => {
    const doppler = { ...entry('★ Karambit | Doppler (Factory New)', 1, undefined, 'any-phase'), phase: 'Phase 2' };
    const ak = { ...entry('AK', 3), cents: { buff163: 1000, youpin: 901 } };
    expect(lines([ak, doppler, entry('Gone', 2, undefined, 'unknown')])).toEqual([
      '\ufeffitem,phase,count,buff163_usd,buff163_net_usd,youpin_usd,youpin_net_usd,note,age_minutes,source',
      'AK,,3,10,9.8,9.01,,,5,Skinlens',
      '★ Karambit | Doppler (Factory New),Phase 2,1,,,,,price in doubt,,Skinlens',
      'Gone,,2,,,,,no price,,Skinlens',
      '',
    ]);
  });

  test('has no sum after fees before they are confirmed', () =>
    expect(lines([entry('AK', 1, 1000)], false)[1]).toBe('AK,,1,10,,,,,5,Skinlens'));

  test('holds no formula and keeps signs of the format', () =>
    expect(lines([entry('=HYPERLINK("x"),1', 1, 100)])[1]).toBe(`"'=HYPERLINK(""x""),1",,1,1,0.98,,,,5,Skinlens`));
});
