import { seededFraction, seededInteger } from '#service/simulated/seeded-random.ts';

/** A random number from 0 (included) to 1 (excluded). */
export type Random = () => number;

export interface Step {
  readonly number: number;
  readonly kind: string;
  /** The step's own random numbers: their use has no influence on other steps. */
  readonly random: Random;
}

/** Random numbers that follow from the seed alone. */
export function seededRandom(seed: number): Random {
  let at = 0;
  return () => seededFraction(seed, at++);
}

/**
 * An endless sequence of steps: each kind once in random order, then by weight. The same seed and the same weights give
 * the same steps.
 */
export function* stepsOf(seed: number, weights: Readonly<Record<string, number>>): Generator<Step, never> {
  const random = seededRandom(seed);
  const keyed = Object.keys(weights).map((kind) => ({ kind, key: random() }));
  const first = keyed.toSorted((one, other) => one.key - other.key);
  for (let number = 1; ; number++) {
    const kind = first[number - 1]?.kind ?? weighted(weights, random());
    yield { number, kind, random: seededRandom(seededInteger(seed, number)) };
  }
}

export function pick<T>(all: readonly T[], random: Random): T {
  const one = all[Math.floor(random() * all.length)];
  if (one === undefined) throw new Error('there is nothing to choose from');
  return one;
}

function weighted(weights: Readonly<Record<string, number>>, at: number): string {
  const all = Object.entries(weights);
  let left = at * all.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [kind, weight] of all) {
    left -= weight;
    if (left < 0) return kind;
  }
  throw new Error('no kind has a weight');
}
