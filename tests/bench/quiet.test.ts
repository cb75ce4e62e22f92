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
  expect(await quiet.wait(1000)).toEqual({ waitedMs: 0, workMs: 10 });
  expect(await quiet.wait(1000)).toEqual({ waitedMs: 0, workMs: 11.9 });
  expect(slept()).toBe(0);
});

test('a run waits while something else takes the machine’s time', async () => {
  const { quiet, slept } = machine(10, 20, 15, 10.5);
  await quiet.wait(1000);
  expect(await quiet.wait(1000)).toEqual({ waitedMs: 200, workMs: 10.5 });
  expect(slept()).toBe(200);
});

test('a machine that is never quiet again is measured as it is, after so long', async () => {
  const { quiet, slept } = machine(10, 20);
  await quiet.wait(1000);
  expect(await quiet.wait(1050)).toEqual({ waitedMs: 1000, workMs: 20 });
  expect(await quiet.wait(0)).toEqual({ waitedMs: 0, workMs: 20 });
  expect(slept()).toBe(1000);
});

test('what a piece of work lost is told by the best that was ever seen', async () => {
  const { quiet } = machine(20, 10);
  expect(quiet.loss(await quiet.look())).toBe(0);
  await quiet.look();
  expect(quiet.loss(20)).toBe(0.5);
  expect(quiet.loss(12)).toBe(0);
});
