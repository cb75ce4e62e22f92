import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Quote } from '#core/quote.ts';
import { checkEntry, clockSlackMs, type PriceObservation, priceDoubt, withAlert } from '#core/watch-crossing.ts';
import type { WatchAlert, WatchListEntry } from '#core/watch-list.ts';

const now = 1_800_000_000_000;
const staleAfterMs = 90 * 60_000;
type Cents = number | undefined;

/** One price for all three, or one each. */
function quoteOf(...cents: Cents[]): Quote {
  const [buff163, youpin, csfloat] = cents.length > 1 ? cents : [cents[0], cents[0], cents[0]];
  return { buff163, youpin, csfloat, inflated: false };
}
const sightOf = (quote: Quote | undefined, ageMs = 0): PriceObservation => ({
  quote,
  asOf: now - ageMs,
  now,
  staleAfterMs,
});

const watching = (alert: WatchAlert): WatchListEntry => ({ name: 'x', addedAt: 0, alert });
const below = watching({ kind: 'below', cents: 1000 });
const under = watching({ kind: 'under-median', percent: 10 });
const change = watching({ kind: 'change', percent: 10 });

/** At which of some sights one after the other something is told; only a crossing may be. */
function toldAt(start: WatchListEntry, sights: readonly PriceObservation[]): number[] {
  let watched = start;
  return sights.flatMap((sight, at) => {
    const judged = checkEntry(watched, sight);
    watched = judged.entry;
    return judged.crossing ? [at] : [];
  });
}

const no = undefined;
const stale = (quote: Quote) => sightOf(quote, staleAfterMs + 1);
const ahead = (quote: Quote) => sightOf(quote, -clockSlackMs - 1);
const inflated = (cents: number): Quote => ({ ...quoteOf(cents), inflated: true });

describe('a crossing is told of', () => {
  test.each<[string, WatchListEntry, readonly (Quote | PriceObservation)[], readonly number[]]>([
    ['when the price goes below', below, [quoteOf(1001), quoteOf(999)], [1]],
    ['at the price itself', below, [quoteOf(1000)], [0]],
    ['once, however low it goes', below, [quoteOf(900), quoteOf(800), quoteOf(999), quoteOf(1)], [0]],
    ['again once it was back', below, [quoteOf(900), quoteOf(1001), quoteOf(900)], [0, 2]],
    ['by the lowest of the three', below, [quoteOf(2000, 2000, 999)], [0]],
    ['whatever else is missing', below, [quoteOf(no, 999, no)], [0]],
    ['never without a price', below, [quoteOf(no), quoteOf(no)], []],
    ['never for an outlier', below, [inflated(1), inflated(2)], []],
    ['never for old prices', below, [stale(quoteOf(1))], []],
    ['at the last moment before they are old', below, [sightOf(quoteOf(1), staleAfterMs)], [0]],
    ['never for prices of the future (the clock was set back)', below, [ahead(quoteOf(1))], []],
    ['for prices of the next second (clocks are corrected)', below, [sightOf(quoteOf(1), -1000)], [0]],
    ['not again after an outlier above the line', below, [quoteOf(900), inflated(2000), quoteOf(900)], [0]],
    ['not again after old prices above it', below, [quoteOf(900), stale(quoteOf(2000)), quoteOf(900)], [0]],
    ['not again after future prices above it', below, [quoteOf(900), ahead(quoteOf(2000)), quoteOf(900)], [0]],
    ['not again after no price at all', below, [quoteOf(900), quoteOf(no), quoteOf(900)], [0]],
    [
      'not again while who went below was not seen to come back',
      below,
      [quoteOf(900, 2000, 2000), quoteOf(no, 2000, 2000), quoteOf(900, 2000, 2000)],
      [0],
    ],
    ['not when another takes its place below', below, [quoteOf(900, 2000, no), quoteOf(2000, 900, no)], [0]],

    ['10 % under the median', under, [quoteOf(1000), quoteOf(900, 1000, 1100)], [1]],
    ['not a cent above it', under, [quoteOf(901, 1000, 1100)], []],
    ['never with two prices, whose median is no third one', under, [quoteOf(1, 1000, no)], []],
    ['not again after a third was missing', under, [quoteOf(1, 9, 9), quoteOf(9, 9, no), quoteOf(1, 9, 9)], [0]],
    ['again once it was back near the median', under, [quoteOf(1, 9, 9), quoteOf(9), quoteOf(1, 9, 9)], [0, 2]],
    ['never when all fall alike', under, [quoteOf(1000), quoteOf(10)], []],

    ['after a change up', change, [quoteOf(1000), quoteOf(1100)], [1]],
    ['after a change down', change, [quoteOf(1000), quoteOf(900)], [1]],
    ['not after a smaller one', change, [quoteOf(1000), quoteOf(1099), quoteOf(901)], []],
    ['after many small ones', change, [quoteOf(1000), quoteOf(1050), quoteOf(1101)], [2]],
    ['counted from where it was told of last', change, [quoteOf(1000), quoteOf(1100), quoteOf(1200)], [1]],
    ['not when a cheaper one goes and comes', change, [quoteOf(1, 9, 9), quoteOf(no, 9, 9), quoteOf(1, 9, 9)], []],
    ['of one that was away meanwhile', change, [quoteOf(10, 9, 9), quoteOf(no, 9, 9), quoteOf(20, 9, 9)], [2]],
    [
      'counted from where each was first seen, whoever else comes',
      change,
      [quoteOf(1000, no, 1000), quoteOf(1060, 1000, 1060), quoteOf(1100, 1000, 1060)],
      [2],
    ],
    ['not by an outlier', change, [quoteOf(1000), inflated(9000), quoteOf(1000)], []],
    ['not by old prices', change, [quoteOf(1000), stale(quoteOf(9000)), quoteOf(1000)], []],
  ])('%s', (_, watched, seen, told) => {
    expect(
      toldAt(
        watched,
        seen.map((one) => ('asOf' in one ? one : sightOf(one))),
      ),
    ).toEqual(told);
  });

  test('with who crossed, at what price and how far that is', () => {
    expect(checkEntry(below, sightOf(quoteOf(1200, 990, 1100))).crossing).toEqual({
      name: 'x',
      alert: below.alert,
      at: now,
      market: 'youpin',
      cents: 990,
      percent: undefined,
    });
    const far = checkEntry(under, sightOf(quoteOf(1000, 1100, 850))).crossing;
    expect(far).toMatchObject({ market: 'csfloat', cents: 850, percent: -15 });
    const { entry } = checkEntry(change, sightOf(quoteOf(1000)));
    const moved = checkEntry(entry, sightOf(quoteOf(1150, 800, 1000))).crossing;
    expect(moved).toMatchObject({ market: 'youpin', cents: 800, percent: -20 });
  });
});

test('what changes nothing is the very same item, so that nothing has to be written', () => {
  const { entry } = checkEntry(below, sightOf(quoteOf(900)));
  for (const quote of [no, quoteOf(no), quoteOf(800), inflated(9000)])
    expect(checkEntry(entry, sightOf(quote)).entry).toBe(entry);
  const based = checkEntry(change, sightOf(quoteOf(900))).entry;
  expect(checkEntry(based, sightOf(quoteOf(900))).entry).toBe(based);
});

test('without an alert nothing is told', () => {
  expect(checkEntry({ name: 'x', addedAt: 0 }, sightOf(quoteOf(1))).crossing).toBeUndefined();
});

describe('a new alert', () => {
  test('that is reached already is no news, and is told of after the price was back', () => {
    const set = withAlert(below, { kind: 'below', cents: 5000 }, sightOf(quoteOf(900)));
    expect(set.reached).toMatchObject({ cents: 900 });
    expect(
      toldAt(
        set,
        [quoteOf(900), quoteOf(5001), quoteOf(900)].map((one) => sightOf(one)),
      ),
    ).toEqual([2]);
  });

  test('set while nothing is known is told of with the first price', () => {
    for (const sight of [no, sightOf(no), stale(quoteOf(1)), sightOf(inflated(1))]) {
      const set = withAlert(below, { kind: 'below', cents: 500 }, sight);
      expect(toldAt(set, [sightOf(quoteOf(400))])).toEqual([0]);
    }
  });

  test('forgets what the old one had crossed, and no alert keeps nothing', () => {
    const crossed = checkEntry(below, sightOf(quoteOf(900))).entry;
    expect(withAlert(crossed, { kind: 'below', cents: 100 }, sightOf(quoteOf(900))).reached).toBeUndefined();
    expect(withAlert(crossed, undefined, sightOf(quoteOf(900)))).toEqual({ name: 'x', addedAt: 0, alert: undefined });
  });

  test('of a change counts from the price when it was set', () => {
    const set = withAlert(below, { kind: 'change', percent: 10 }, sightOf(quoteOf(1000)));
    expect(toldAt(set, [sightOf(quoteOf(1100))])).toEqual([0]);
  });
});

test('why a price says nothing: its age first, then that it is an outlier, then that there is none', () => {
  expect(priceDoubt(stale(inflated(1)))).toBe('stale');
  expect(priceDoubt(sightOf(inflated(1)))).toBe('inflated');
  expect(priceDoubt(sightOf(no))).toBe('missing');
  expect(priceDoubt(sightOf(quoteOf(no)))).toBe('missing');
  expect(priceDoubt(sightOf(quoteOf(1, no, no)))).toBeUndefined();
  expect(priceDoubt(sightOf(quoteOf(1, 2, no)), under.alert)).toBe('missing');
  expect(priceDoubt({ quote: quoteOf(1), asOf: Number.NaN, now, staleAfterMs })).toBe('stale');
});

const cents = fc.option(fc.integer({ min: 1, max: 2000 }), { nil: undefined });
const anyQuote = fc.record({ buff163: cents, youpin: cents, csfloat: cents, inflated: fc.boolean() });
const jump = fc.integer({ min: -2 * staleAfterMs, max: 2 * staleAfterMs });
const anySights = fc.array(
  fc.record({ quote: anyQuote, ageMs: fc.oneof(fc.constant(0), jump) }).map((one) => sightOf(one.quote, one.ageMs)),
  { maxLength: 60 },
);
const isSound = (sight: PriceObservation) => priceDoubt(sight) === undefined;
const lowest = ({ quote }: PriceObservation) =>
  Math.min(...[quote?.buff163, quote?.youpin, quote?.csfloat].flatMap((one) => one ?? []));

describe('whatever prices and clocks do', () => {
  test('between two notifications of a price the price was seen above the line, and each is true', () => {
    fc.assert(
      fc.property(anySights, (sights) => {
        const told = toldAt(below, sights);
        for (const [nth, at] of told.entries()) {
          const sight = sights[at] ?? sightOf(no);
          expect(isSound(sight) && lowest(sight) <= 1000).toBe(true);
          const between = sights.slice((told[nth - 1] ?? -1) + 1, at);
          if (nth > 0) expect(between.some((one) => isSound(one) && lowest(one) > 1000)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('seeing the same again tells nothing', () => {
    fc.assert(
      fc.property(anySights, fc.constantFrom(below, under, change), (sights, watched) => {
        const twice = sights.flatMap((sight) => [sight, sight]);
        expect(toldAt(watched, twice)).toEqual(toldAt(watched, sights).map((at) => at * 2));
      }),
      { numRuns: 500 },
    );
  });

  test('what cannot be believed might as well not have been seen', () => {
    fc.assert(
      fc.property(anySights, fc.constantFrom(below, under, change), (sights, watched) => {
        const sound = [...sights.entries()].filter(([, sight]) => isSound(sight));
        const told = toldAt(
          watched,
          sound.map(([, sight]) => sight),
        );
        expect(toldAt(watched, sights)).toEqual(told.map((at) => sound[at]?.[0]));
      }),
      { numRuns: 500 },
    );
  });
});
