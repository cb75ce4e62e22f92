import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PriceObservation, priceDoubt } from '#core/owned/watch-prices.ts';
import { runs } from '../seed.ts';
import { above, below, change, crossingsAt, no, observationOf, staleAfterMs, under } from './watch-observations.ts';

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
      fc.property(anyObservations, fc.constantFrom(below, above, under, change), (observations, entry) => {
        const twice = observations.flatMap((observation) => [observation, observation]);
        expect(crossingsAt(entry, twice)).toEqual(crossingsAt(entry, observations).map((at) => at * 2));
      }),
      { numRuns: runs(500) },
    );
  });

  test('an observation in doubt changes nothing', () => {
    fc.assert(
      fc.property(anyObservations, fc.constantFrom(below, above, under, change), (observations, entry) => {
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
