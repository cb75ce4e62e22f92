import { describe, expect, test } from 'vitest';
import { weights } from './acts.ts';
import { type Step, stepsOf } from './sequence.ts';

/** The first steps of a seed, with the first numbers that each draws. */
function firstSteps(seed: number, count: number, of = weights) {
  const steps: Step[] = [];
  for (const step of stepsOf(seed, of)) {
    steps.push(step);
    if (steps.length === count) break;
  }
  return steps.map(({ number, kind, draw }) => ({ number, kind, draws: [draw(), draw()] }));
}

describe('the steps of a day', () => {
  test('follow from the seed alone', () => {
    expect(firstSteps(7, 200)).toEqual(firstSteps(7, 200));
    expect(firstSteps(7, 200)).not.toEqual(firstSteps(8, 200));
  });

  test('have every kind among the first, each once, in an order of the seed’s own', () => {
    const kinds = Object.keys(weights);
    const first = (seed: number) => firstSteps(seed, kinds.length).map(({ kind }) => kind);
    expect(first(3).toSorted()).toEqual(kinds.toSorted());
    expect(first(3)).not.toEqual(first(4));
    expect(first(3)).not.toEqual(kinds);
  });

  test('come by weight after that', () => {
    const steps = firstSteps(5, 4002, { often: 9, seldom: 1 }).slice(2);
    const seldom = steps.filter(({ kind }) => kind === 'seldom').length;
    expect(seldom).toBeGreaterThan(300);
    expect(seldom).toBeLessThan(500);
  });

  test('draw numbers of their own, whatever the steps before them drew', () => {
    const steps = stepsOf(9, weights);
    steps.next().value.draw();
    const [, second] = firstSteps(9, 2);
    const { draw } = steps.next().value;
    expect([draw(), draw()]).toEqual(second?.draws);
  });
});
