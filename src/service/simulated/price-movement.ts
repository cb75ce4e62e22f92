import { seededFraction, seededInteger } from '#service/simulated/seeded-random.ts';

/** Salts that keep the random values of one item independent. */
const salt = { phase: 1, inflated: 4, inflation: 5, tick: 7, day: 8, active: 9, size: 10, trend: 11 };

/** An item's offers change once in this many steps: every five hours at the price API's pace. */
const stepsPerMove = 10;
const movesPerDay = 5;
const movesPerTrend = 140;
const inflatedShare = 0.019;

const tickSize = 0.012;
/** The share of days on which somebody undercuts or sells out, so that the price jumps. */
const activeShare = 0.75;
const longestPause = 8;
/** Fitted to the changes of real asks within a day (catalogue.md): the size of a jump is `a * ((1 - u) ** -q - 1)`. */
const jump = { a: 0.015, q: 0.7, most: 0.4 };
const trendSize = 0.05;

export type PriceMovement = ReturnType<typeof movementAt>;

/**
 * The price of one item at one step, relative to its base price, on all markets. `trend` is the factor of the average price,
 * without jumps, and `inflation` that of an outlier, else 1.
 */
export function movementAt(seed: number, step: number) {
  const first = seededInteger(seed, salt.phase) % (stepsPerMove * movesPerDay);
  const move = Math.floor((step + first) / stepsPerMove);
  const tick = tickSize * signedFraction(seededInteger(seed, move), salt.tick);
  const trend = trendAt(seed, move) - trendAt(seed, Math.floor(first / stepsPerMove));
  const inflated = seededFraction(seed, salt.inflated) < inflatedShare;
  const inflation = inflated ? 2.5 + 2 * seededFraction(seed, salt.inflation) : 1;
  const level = Math.exp(trend + tick + jumpOf(seed, Math.floor(move / movesPerDay)));
  return { move, level, trend: Math.exp(trend), inflation };
}

const signedFraction = (a: number, b: number): number => 2 * seededFraction(a, b) - 1;

/** A value for each day; it stays over days without a jump. */
function jumpOf(seed: number, day: number): number {
  let since = day;
  while (day - since < longestPause && seededFraction(seededInteger(seed, since), salt.active) >= activeShare) since--;
  const ofDay = seededInteger(seededInteger(seed, since), salt.day);
  const size = Math.min(jump.most, jump.a * ((1 - seededFraction(ofDay, salt.size)) ** -jump.q - 1));
  return ofDay % 2 === 0 ? size : -size;
}

/** A slow movement without jumps: between values that are four weeks apart it goes in a straight line. */
function trendAt(seed: number, move: number): number {
  const period = Math.floor(move / movesPerTrend);
  const [from, to] = [period, period + 1].map((at) => signedFraction(seededInteger(seed, at), salt.trend));
  const part = move / movesPerTrend - period;
  return trendSize * ((from ?? 0) * (1 - part) + (to ?? 0) * part) * 2;
}
