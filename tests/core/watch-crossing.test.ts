import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Quote } from '#core/quote.ts';
import { checkEntry, clockSlackMs, type PriceObservation, priceDoubt, withAlert } from '#core/watch-crossing.ts';
import type { WatchAlert, WatchListEntry } from '#core/watch-list.ts';
import { runs } from '../seed.ts';

const now = 1_800_000_000_000;
const staleAfterMs = 90 * 60_000;
type Cents = number | undefined;

/** One price for all three, or one each. */
function quoteOf(...cents: Cents[]): Quote {
  const [buff163, youpin, csfloat] = cents.length > 1 ? cents : [cents[0], cents[0], cents[0]];
  return { buff163, youpin, csfloat, inflated: false };
}
const observationOf = (quote: Quote | undefined, ageMs = 0): PriceObservation => ({
  quote,
  asOf: now - ageMs,
  now,
  staleAfterMs,
});

const watching = (alert: WatchAlert): WatchListEntry => ({ name: 'x', addedAt: 0, alert });
const below = watching({ kind: 'below', cents: 1000 });
const under = watching({ kind: 'under-median', percent: 10 });
const change = watching({ kind: 'change', percent: 10 });

/** The positions of observations that report a crossing. */
function crossingsAt(start: WatchListEntry, observations: readonly PriceObservation[]): number[] {
  let entry = start;
  return observations.flatMap((observation, at) => {
    const result = checkEntry(entry, observation);
    entry = result.entry;
    return result.crossing ? [at] : [];
  });
}

const no = undefined;
const stale = (quote: Quote) => observationOf(quote, staleAfterMs + 1);
const ahead = (quote: Quote) => observationOf(quote, -clockSlackMs - 1);
const inflated = (cents: number): Quote => ({ ...quoteOf(cents), inflated: true });

describe('a crossing is reported', () => {
  test.each<[string, WatchListEntry, readonly (Quote | PriceObservation)[], readonly number[]]>([
    ['when the price goes below', below, [quoteOf(1001), quoteOf(999)], [1]],
    ['at the price itself', below, [quoteOf(1000)], [0]],
    ['once, however low it goes', below, [quoteOf(900), quoteOf(800), quoteOf(999), quoteOf(1)], [0]],
    ['again once it was back', below, [quoteOf(900), quoteOf(1001), quoteOf(900)], [0, 2]],
    ['by the lowest of the three', below, [quoteOf(2000, 2000, 999)], [0]],
    ['whatever else is missing', below, [quoteOf(no, 999, no)], [0]],
    ['never without a price', below, [quoteOf(no), quoteOf(no)], []],
    ['never for an inflated price', below, [inflated(1), inflated(2)], []],
    ['never for stale prices', below, [stale(quoteOf(1))], []],
    ['at the last moment before they are stale', below, [observationOf(quoteOf(1), staleAfterMs)], [0]],
    ['never for prices of the future (the clock was set back)', below, [ahead(quoteOf(1))], []],
    ['for prices of the next second (clocks are corrected)', below, [observationOf(quoteOf(1), -1000)], [0]],
    ['not again after an inflated price above the line', below, [quoteOf(900), inflated(2000), quoteOf(900)], [0]],
    ['not again after stale prices above it', below, [quoteOf(900), stale(quoteOf(2000)), quoteOf(900)], [0]],
    ['not again after future prices above it', below, [quoteOf(900), ahead(quoteOf(2000)), quoteOf(900)], [0]],
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
      percent: undefined,
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

test('without an alert nothing is reported', () => {
  expect(checkEntry({ name: 'x', addedAt: 0 }, observationOf(quoteOf(1))).crossing).toBeUndefined();
});

describe('a new alert', () => {
  test('that is met already is reported only after the price was back', () => {
    const set = withAlert(below, { kind: 'below', cents: 5000 }, observationOf(quoteOf(900)));
    expect(set.reached).toMatchObject({ cents: 900 });
    expect(
      crossingsAt(
        set,
        [quoteOf(900), quoteOf(5001), quoteOf(900)].map((one) => observationOf(one)),
      ),
    ).toEqual([2]);
  });

  test('set without a known price is reported with the first price', () => {
    for (const observation of [no, observationOf(no), stale(quoteOf(1)), observationOf(inflated(1))]) {
      const set = withAlert(below, { kind: 'below', cents: 500 }, observation);
      expect(crossingsAt(set, [observationOf(quoteOf(400))])).toEqual([0]);
    }
  });

  test('forgets the crossing of the old one', () => {
    const crossed = checkEntry(below, observationOf(quoteOf(900))).entry;
    expect(withAlert(crossed, { kind: 'below', cents: 100 }, observationOf(quoteOf(900))).reached).toBeUndefined();
    expect(withAlert(crossed, undefined, observationOf(quoteOf(900)))).toEqual({
      name: 'x',
      addedAt: 0,
      alert: undefined,
    });
  });

  test('of a change is measured from the price at that time', () => {
    const set = withAlert(below, { kind: 'change', percent: 10 }, observationOf(quoteOf(1000)));
    expect(crossingsAt(set, [observationOf(quoteOf(1100))])).toEqual([0]);
  });
});

test('the doubt about a price is its age first, then that it is inflated, then that it is missing', () => {
  expect(priceDoubt(stale(inflated(1)))).toBe('stale');
  expect(priceDoubt(observationOf(inflated(1)))).toBe('inflated');
  expect(priceDoubt(observationOf(no))).toBe('missing');
  expect(priceDoubt(observationOf(quoteOf(no)))).toBe('missing');
  expect(priceDoubt(observationOf(quoteOf(1, no, no)))).toBeUndefined();
  expect(priceDoubt(observationOf(quoteOf(1, 2, no)), under.alert)).toBe('missing');
  expect(priceDoubt({ quote: quoteOf(1), asOf: Number.NaN, now, staleAfterMs })).toBe('stale');
});

const cents = fc.option(fc.integer({ min: 1, max: 2000 }), { nil: undefined });
const anyQuote = fc.record({ buff163: cents, youpin: cents, csfloat: cents, inflated: fc.boolean() });
const jump = fc.integer({ min: -2 * staleAfterMs, max: 2 * staleAfterMs });
const anyObservations = fc.array(
  fc
    .record({ quote: anyQuote, ageMs: fc.oneof(fc.constant(0), jump) })
    .map((one) => observationOf(one.quote, one.ageMs)),
  { maxLength: 60 },
);
const isReliable = (observation: PriceObservation) => priceDoubt(observation) === undefined;
const lowest = ({ quote }: PriceObservation) =>
  Math.min(...[quote?.buff163, quote?.youpin, quote?.csfloat].flatMap((one) => one ?? []));

describe('with any prices and clocks', () => {
  test('each report is right, and between two reports the price was above the line', () => {
    fc.assert(
      fc.property(anyObservations, (observations) => {
        const reported = crossingsAt(below, observations);
        for (const [nth, at] of reported.entries()) {
          const observation = observations[at] ?? observationOf(no);
          expect(isReliable(observation) && lowest(observation) <= 1000).toBe(true);
          const between = observations.slice((reported[nth - 1] ?? -1) + 1, at);
          if (nth > 0) expect(between.some((one) => isReliable(one) && lowest(one) > 1000)).toBe(true);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  test('the same observation again reports nothing', () => {
    fc.assert(
      fc.property(anyObservations, fc.constantFrom(below, under, change), (observations, entry) => {
        const twice = observations.flatMap((observation) => [observation, observation]);
        expect(crossingsAt(entry, twice)).toEqual(crossingsAt(entry, observations).map((at) => at * 2));
      }),
      { numRuns: runs(500) },
    );
  });

  test('an observation in doubt changes nothing', () => {
    fc.assert(
      fc.property(anyObservations, fc.constantFrom(below, under, change), (observations, entry) => {
        const reliable = [...observations.entries()].filter(([, observation]) => isReliable(observation));
        const reported = crossingsAt(
          entry,
          reliable.map(([, observation]) => observation),
        );
        expect(crossingsAt(entry, observations)).toEqual(reported.map((at) => reliable[at]?.[0]));
      }),
      { numRuns: runs(500) },
    );
  });
});
