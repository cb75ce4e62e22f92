import { expect, test } from 'vitest';
import { Rounds } from './rounds.ts';

/** A machine on which every run takes a second, and from which so many ms are stolen in one run after the other. */
function machine(...steals: readonly number[]) {
  const at = { now: 0, stolen: 0, run: 0 };
  const rounds = new Rounds({ now: () => at.now, stolen: () => at.stolen, cores: 2, quiet: async () => {} });
  const run = () => {
    at.now += 1000;
    at.stolen += steals[Math.min(at.run++, steals.length - 1)] ?? 0;
    return at.run;
  };
  return { rounds, run, at };
}

/** Measures each thing so often; answers the numbers of the runs that were kept. */
async function measure({ rounds, run }: ReturnType<typeof machine>, runs: number, things = ['one']): Promise<number[]> {
  const kept: number[] = [];
  for await (const { keep } of rounds.shuffled(runs, things)) {
    const number = run();
    keep(() => kept.push(number));
  }
  return kept;
}

test('nothing is measured more often than it has to be where nothing is stolen', async () => {
  const { rounds, ...rest } = machine(0);
  expect(await measure({ rounds, ...rest }, 3, ['one', 'other'])).toHaveLength(6);
  expect(rest.at.run).toBe(6);
  expect(rounds.take()).toEqual({ runs: 6, disturbed: 0 });
  expect(rounds.take()).toEqual({ runs: 0, disturbed: 0 });
});

test('runs from which time was stolen are replaced', async () => {
  const made = machine(0, 500, 500, 0, 0);
  expect(await measure(made, 3)).toEqual([1, 4, 5]);
  expect(made.at.run).toBe(5);
  expect(made.rounds.take()).toEqual({ runs: 3, disturbed: 0 });
});

test('when the host never rests, twice as many runs are made, the least disturbed are kept, and that is told', async () => {
  const made = machine(500, 400, 300, 200);
  expect(await measure(made, 2)).toEqual([4, 3]);
  expect(made.rounds.take()).toEqual({ runs: 2, disturbed: 2 });
});

test('extra runs end after ten minutes in all', async () => {
  const made = machine(500);
  await measure(made, 500);
  expect(made.at.run).toBe(1000);
  await measure(made, 500);
  expect(made.at.run).toBeLessThan(1700);
});
