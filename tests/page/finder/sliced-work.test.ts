import { expect, test } from 'vitest';
import { createSlicedWork } from '#page/finder/sliced-work.ts';

/** Work on a list, which throws at the given entries. Returns what was done, and the errors of the tasks. */
function workOff(list: number[], isBroken: (entry: number) => boolean) {
  const tasks: (() => void)[] = [];
  const done: number[] = [];
  let errors = 0;
  const work = createSlicedWork({ now: () => 0, inOwnTask: (task) => void tasks.push(task) }, function* () {
    for (let entry = list.shift(); entry !== undefined; entry = list.shift()) {
      if (isBroken(entry)) throw new Error(`${entry}`);
      done.push(entry);
      yield undefined;
    }
  });
  const runTasks = () => {
    work.run();
    for (let task = tasks.shift(); task; task = tasks.shift()) {
      try {
        task();
      } catch {
        errors++;
      }
    }
    return { done, errors };
  };
  return { runTasks };
}

test('an entry that throws, and a second one, leave the others to be done', () => {
  const { runTasks } = workOff([1, 2, 3, 4, 5], (entry) => entry === 2 || entry === 4);
  expect(runTasks()).toEqual({ done: [1, 3, 5], errors: 2 });
});

test('work that always throws rests after 20 failures, and runs again when something new is due', () => {
  const list = Array.from({ length: 30 }, (_, index) => index);
  const { runTasks } = workOff(list, (entry) => entry < 25);
  expect(runTasks()).toEqual({ done: [], errors: 20 });
  expect(runTasks()).toEqual({ done: [25, 26, 27, 28, 29], errors: 25 });
});
