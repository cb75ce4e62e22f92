import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type MarketFees, noFee } from '#core/money/fees.ts';
import { countItems, type InventoryEntry, withOffers } from '#core/owned/inventory.ts';
import { exitTotal, sumOn } from '#core/owned/valuation.ts';
import type { SumRules } from '#core/prices/exit-value.ts';
import type { Offer } from '#core/prices/offer.ts';
import { inventoryCsv } from '#popup/report/inventory-totals.tsx';

const now = 1_800_000_000_000;
/** Of three listings on BUFF163, or as `more` says. */
const entry = (
  item: string,
  count: number,
  cents?: number,
  state: InventoryEntry['state'] = 'priced',
  more: Partial<Offer> = { count: 3 },
): InventoryEntry => ({
  ...{ item, count, state },
  offers: cents === undefined ? [] : [{ market: 'buff163', cents, asOf: now, ...more }],
});
const percent = (selling: number): MarketFees => ({
  buying: noFee,
  selling: { percent: selling, cents: 0 },
  cashingOut: noFee,
});
const rules: SumRules = {
  fees: { confirmed: true, markets: { buff163: percent(2) } },
  ...{ selling: ['buff163'], minCount: 3, staleAfterMs: 60_000, now },
};

describe('the sum of an inventory that is sold where each item pays best', () => {
  const markets = ['buff163', 'youpin', 'dmarket', 'steam'] as const;

  test('is never less, and never of fewer items, than the sum of any market that pays cash', () => {
    const cents = fc.integer({ min: 1, max: 9999 });
    const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
    const offer = fc.record({ cents: maybe(cents), avg7: maybe(cents), count: fc.integer({ min: 0, max: 5 }) });
    const of = fc.record({ buff163: offer, youpin: offer, dmarket: offer, steam: offer });
    const held = fc.record({ count: fc.integer({ min: 1, max: 9 }), of });
    const fee = fc.integer({ min: 0, max: 40 }).map(percent);
    const charged = fc.record({ buff163: fee, youpin: fee, dmarket: fee, steam: fee }, { requiredKeys: [] });
    const selling = fc.subarray([...markets].filter((market) => market !== 'steam'));
    fc.assert(
      fc.property(fc.array(held), charged, selling, (items, fees, sells) => {
        const by: SumRules = { ...rules, fees: { confirmed: true, markets: fees }, selling: sells };
        const entries = items.map(({ count, of }, at) => ({
          ...entry(`${at}`, count),
          offers: markets.map((market) => ({ market, asOf: now, ...of[market] })),
        }));
        const best = exitTotal(entries, by);
        for (const market of markets) {
          const { net, items: priced } = sumOn(entries, market, by);
          expect(net?.items ?? 0).toBeLessThanOrEqual(priced);
          if (market === 'steam') continue;
          expect(net?.items ?? 0).toBeLessThanOrEqual(best.items);
          expect(net?.cents ?? 0).toBeLessThanOrEqual(best.cents + 1e-6);
        }
      }),
    );
  });
});

describe('the prices of markets that are no references', () => {
  const dmarket = (more: Partial<Offer>): Offer => ({ market: 'dmarket', asOf: now, count: 3, ...more });
  const offers = new Map<string, readonly Offer[]>([
    ['AK', [dmarket({ cents: 1100 }), { market: 'buff163', cents: 9, asOf: now }]],
    ['Flagged', [dmarket({ cents: 1, flagged: 'own' })]],
    ['Old', [dmarket({ cents: 1, asOf: now - 61_000 })]],
    ['Sold', [dmarket({})]],
    ['Case', [dmarket({ cents: 25 })]],
    ['Doppler', [dmarket({ cents: 1 })]],
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
    const all = withOffers(entries, offers, rules);
    const fees = { confirmed: true, markets: { dmarket: percent(10) } };
    const by: SumRules = { ...rules, fees, selling: ['dmarket'] };
    expect(sumOn(all, 'dmarket', by)).toEqual({
      market: 'dmarket',
      cents: 3400,
      items: 7,
      net: { cents: 3060, items: 7 },
    });
    expect(sumOn(all, 'buff163', by)).toEqual({ market: 'buff163', cents: 3004, items: 7 });
    expect(countItems(all, ['dmarket'])).toEqual({ items: 13, priced: 7, doubtful: 2 });
    expect(countItems(all, ['buff163'])).toEqual({ items: 13, priced: 7, doubtful: 6 });
  });
});

describe('the copied inventory', () => {
  const lines = (all: readonly InventoryEntry[], confirmed = true) =>
    inventoryCsv(all, ['buff163', 'youpin'], confirmed ? rules : undefined, 5 * 60_000 + 59_000).split('\r\n');

  test('has a line for each item, also for those in no sum', () => {
    const doppler = { ...entry('★ Karambit | Doppler (Factory New)', 1, undefined, 'any-phase'), phase: 'Phase 2' };
    const youpin: Offer = { market: 'youpin', cents: 901, asOf: now };
    const ak = { ...entry('AK', 3), offers: [...entry('AK', 3, 1000).offers, youpin] };
    expect(lines([ak, doppler, entry('Gone', 2, undefined, 'unknown')])).toEqual([
      '\ufeffitem,phase,count,buff163_usd,buff163_net_usd,youpin_usd,youpin_net_usd,note,age_minutes,source',
      'AK,,3,10,9.8,9.01,,,5,Skinlens',
      '★ Karambit | Doppler (Factory New),Phase 2,1,,,,,price in doubt,,Skinlens',
      'Gone,,2,,,,,no price,,Skinlens',
      '',
    ]);
  });

  test('holds no formula and keeps signs of the format', () =>
    expect(lines([entry('=HYPERLINK("x"),1', 1, 100)])[1]).toBe(`"'=HYPERLINK(""x""),1",,1,1,0.98,,,,5,Skinlens`));
});
