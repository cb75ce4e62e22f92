import { seededFraction, seededInteger } from '#service/simulated/seeded-random.ts';

/** Answers a number from 0 (included) to 1 (excluded), another one each time. */
export type Draw = () => number;

/** One thing that happens in a hostile day. */
export interface Step {
  /** From 1 on. */
  readonly number: number;
  readonly kind: string;
  /** Its own numbers, so that what one step draws moves no other. */
  readonly draw: Draw;
}

/** Numbers that follow from a seed alone. */
export function drawsOf(seed: number): Draw {
  let at = 0;
  return () => seededFraction(seed, at++);
}

/**
 * The steps of a day, without end: each kind once in an order of the seed's own, then by weight.
 * The same seed and the same weights give the same steps.
 */
export function* stepsOf(seed: number, weights: Readonly<Record<string, number>>): Generator<Step, never> {
  const draw = drawsOf(seed);
  const first = shuffled(Object.keys(weights), draw);
  for (let number = 1; ; number++) {
    const kind = first[number - 1] ?? weighted(weights, draw());
    yield { number, kind, draw: drawsOf(seededInteger(seed, number)) };
  }
}

/** One of several. @throws Error when there is none. */
export function pick<T>(all: readonly T[], draw: Draw): T {
  const one = all[Math.floor(draw() * all.length)];
  if (one === undefined) throw new Error('there is nothing to choose from');
  return one;
}

function shuffled<T>(all: readonly T[], draw: Draw): T[] {
  const keyed = all.map((one) => ({ one, key: draw() }));
  return keyed.toSorted((a, b) => a.key - b.key).map(({ one }) => one);
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
