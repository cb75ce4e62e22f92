import fc from 'fast-check';
import { expect, test } from 'vitest';
import { referenceMarkets } from '#core/markets.ts';
import { checkEntry } from '#core/watch-crossing.ts';
import type { WatchAlert } from '#core/watch-list.ts';
import { checkLists } from '#relay/alerts/check-lists.ts';
import { observePrices, quotesOf } from '#relay/history/observed-prices.ts';

const price = fc.option(fc.integer({ min: 0, max: 3000 }), { nil: undefined });
const alert: fc.Arbitrary<WatchAlert> = fc.oneof(
  fc.record({ kind: fc.constant('below' as const), cents: fc.integer({ min: 1, max: 3000 }) }),
  fc.record({ kind: fc.constant('under-median' as const), percent: fc.integer({ min: 1, max: 99 }) }),
  fc.record({ kind: fc.constant('change' as const), percent: fc.integer({ min: 1, max: 100 }) }),
);
const step = fc.record({
  buff: price,
  uu: price,
  float: price,
  inflated: fc.boolean(),
  age: fc.integer({ min: -2, max: 120 }),
});

test('the relay tells of exactly what the extension would tell of', () => {
  fc.assert(
    fc.property(alert, fc.array(step, { maxLength: 8 }), (wanted, steps) => {
      const start = { name: 'A', addedAt: 0, alert: wanted };
      let entry: Parameters<typeof checkEntry>[0] = start;
      let state: Parameters<typeof checkLists>[0] = {
        lists: { one: { renewedAt: 0, unrenewedDays: 0, staleMinutes: 90, items: [start] } },
        seenAsOf: 0,
        day: 0,
        pending: [],
        isSending: false,
      };
      const told: unknown[] = [];
      steps.forEach(({ buff, uu, float, inflated, age }, at) => {
        const now = 1_800_000_000_000 + at * 86_400_000;
        const asOf = now - age * 60_000;
        const quote = { buff163: buff || undefined, youpin: uu || undefined, csfloat: float || undefined, inflated };
        const check = checkEntry(entry, { quote, asOf, now, staleAfterMs: 90 * 60_000 });
        entry = check.entry;
        if (check.crossing) told.push(check.crossing);
        const row = { price_buff: buff, price_uu: uu, price_csfloat: float, is_inflated: inflated };
        const prices = observePrices({ A: row }, 'partner', referenceMarkets);
        state = checkLists(state, { quotes: quotesOf(prices, ['A']), asOf }, now);
      });
      expect(state.pending.map(({ crossing }) => crossing)).toEqual(told);
    }),
  );
});
