import { describe, expect, test } from 'vitest';
import type { Detail } from '#core/prices/detail.ts';
import type { MarketId } from '#core/prices/markets.ts';
import {
  ageDoubt,
  type Doubt,
  type DoubtRules,
  doubtOf,
  doubtStages,
  noTime,
  type Offer,
  type OwnData,
  offerOn,
  priceLimits,
  type TablePrice,
} from '#core/prices/offer.ts';

const second = 1000;
const minute = 60 * second;
const now = Date.parse('2026-11-27T20:00:00Z');
const rules: DoubtRules = { now, staleAfterMs: 90 * minute };

const table = (cents: number | undefined, ageMs: number, flagged = false): TablePrice => ({
  ...{ cents, asOf: now - ageMs, flagged },
});
const own = (price: number | undefined, ageMs: number, more: Partial<Detail> = {}): OwnData => ({
  asOf: now - ageMs,
  detail: price === undefined ? undefined : { price, inflated: false, ...more },
});
type Known = Parameters<typeof offerOn>[1];
/** As cards, panel, exits and alerts ask: what counts, and whether it may be relied on. */
const offerAt = (market: MarketId, known: Known, by: Partial<DoubtRules> = {}) => {
  const offer = offerOn(market, known);
  return { ...offer, doubt: doubtOf(offer, { ...rules, ...by }) };
};
const at = (known: Known, by: Partial<DoubtRules> = {}) => offerAt('youpin', known, by);

describe('which price counts, and of when', () => {
  const hours15 = now - 15 * 60 * minute;
  test.each<[string, Known, Partial<Offer> & { doubt?: Doubt }]>([
    ['nothing is known', {}, { cents: undefined, asOf: undefined, doubt: 'unknown' }],
    ['the table alone: its own, of the feed', { table: table(1275, minute) }, { cents: 1275, asOf: now - minute }],
    [
      'own data alone: theirs, of the market',
      { own: own(1275, minute, { updatedAt: now - 20 * minute }) },
      { cents: 1275, asOf: now - 20 * minute },
    ],
    [
      'own data alone without a time: that of the body',
      { own: own(1275, minute) },
      { cents: 1275, asOf: now - minute },
    ],
    [
      'the same cents: the market’s own time, 15 hours older than the feed',
      { table: table(1275, minute), own: own(1275, minute, { updatedAt: hours15 }) },
      { cents: 1275, asOf: hours15, doubt: 'old' },
    ],
    [
      'the same cents in an older body: its time, still',
      { table: table(1275, minute), own: own(1275, 40 * minute, { updatedAt: hours15 }) },
      { cents: 1275, asOf: hours15, doubt: 'old' },
    ],
    [
      'other cents of a later body: theirs',
      { table: table(1275, 30 * minute), own: own(1300, minute, { updatedAt: now - 10 * minute }) },
      { cents: 1300, asOf: now - 10 * minute },
    ],
    [
      'other cents of the same body time: theirs',
      { table: table(1275, minute), own: own(1300, minute) },
      { cents: 1300, asOf: now - minute },
    ],
    [
      'other cents, and the table was confirmed later: the table’s, of the feed',
      { table: table(1275, minute), own: own(1300, minute + second, { count: 7 }) },
      { cents: 1275, asOf: now - minute, count: 7 },
    ],
    [
      'the market has no listing, and the table has a price: the table’s',
      { table: table(1275, 30 * minute), own: own(undefined, minute) },
      { cents: 1275, asOf: now - 30 * minute },
    ],
    [
      'neither has a listing: nothing, as the table says',
      { table: table(undefined, minute), own: own(undefined, 2 * minute) },
      { cents: undefined, asOf: now - minute, doubt: 'unknown' },
    ],
    [
      'the market has no listing: nothing, known as of its data',
      { own: own(undefined, 2 * minute) },
      { cents: undefined, asOf: now - 2 * minute, doubt: 'unknown' },
    ],
    [
      'a newer table has no price: theirs',
      { table: table(undefined, minute), own: own(5, 2 * minute) },
      { cents: 5, asOf: now - 2 * minute },
    ],
    [
      'other cents of the same second: theirs',
      { table: table(1275, minute - 900), own: own(1300, minute - 400) },
      { cents: 1300, asOf: now - minute + 400 },
    ],
    [
      'a time a minute and more ahead of its body: a wrong clock, however late it is',
      { own: own(5, minute, { updatedAt: now + 1 }) },
      { cents: 5, asOf: noTime, doubt: 'clock' },
    ],
    [
      'a time after that of its body is that of the body',
      { own: own(5, minute, { updatedAt: now }) },
      { asOf: now - minute },
    ],
  ])('%s', (_, known, expected) => {
    const { cents, asOf, doubt, count } = at(known);
    expect({ cents, asOf, doubt, count }).toEqual({ ...{ cents, asOf, doubt: undefined, count }, ...expected });
  });
});

describe('coins', () => {
  const coins = (price: number, coinUsd: number | null | undefined, market: MarketId = 'csgoroll') =>
    offerAt(market, { own: own(price, minute), coinUsd });

  test('have the value of their rate, with fractions, and none without one', () => {
    expect(coins(10.5, 0.661)).toMatchObject({ cents: 10.5 * (0.661 * 100), doubt: undefined });
    for (const none of [null, undefined, 0])
      expect(coins(10.5, none)).toMatchObject({ cents: undefined, doubt: 'no-rate' });
    expect(coins(1050, null, 'csfloat')).toMatchObject({ cents: 1050 });
  });

  test.each([
    ['just under', priceLimits.maxCents - 1, undefined],
    ['at', priceLimits.maxCents, undefined],
    ['just over', priceLimits.maxCents + 1, 'no-rate'],
  ])('worth %s the largest price', (_, cents, doubt) => {
    expect(coins(cents, 0.01).doubt).toBe(doubt);
  });
});

describe('a doubt', () => {
  const sound = { own: own(500, minute, { count: 3 }) };

  test.each<[string, Known, Partial<DoubtRules>, Doubt | undefined]>([
    ['none', {}, { minCount: 3 }, undefined],
    ['of samples', {}, { sample: true }, 'sample'],
    ['of phases', {}, { phased: true }, 'phase'],
    ['of a flag in the table', { table: table(undefined, minute, true) }, {}, 'flagged'],
    ['of a flag in own data', { own: own(500, minute, { inflated: true }) }, {}, 'flagged'],
    ['of few listings', { own: own(500, minute, { count: 2 }) }, { minCount: 3 }, 'few'],
    ['of a count that is not told', { own: own(500, minute) }, { minCount: 1 }, 'few'],
    ['of no count where none is asked for', { own: own(500, minute) }, { minCount: 0 }, undefined],
    ['of a time that is none', { own: own(500, Number.NaN) }, {}, 'clock'],
  ])('%s', (_, known, more, doubt) => {
    expect(offerAt('csfloat', { ...sound, ...known }, more).doubt).toBe(doubt);
  });

  test.each([
    ['just under the limit', 90 * minute - second, undefined],
    ['at the limit', 90 * minute, undefined],
    ['just over', 90 * minute + second, 'old'],
    ['ahead, just under the slack', -59 * second, undefined],
    ['ahead, at the slack', -60 * second, undefined],
    ['ahead, just over the slack', -61 * second, 'clock'],
    ['ahead by an hour', -60 * minute, 'clock'],
  ])('of age: %s', (_, age, doubt) => {
    expect(ageDoubt(now - age, rules)).toBe(doubt);
  });
});

test('the limits are those that the guide names', () => {
  expect(priceLimits).toEqual({
    user: { staleMinutes: 90, minCount: 3 },
    ...{ clockSlackMs: minute, unusualAgeMs: 45 * minute },
    ...{ outlierFactor: 1.5, fewestForOutlier: 3, maxCents: 4_294_967_294 },
  });
});

test('each stage takes away what those before have left: vectors go through the same list', () => {
  const price = offerOn('csfloat', { own: own(500, 91 * minute, { inflated: true }) });
  const strict = { ...rules, minCount: 1, sample: true, phased: true };
  const doubts = doubtStages.filter(([, applies]) => applies(price, strict)).map(([doubt]) => doubt);
  expect(doubts).toEqual(['sample', 'phase', 'flagged', 'old', 'few']);
  expect(doubtOf(price, strict)).toBe(doubts[0]);
});
