import { expect, test } from 'vitest';
import { stepsOf } from './sequence.ts';

const weights = { often: 90, seldom: 10, never: 0 };

/** The steps of a seed, each with its first random numbers, of which `draw` are taken before the next step. */
const steps = (seed: number, draw = 2) =>
  stepsOf(seed, weights)
    .take(500)
    .map(({ kind, random }) => [kind, ...Array.from({ length: draw }, random)].slice(0, 2).join())
    .toArray();

test('the steps follow from the seed alone, however many random numbers a step takes: each kind once, then by weight', () => {
  expect(steps(7)).toEqual(steps(7, 5));
  expect(steps(7)).not.toEqual(steps(8));
  const kinds = steps(7).map((step) => step.split(',')[0]);
  expect(kinds.slice(0, 3).toSorted()).toEqual(['never', 'often', 'seldom']);
  const seldom = kinds.filter((kind) => kind === 'seldom').length;
  expect(seldom).toBeGreaterThan(25);
  expect(seldom).toBeLessThan(80);
  expect(kinds.lastIndexOf('never')).toBeLessThan(3);
});
