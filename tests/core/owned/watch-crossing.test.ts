import { describe, expect, test } from 'vitest';
import { atTodaysRate, checkEntry, lineCents, withAlert } from '#core/owned/watch-crossing.ts';
import type { WatchListEntry } from '#core/owned/watch-list.ts';
import { type PriceObservation, priceDoubt } from '#core/owned/watch-prices.ts';
import type { TableRow } from '#core/prices/offer.ts';
import {
  above,
  ahead,
  below,
  change,
  crossingsAt,
  exit,
  inflated,
  leaving,
  no,
  now,
  observationOf,
  quoteOf,
  stale,
  staleAfterMs,
  under,
  watching,
} from '../watch-observations.ts';

describe('a crossing is reported', () => {
  test.each<[string, WatchListEntry, readonly (TableRow | PriceObservation)[], readonly number[]]>([
    ['when the price goes below', below, [quoteOf(1001), quoteOf(999)], [1]],
    ['at the price itself', below, [quoteOf(1000)], [0]],
    ['once, however low it goes', below, [quoteOf(900), quoteOf(800), quoteOf(999), quoteOf(1)], [0]],
    ['by the lowest of the three', below, [quoteOf(2000, 2000, 999)], [0]],
    ['whatever else is missing', below, [quoteOf(no, 999, no)], [0]],
    ['never without a price', below, [quoteOf(no), quoteOf(no)], []],
    ['never for an inflated price', below, [inflated(1), inflated(2)], []],
    ['never for stale prices', below, [stale(quoteOf(1))], []],
    ['at the last moment before they are stale', below, [observationOf(quoteOf(1), staleAfterMs)], [0]],
    ['never for prices of the future (the clock was set back)', below, [ahead(quoteOf(1))], []],
    ['for prices of the next second (clocks are corrected)', below, [observationOf(quoteOf(1), -1000)], [0]],
    ['not again after no price at all', below, [quoteOf(900), quoteOf(no), quoteOf(900)], [0]],
    [
      'not again while the market below the line has no price',
      below,
      [quoteOf(900, 2000, 2000), quoteOf(no, 2000, 2000), quoteOf(900, 2000, 2000)],
      [0],
    ],
    [
      'not when another market replaces it below the line',
      below,
      [quoteOf(900, 2000, no), quoteOf(2000, 900, no)],
      [0],
    ],

    ['10 % under the median', under, [quoteOf(1000), quoteOf(900, 1000, 1100)], [1]],
    ['not a cent above it', under, [quoteOf(901, 1000, 1100)], []],
    ['never with two prices', under, [quoteOf(1, 1000, no)], []],
    ['not again after a third was missing', under, [quoteOf(1, 9, 9), quoteOf(9, 9, no), quoteOf(1, 9, 9)], [0]],
    ['again once it was back near the median', under, [quoteOf(1, 9, 9), quoteOf(9), quoteOf(1, 9, 9)], [0, 2]],
    ['never when all fall by the same share', under, [quoteOf(1000), quoteOf(10)], []],

    ['when the price rises to the line', above, [quoteOf(999), quoteOf(1000)], [1]],
    ['by the lowest of the three that rises', above, [quoteOf(2000, 2000, 999), quoteOf(2000, 2000, 1001)], [1]],
    ['by a rise of those that have the item', above, [quoteOf(999, 2000, no), quoteOf(1001, 2000, no)], [1]],
    ['by a rise when the lowest is sold', above, [quoteOf(999, 2000, 2000), quoteOf(no, 2000, 2000)], [1]],
    ['never by a rise without any', above, [quoteOf(999), quoteOf(no)], []],
    [
      'by a rise again once it was back, though the market that had risen has none',
      above,
      [quoteOf(1000, no, no), quoteOf(no, 980, no), quoteOf(no, 1000, no)],
      [0, 2],
    ],
    [
      'by the chosen market alone that falls',
      watching({ kind: 'below', cents: 1000, market: 'youpin' }),
      [quoteOf(1, 1001, 1), quoteOf(1, 1000, 1)],
      [1],
    ],
    [
      'by the chosen market alone that rises, whatever is missing',
      watching({ kind: 'above', cents: 1000, market: 'youpin' }),
      [quoteOf(no, no, 2000), quoteOf(no, 1000, no)],
      [1],
    ],
    [
      'by a change of the chosen market alone',
      watching({ kind: 'change', percent: 10, market: 'youpin' }),
      [quoteOf(1000), quoteOf(5, 1000, 5), quoteOf(5, 1100, 5)],
      [2],
    ],
    ['when a sale leaves the line', exit, [leaving(999), leaving(1000)], [1]],
    ['not again by a sale after none was known', exit, [leaving(1000), quoteOf(1), leaving(1000)], [0]],
    ['by a sale whatever references are missing', exit, [leaving(1000, quoteOf(no))], [0]],
    ['by a sound sale, where the table flags the references, as on cards', exit, [leaving(1000, inflated(1))], [0]],
    ['never by a sale for stale prices', exit, [{ ...leaving(1000), asOf: now - staleAfterMs - 1 }], []],

    ['after a change up', change, [quoteOf(1000), quoteOf(1100)], [1]],
    ['after a change down', change, [quoteOf(1000), quoteOf(900)], [1]],
    ['not after a smaller one', change, [quoteOf(1000), quoteOf(1099), quoteOf(901)], []],
    ['after many small ones', change, [quoteOf(1000), quoteOf(1050), quoteOf(1101)], [2]],
    ['measured from the last report', change, [quoteOf(1000), quoteOf(1100), quoteOf(1200)], [1]],
    [
      'not when a cheaper market is missing for a while',
      change,
      [quoteOf(1, 9, 9), quoteOf(no, 9, 9), quoteOf(1, 9, 9)],
      [],
    ],
    ['of a market that was missing meanwhile', change, [quoteOf(10, 9, 9), quoteOf(no, 9, 9), quoteOf(20, 9, 9)], [2]],
    [
      'measured per market from its first price',
      change,
      [quoteOf(1000, no, 1000), quoteOf(1060, 1000, 1060), quoteOf(1100, 1000, 1060)],
      [2],
    ],
    ['not by an inflated price', change, [quoteOf(1000), inflated(9000), quoteOf(1000)], []],
    ['not by stale prices', change, [quoteOf(1000), stale(quoteOf(9000)), quoteOf(1000)], []],
  ])('%s', (_, entry, seen, reported) => {
    expect(
      crossingsAt(
        entry,
        seen.map((one) => ('asOf' in one ? one : observationOf(one))),
      ),
    ).toEqual(reported);
  });

  test('with market, price and difference', () => {
    expect(checkEntry(below, observationOf(quoteOf(1200, 990, 1100))).crossing).toEqual({
      name: 'x',
      alert: below.alert,
      at: now,
      market: 'youpin',
      cents: 990,
      asOf: now,
    });
    const far = checkEntry(under, observationOf(quoteOf(1000, 1100, 850))).crossing;
    expect(far).toMatchObject({ market: 'csfloat', cents: 850, percent: -15 });
    const { entry } = checkEntry(change, observationOf(quoteOf(1000)));
    const moved = checkEntry(entry, observationOf(quoteOf(1150, 800, 1000))).crossing;
    expect(moved).toMatchObject({ market: 'youpin', cents: 800, percent: -20 });
  });
});

test('an unchanged entry is the same object, so that nothing is stored', () => {
  const { entry } = checkEntry(below, observationOf(quoteOf(900)));
  for (const quote of [no, quoteOf(no), quoteOf(800), inflated(9000)])
    expect(checkEntry(entry, observationOf(quote)).entry).toBe(entry);
  const based = checkEntry(change, observationOf(quoteOf(900))).entry;
  expect(checkEntry(based, observationOf(quoteOf(900))).entry).toBe(based);
});

describe('a new alert', () => {
  test('of a change is measured from the price at that time', () => {
    const set = withAlert({ ...below, alert: { kind: 'change', percent: 10 } }, observationOf(quoteOf(1000)));
    expect(crossingsAt(set, [observationOf(quoteOf(1100))])).toEqual([0]);
  });
});

test('the doubt about a price is its age first, then that it is inflated, then that it is missing', () => {
  expect(priceDoubt(stale(inflated(1)))).toBe('stale');
  expect(priceDoubt(observationOf(inflated(1)))).toBe('inflated');
  expect(priceDoubt(observationOf(no))).toBe('missing');
  expect(priceDoubt(observationOf(quoteOf(no)))).toBe('missing');
  expect(priceDoubt(observationOf(quoteOf(1, no, no)))).toBeUndefined();
  expect(priceDoubt({ ...observationOf(quoteOf(1)), asOf: Number.NaN })).toBe('stale');
});

test('a crossing tells what a sale leaves, where that is known', () => {
  expect(checkEntry(below, leaving(850, quoteOf(900))).crossing?.exit).toEqual({ market: 'waxpeer', netCents: 850 });
  // Its age is that of the price at which it is sold.
  const asOf = now - 60_000;
  expect(checkEntry(exit, leaving(1200)).crossing).toMatchObject({ market: 'waxpeer', cents: 1200, asOf });
  expect(checkEntry(below, observationOf(quoteOf(900))).crossing).not.toHaveProperty('exit');
});

describe('an amount that was typed in another currency', () => {
  const euros = watching({ kind: 'below', cents: 1087, typed: { currency: 'EUR', hundredths: 1000 } });
  const rateOf = (perUsd: number) => (code: string) =>
    code === 'EUR' ? { code, perUsd, of: '2026-11-26' } : undefined;

  test('has its line at today’s rate, and the old one without a rate', () => {
    const today = atTodaysRate(euros, rateOf(0.8));
    const typed = { currency: 'EUR', hundredths: 1000, perUsd: 0.8 };
    expect(today.alert).toEqual({ kind: 'below', cents: 1250, typed });
    expect(atTodaysRate(today, rateOf(0.8))).toBe(today);
    expect(atTodaysRate(euros, () => undefined)).toBe(euros);
    expect(atTodaysRate(below, rateOf(0.8))).toBe(below);
  });

  test('is shown as it was typed', () => {
    const euro = { code: 'EUR', perUsd: 0.8, of: '2026-11-26' };
    const alert = { kind: 'below', cents: 1087, typed: { currency: 'EUR', hundredths: 1000 } } as const;
    expect(lineCents(alert, euro) * euro.perUsd).toBe(1000);
    expect(lineCents(alert, { code: 'GBP', perUsd: 0.7, of: '2026-11-26' })).toBe(1087);
  });
});
