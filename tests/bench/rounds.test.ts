import { expect, test } from 'vitest';
import { Rounds } from './rounds.ts';

/** What disturbs the runs, one after the other; then always what disturbs the last. */
interface Machine {
  /** ms that are stolen from each, which takes a second. */
  readonly stolen?: readonly number[];
  /** How long a piece of work takes after each, ms; 10 at its best. */
  readonly works?: readonly number[];
  /** How long each waits, if it may, ms. */
  readonly waitsMs?: number;
}

function machine({ stolen = [0], works = [10], waitsMs = 0 }: Machine) {
  const at = { now: 0, stolen: 0, run: 0, waited: 0 };
  const turn = (of: readonly number[], run: number) => of[Math.min(run, of.length) - 1] ?? of.at(-1) ?? 0;
  const quiet = {
    wait: async (mostMs: number) => {
      const waitedMs = Math.max(0, Math.min(waitsMs, mostMs));
      at.waited += waitedMs;
      return { waitedMs, workMs: 10 };
    },
    look: async () => turn(works, at.run),
    loss: (workMs: number) => (workMs > 12 ? 1 - 10 / workMs : 0),
  };
  const rounds = new Rounds({ now: () => at.now, stolen: () => at.stolen, cores: 2, quiet: () => quiet });
  const run = () => {
    at.now += 1000;
    at.run += 1;
    at.stolen += turn(stolen, at.run);
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

test('nothing is measured more often than it has to be where nothing is disturbed', async () => {
  const { rounds, ...rest } = machine({});
  expect(await measure({ rounds, ...rest }, 3, ['one', 'other'])).toHaveLength(6);
  expect(rest.at.run).toBe(6);
  expect(rounds.take()).toEqual({ runs: 6, disturbed: 0 });
  expect(rounds.take()).toEqual({ runs: 0, disturbed: 0 });
});

test('runs from which time was stolen are replaced', async () => {
  const made = machine({ stolen: [0, 500, 0, 0] });
  expect(await measure(made, 3)).toEqual([1, 3, 4]);
  expect(made.at.run).toBe(4);
  expect(made.rounds.take()).toEqual({ runs: 3, disturbed: 0 });
});

test('so are runs after which the machine is slow', async () => {
  const made = machine({ works: [10, 20, 10] });
  expect(await measure(made, 3)).toEqual([1, 3, 4]);
  expect(made.rounds.take()).toEqual({ runs: 3, disturbed: 0 });
});

test('when the machine never rests, more runs are made, the least disturbed are kept, and that is told', async () => {
  const stolen = machine({ stolen: [500, 400, 300, 200] });
  expect(await measure(stolen, 2)).toEqual([4, 3]);
  expect(stolen.rounds.take()).toEqual({ runs: 2, disturbed: 2 });
  const slow = machine({ works: [20, 30, 18, 17] });
  expect(await measure(slow, 2)).toEqual([4, 3]);
  expect(slow.rounds.take()).toEqual({ runs: 2, disturbed: 2 });
});

test('extra runs take half as long in all as those that have to be', async () => {
  const made = machine({ stolen: [500] });
  await measure(made, 500);
  expect(made.at.run).toBe(751);
  await measure(made, 500);
  expect(made.at.run).toBe(1501);
});

test('a run waits for 3 s at most, and all of them half as long as they run', async () => {
  const made = machine({ waitsMs: 10_000 });
  await measure(made, 1);
  expect(made.at.waited).toBe(3000);
  await measure(made, 99);
  expect(made.at.waited).toBe(3000 + 99 * 500);
});
