import { describe, expect, test } from 'vitest';
import { type MarketFees, noFee } from '#core/fees.ts';
import { exitTotal, type InventoryEntry, netTotal, type Totals } from '#core/inventory.ts';
import { inventoryCsv } from '#popup/report/inventory-csv.ts';

const entry = (item: string, count: number, buff163?: number, state: InventoryEntry['state'] = 'priced') => ({
  item,
  count,
  state,
  cents: { buff163 },
});
const totals = (...entries: InventoryEntry[]): Totals => ({
  of: 'inventory',
  items: 0,
  priced: 0,
  doubtful: 0,
  sums: [],
  rates: null,
  entries,
});
const percent = (selling: number): MarketFees => ({
  buying: noFee,
  selling: { percent: selling, cents: 0 },
  cashingOut: noFee,
});
const fees = (confirmed = true) => ({ confirmed, markets: { buff163: percent(2) } });

describe('the sum of an inventory after fees', () => {
  const two = totals(entry('AK', 3, 1000), entry('AWP', 1, 5000), entry('Gone', 9, undefined, 'unknown'));

  test('is what arrives for each item: 3 × 9.80 + 49.00', () =>
    expect(netTotal(two, 'buff163', fees())).toBe(3 * 980 + 4900));

  test('counts nothing for an item that the fees consume', () => {
    const flat = { confirmed: true, markets: { buff163: { ...percent(0), cashingOut: { percent: 0, cents: 100 } } } };
    expect(netTotal(totals(entry('AK', 2, 1000), entry('Case', 5, 90)), 'buff163', flat)).toBe(1800);
  });

  test('is blank without confirmed fees of that market', () => {
    expect(netTotal(two, 'buff163', fees(false))).toBeUndefined();
    expect(netTotal(two, 'youpin', fees())).toBeUndefined();
  });
});

describe('the sum of an inventory that is sold where each item pays best', () => {
  const now = 1_800_000_000_000;
  const rules = { fees: fees(), minCount: 3, staleAfterMs: 60_000, now };
  const exit = (cents: number, asOf = now, market: 'buff163' | 'youpin' = 'buff163') => ({
    exit: { market, sells: { cents, of: 'ask' as const }, asOf },
  });
  const all = totals(
    { ...entry('AK', 3, 1000), ...exit(1000) },
    { ...entry('Old', 5, 1000), ...exit(1000, now - 60_001) },
    { ...entry('Without fees', 7, 1000), ...exit(1000, now, 'youpin') },
    entry('Nowhere', 9, 1000),
  );

  test('is what arrives by the fees and the age of this moment: 3 × 9.80', () =>
    expect(exitTotal(all, rules)).toEqual({ cents: 3 * 980, items: 3 }));

  test('is of no item without confirmed fees', () =>
    expect(exitTotal(all, { ...rules, fees: fees(false) })).toEqual({ cents: 0, items: 0 }));
});

describe('the copied inventory', () => {
  const lines = (all: Totals, confirmed = true) =>
    inventoryCsv(all, ['buff163', 'youpin'], fees(confirmed), 5 * 60_000 + 59_000).split('\r\n');

  test('has a line for each item, also for those in no sum', () => {
    const doppler = { ...entry('★ Karambit | Doppler (Factory New)', 1, undefined, 'doubtful'), phase: 'Phase 2' };
    const ak = { ...entry('AK', 3), cents: { buff163: 1000, youpin: 901 } };
    expect(lines(totals(ak, doppler, entry('Gone', 2, undefined, 'unknown')))).toEqual([
      '\ufeffitem,phase,count,buff163_usd,buff163_net_usd,youpin_usd,youpin_net_usd,note,age_minutes,source',
      'AK,,3,10,9.8,9.01,,,5,Skinlens',
      '★ Karambit | Doppler (Factory New),Phase 2,1,,,,,price in doubt,,Skinlens',
      'Gone,,2,,,,,no price,,Skinlens',
      '',
    ]);
  });

  test('has no sum after fees before they are confirmed', () =>
    expect(lines(totals(entry('AK', 1, 1000)), false)[1]).toBe('AK,,1,10,,,,,5,Skinlens'));

  test('holds no formula and keeps signs of the format', () =>
    expect(lines(totals(entry('=HYPERLINK("x"),1', 1, 100)))[1]).toBe(
      `"'=HYPERLINK(""x""),1",,1,1,0.98,,,,5,Skinlens`,
    ));
});
