import { describe, expect, test } from 'vitest';
import type { WatchListEntry } from '#core/owned/watch-list.ts';
import type { PriceObservation } from '#core/owned/watch-prices.ts';
import type { TableRow } from '#core/prices/offer.ts';
import {
  above,
  ahead,
  below,
  crossingsAt,
  exit,
  later,
  no,
  observationOf,
  quoteOf,
  selling,
  stale,
  under,
} from '../watch-observations.ts';

describe('an alert that was told is armed again by prices that are clearly on the other side', () => {
  const sale = (on: Parameters<typeof selling>[0]) => ({ ...observationOf(quoteOf(1)), ...selling(on) });
  const inDoubt = (row: TableRow) => [stale(row), ahead(row), observationOf({ ...row, inflated: true })];
  /** Of each kind: where it is met, a price just on the other side, one far from the line, and where nothing is known. */
  const kinds: readonly [
    string,
    WatchListEntry,
    PriceObservation,
    PriceObservation,
    PriceObservation,
    PriceObservation[],
  ][] = [
    ['below', below, ...[900, 1001, 1020].map((cents) => observationOf(quoteOf(cents))), inDoubt(quoteOf(2000))],
    ['above', above, ...[1000, 999, 980].map((cents) => observationOf(quoteOf(cents))), inDoubt(quoteOf(1))],
    [
      'under-median',
      under,
      ...[900, 901, 918].map((cents) => observationOf(quoteOf(cents, 1000, 1100))),
      [...inDoubt(quoteOf(1000)), observationOf(quoteOf(1000, 1000, no))],
    ],
    [
      'exit',
      exit,
      ...[1000, 999, 980].map((cents) => sale({ waxpeer: cents, dmarket: 500 })),
      [
        ...[sale({ waxpeer: 'unknown', dmarket: 500 }), sale({ waxpeer: 'unlisted', dmarket: 500 })],
        ...[sale({}), { ...sale({ dmarket: 500 }), saleOn: undefined }],
      ],
    ],
  ] as never;

  test.each(kinds)('%s', (_, entry, met, near, far, unknown) => {
    const told = (...seen: readonly PriceObservation[]) => crossingsAt(entry, seen);
    // A restart between any two prices changes nothing: all that is known is in the entry.
    expect(told(met, far, met)).toEqual([0, 2]);
    expect(told(met, ...unknown, met)).toEqual([0]);
    expect(told(met, ...unknown, far, ...unknown, met)).toEqual([0, unknown.length * 2 + 2]);
    // Up and down around the line each half hour, for a day.
    const swings = Array.from({ length: 48 }, (_, at) => later(at % 2 ? near : met, at / 2));
    expect(told(...swings)).toEqual([0]);
    const back = [0, 3, 5.9].map((hours) => later(near, hours));
    expect(told(met, ...back, later(met, 6))).toEqual([0]);
    expect(told(met, ...back, later(near, 6), later(met, 7))).toEqual([0, 5]);
    expect(told(met, near, ...unknown.map((one) => later(one, 3)), later(near, 7), later(met, 8))).toEqual([
      0,
      unknown.length + 3,
    ]);
  });

  test('by a market that lists nothing once that has lasted for six hours', () => {
    const sold = observationOf(quoteOf(no, 2000, 2000));
    const seen = [observationOf(quoteOf(900)), sold, later(sold, 6), later(observationOf(quoteOf(900)), 7)];
    expect(crossingsAt(below, seen)).toEqual([0, 3]);
  });

  test('not by others while the market that was told is just back and then unknown', () => {
    const [met, near] = [1000, 999].map((cents) => sale({ waxpeer: cents, dmarket: 500 }));
    expect(crossingsAt(exit, [met, near, sale({ waxpeer: 'unknown', dmarket: 500 }), met] as never)).toEqual([0]);
  });

  test('what an earlier version stored is held by the market that it told', () => {
    const stored = { ...exit, reached: { at: 0, market: 'waxpeer' as const, cents: 1000 } };
    expect(crossingsAt(stored, [sale({ waxpeer: 'unknown', dmarket: 1 }), sale({ waxpeer: 1000 })])).toEqual([]);
    expect(crossingsAt(stored, [sale({ waxpeer: 500 }), sale({ waxpeer: 1000 })])).toEqual([1]);
  });
});
