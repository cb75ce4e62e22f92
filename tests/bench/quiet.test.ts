import { expect, test } from 'vitest';
import { Quiet } from './quiet.ts';

/** A machine on which a piece of work takes so long, one turn after the other, and then always as the last. */
function machine(...turns: readonly number[]) {
  let turn = 0;
  let slept = 0;
  const work = async () => turns[Math.min(turn++, turns.length - 1)] ?? 0;
  const quiet = new Quiet(work, async (ms) => {
    slept += ms;
  });
  return { quiet, slept: () => slept };
}

test('a run begins at once on a machine that is as fast as ever, or nearly', async () => {
  const { quiet, slept } = machine(10, 11.9);
  await quiet.wait();
  await quiet.wait();
  expect(slept()).toBe(0);
});

test('a run waits while something else takes the machine’s time', async () => {
  const { quiet, slept } = machine(10, 20, 15, 10.5);
  await quiet.wait();
  await quiet.wait();
  expect(slept()).toBe(200);
});

test('a machine that is never quiet again is measured as it is', async () => {
  const { quiet, slept } = machine(10, 20);
  for (let run = 0; run < 200; run++) await quiet.wait();
  expect(slept()).toBe(4 * 60_000);
});
