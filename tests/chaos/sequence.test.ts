/** @module-tag full */
import { describe, expect, test } from 'vitest';
import { weights } from './actions.ts';
import { type Step, stepsOf } from './sequence.ts';

/** The first steps of a seed, each with its first random numbers. */
function firstSteps(seed: number, count: number, of = weights) {
  const steps: Step[] = [];
  for (const step of stepsOf(seed, of)) {
    steps.push(step);
    if (steps.length === count) break;
  }
  return steps.map(({ number, kind, random }) => ({ number, kind, randoms: [random(), random()] }));
}

describe('the steps of a chaos test', () => {
  test('follow from the seed alone', () => {
    expect(firstSteps(7, 200)).toEqual(firstSteps(7, 200));
    expect(firstSteps(7, 200)).not.toEqual(firstSteps(8, 200));
  });

  test('contain every kind once at first, in an order that depends on the seed', () => {
    const kinds = Object.keys(weights);
    const first = (seed: number) => firstSteps(seed, kinds.length).map(({ kind }) => kind);
    expect(first(3).toSorted()).toEqual(kinds.toSorted());
    expect(first(3)).not.toEqual(first(4));
    expect(first(3)).not.toEqual(kinds);
  });

  test('follow the weights afterwards', () => {
    const steps = firstSteps(5, 4002, { often: 9, seldom: 1 }).slice(2);
    const seldom = steps.filter(({ kind }) => kind === 'seldom').length;
    expect(seldom).toBeGreaterThan(300);
    expect(seldom).toBeLessThan(500);
  });

  test('have random numbers that do not depend on earlier steps', () => {
    const steps = stepsOf(9, weights);
    steps.next().value.random();
    const [, second] = firstSteps(9, 2);
    const { random } = steps.next().value;
    expect([random(), random()]).toEqual(second?.randoms);
  });
});
