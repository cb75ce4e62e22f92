import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noFees } from '#core/money/fees.ts';
import { checkEntry } from '#core/owned/watch-crossing.ts';
import type { WatchAlert } from '#core/owned/watch-list.ts';
import type { SaleExit } from '#core/owned/watch-prices.ts';
import { exitAt } from '#core/prices/exit-value.ts';
import type { MarketId } from '#core/prices/markets.ts';
import { withOwnPrices } from '#core/prices/quote.ts';
import { checkLists } from '#relay/alerts/client-lists.ts';
import { observeMarket, observeTable, offersOf, quotesOf } from '#relay/history/observed-prices.ts';

const price = fc.option(fc.integer({ min: 0, max: 3000 }), { nil: undefined });
const compared = ['buff163', 'youpin', 'csfloat', 'dmarket', 'csgoroll'] as const satisfies MarketId[];
const market = fc.option(fc.constantFrom(...compared), { nil: undefined });
const cents = fc.integer({ min: 1, max: 3000 });
const percent = fc.integer({ min: 1, max: 99 });
const alert: fc.Arbitrary<WatchAlert> = fc.oneof(
  fc.record({ kind: fc.constant('below' as const), cents, market }),
  fc.record({ kind: fc.constant('under-median' as const), percent, market }),
  fc.record({ kind: fc.constant('above' as const), cents, market }),
  fc.record({ kind: fc.constant('exit' as const), cents }),
  fc.record({ kind: fc.constant('change' as const), percent, market }),
);
const step = fc.record({
  buff: price,
  uu: price,
  float: price,
  inflated: fc.boolean(),
  age: fc.integer({ min: -2, max: 120 }),
  dmarket: price,
  roll: price,
  avg: price,
  /** The price and the age of CSFloat's own data. */
  ownFloat: price,
  ownFloatAge: fc.integer({ min: -2, max: 120 }),
  isOwnInflated: fc.boolean(),
  count: fc.integer({ min: 0, max: 6 }),
});

const sale = {
  fees: { csfloat: noFees, dmarket: { ...noFees, selling: { percent: 5, cents: 0 } }, csgoroll: noFees },
  minCount: 3,
  coinUsd: 0.5,
};
const shortExit = (exit: Pick<SaleExit, 'market' | 'netCents'> | undefined) =>
  exit && { exit: { market: exit.market, netCents: exit.netCents } };

test('the relay tells of exactly what the extension would tell of', () => {
  fc.assert(
    fc.property(alert, fc.array(step, { maxLength: 8 }), (wanted, steps) => {
      const start = { name: 'A', addedAt: 0, alert: wanted };
      let entry: Parameters<typeof checkEntry>[0] = start;
      let state: Parameters<typeof checkLists>[0] = {
        lists: {
          one: {
            renewedAt: 0,
            unrenewedDays: 0,
            staleMinutes: 90,
            items: [start],
            sale,
            markets: compared,
            coinUsd: 0.5,
          },
        },
        seenAsOf: 0,
        day: 0,
        pending: [],
        told: { hour: 0, counts: {} },
        isSending: false,
      };
      const crossings: unknown[] = [];
      steps.forEach(({ buff, uu, float, inflated, age, dmarket, roll, avg, count, ...own }, at) => {
        const now = 1_800_000_000_000 + at * 86_400_000;
        const asOf = now - age * 60_000;
        const quote = { buff163: buff || undefined, youpin: uu || undefined, csfloat: float || undefined, inflated };
        const staleAfterMs = 90 * 60_000;
        const rules = { fees: { confirmed: true, markets: sale.fees }, minCount: 3, staleAfterMs, now };
        const ownAsOf = now - own.ownFloatAge * 60_000;
        const isOfTable = float && (!own.ownFloat || (own.ownFloat !== float && ownAsOf <= asOf - 60_000));
        const csfloat = {
          ...(isOfTable ? { cents: float, asOf } : { cents: own.ownFloat || undefined, asOf: ownAsOf }),
          ...(own.ownFloat && { avg7: avg || undefined, count }),
          flagged: inflated || Boolean(own.ownFloat && own.isOwnInflated),
        };
        const told = [
          exitAt({ market: 'csfloat', ...csfloat }, rules),
          exitAt(
            { market: 'dmarket', cents: dmarket || undefined, avg7: avg || undefined, count, flagged: inflated, asOf },
            rules,
          ),
          exitAt(
            { market: 'csgoroll', cents: (roll || 0) * 0.5, avg7: avg || undefined, count, flagged: inflated, asOf },
            rules,
          ),
        ].filter((exit) => typeof exit === 'object');
        const exit = told.toSorted((one, other) => other.netCents - one.netCents)[0];
        // Own data that nobody has renewed within the limit say nothing.
        const isRenewed = now - ownAsOf <= staleAfterMs;
        const ownFloat = { bodyAsOf: ownAsOf, price: own.ownFloat || undefined, flagged: own.isOwnInflated };
        const withOwn = withOwnPrices(quote, asOf, (market) =>
          market === 'csfloat' && isRenewed ? ownFloat : undefined,
        );
        const offers = {
          dmarket: dmarket ? { cents: dmarket, flagged: inflated, asOf } : { asOf },
          csgoroll: roll ? { cents: (roll / 100) * 50, flagged: inflated, asOf } : { asOf },
        };
        const check = checkEntry(entry, { quote: withOwn, compared, offers, exit, asOf, now, staleAfterMs });
        entry = check.entry;
        if (check.crossing) crossings.push({ ...check.crossing, ...shortExit(check.crossing.exit) });
        const row = { price_buff: buff, price_uu: uu, price_csfloat: float, is_inflated: inflated };
        const prices = observeTable({ A: row });
        const more = { avg_7: avg, count, is_inflated: inflated };
        const rows = {
          csfloat: { price: own.ownFloat, ...more, is_inflated: own.isOwnInflated },
          dmarket: { price: dmarket, ...more },
          csgoroll: { coins: (roll || 0) / 100, ...more },
        };
        const observed = new Map(
          (['csfloat', 'dmarket', 'csgoroll'] as const).map((market) => {
            const byName = offersOf(observeMarket({ A: rows }, market), market, ['A']);
            return [market, { asOf: market === 'csfloat' ? ownAsOf : asOf, byName }];
          }),
        );
        state = checkLists(state, { quotes: quotesOf(prices, ['A']), offers: observed, asOf }, now);
      });
      expect(state.pending.map((alert) => 'crossing' in alert && alert.crossing)).toEqual(crossings);
    }),
  );
});
