import { describe, expect, test } from 'vitest';
import type { WatchListEntry } from '#core/owned/watch-list.ts';
import { alertDoubt, marketsOfAlert, type PriceObservation } from '#core/owned/watch-prices.ts';
import {
  above,
  below,
  change,
  crossingsAt,
  exit,
  inflated,
  leaving,
  no,
  now,
  observationOf,
  offering,
  quoteOf,
  stale,
  staleAfterMs,
  under,
  watching,
} from '../watch-observations.ts';

const onDmarket = watching({ kind: 'below', cents: 1000, market: 'dmarket' });
const onDmarketAbove = watching({ kind: 'above', cents: 1000, market: 'dmarket' });
const unlisted = {};
const worthless = { coins: 5 };
const old = (cents: number) => ({ cents, asOf: now - staleAfterMs - 1 });

describe('on markets that are no references', () => {
  test.each<[string, WatchListEntry, readonly PriceObservation[], readonly number[]]>([
    ['a chosen one falls', onDmarket, [offering(1001), offering(1000), offering(900)], [1]],
    ['no other one counts', onDmarket, [offering(1001, 1)], []],
    ['never a flagged price', onDmarket, [offering({ cents: 900, flagged: 'own' })], []],
    ['never an old price', onDmarket, [offering(old(900))], []],
    ['never a price of the future', onDmarket, [offering({ cents: 900, asOf: now + 3_600_000 })], []],
    ['never coins without a rate', onDmarket, [offering(worthless)], []],
    ['never without the item there', onDmarket, [offering(no)], []],
    ['never beside samples', onDmarket, [{ ...offering(900), sample: true }], []],
    ['its own, where the table flags those of the references', onDmarket, [offering(900, 2000, inflated(1))], [0]],
    ['the lowest but the flagged references', below, [offering(1100, 2000, inflated(1)), offering(900)], [1]],
    ['not again after doubt', onDmarket, [offering(900), offering(old(2000)), offering(no), offering(900)], [0]],

    ['the lowest is any of them', below, [offering(1001), offering(2000, 1000)], [1]],
    ['the lowest without doubt', below, [offering(old(1), 2000), offering({ cents: 1, flagged: 'own' }, 999)], [1]],
    ['not again while the lowest has no price', below, [offering(900), offering(no), offering(900)], [0]],
    [
      'again where the lowest is not compared any more',
      below,
      [offering(900), observationOf(quoteOf(2000)), observationOf(quoteOf(900))],
      [0, 2],
    ],
    ['a rise of the lowest', above, [offering(999), offering(1000)], [1]],
    ['no rise while any is missing', above, [offering(no), offering(old(2000)), offering(2000, worthless)], []],
    ['a rise where one lists nothing', above, [offering(unlisted, 999), offering(unlisted, 1000)], [1]],
    ['no rise where one listed nothing long ago', above, [offering({ ...unlisted, ...old(0) })], []],
    ['no rise of a chosen one that lists nothing', onDmarketAbove, [offering(unlisted)], []],
    ['a change of any', change, [offering(1000), offering(1000, 1500), offering(899, 1500)], [1, 2]],
    ['below the median of all', under, [offering(1801), offering(1800)], [1]],
    ['below the median of those without doubt', under, [offering(1801, old(1)), offering(1800, worthless)], [1]],
    [
      'a chosen one below the median',
      watching({ kind: 'under-median', percent: 10, market: 'steam' }),
      [offering(100), offering(100, old(100)), offering(100, 1800)],
      [2],
    ],
  ])('%s', (_, entry, seen, reported) => {
    expect(crossingsAt(entry, seen)).toEqual(reported);
  });
});

test('an alert is in doubt while a price that it needs is missing, and says on which market', () => {
  const [two, one] = [observationOf(quoteOf(1, 2, no)), observationOf(quoteOf(1, no, no))];
  const missing = (...markets: string[]) => ({ doubt: 'missing', markets });
  const of = ({ alert = exit.alert }: WatchListEntry, seen: PriceObservation) => alert && alertDoubt(seen, alert);
  expect(of(under, two)).toEqual(missing('csfloat'));
  expect(of(above, two)).toBeUndefined();
  expect(of(above, offering(no))).toEqual(missing('dmarket'));
  expect(of(onDmarketAbove, offering(unlisted))).toEqual(missing('dmarket'));
  expect(of(below, one)).toBeUndefined();
  expect(of(below, observationOf(no))).toEqual(missing('buff163', 'youpin', 'csfloat'));
  expect(of(watching({ kind: 'below', cents: 1, market: 'csfloat' }), one)).toEqual(missing('csfloat'));
  expect(of(watching({ kind: 'above', cents: 1, market: 'buff163' }), one)).toBeUndefined();
  expect(of(above, offering(old(1), no))).toEqual({ doubt: 'stale', markets: ['dmarket'] });
  expect(of(onDmarket, offering({ cents: 1, flagged: 'own' }))).toEqual({ doubt: 'inflated', markets: ['dmarket'] });
  const ofItem = (doubt: string) => ({ doubt, markets: [] });
  expect(of(below, stale(quoteOf(1)))).toEqual(ofItem('stale'));
  expect(of(exit, one)).toEqual(ofItem('no-exit'));
  expect(of(exit, leaving(1, quoteOf(no)))).toBeUndefined();
  expect(of(exit, leaving(1, inflated(1)))).toBeUndefined();
  expect(of(below, observationOf(inflated(1)))).toEqual({
    doubt: 'inflated',
    markets: ['buff163', 'youpin', 'csfloat'],
  });
});

test('an alert needs the own data of the markets that it looks at, but for the references', () => {
  const needed = (
    { alert = exit.alert }: WatchListEntry,
    ...compared: Parameters<typeof marketsOfAlert>[1][number][]
  ) => alert && marketsOfAlert(alert, compared);
  expect(needed(below, 'buff163', 'dmarket', 'steam')).toEqual(['dmarket', 'steam']);
  expect(needed(watching({ kind: 'above', cents: 1, market: 'csgoroll' }), 'dmarket')).toEqual(['csgoroll']);
  expect(needed(watching({ kind: 'below', cents: 1, market: 'youpin' }), 'dmarket')).toEqual([]);
  // A median is of three prices at least.
  expect(needed(watching({ kind: 'under-median', percent: 5, market: 'skins' }), 'dmarket')).toEqual([
    'skins',
    'dmarket',
  ]);
  expect(needed(exit, 'dmarket')).toEqual([]);
});
