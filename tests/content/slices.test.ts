import { expect, test } from 'vitest';
import { createSoon, workOff } from '#content/slices.ts';

/** A window whose clock and frames the test turns; its timers never ring. */
function quietWindow() {
  const frames: (() => void)[] = [];
  let now = 1000;
  return {
    soon: createSoon({
      performance: { now: () => now },
      requestAnimationFrame: (work) => frames.push(work),
      cancelAnimationFrame: () => undefined,
      setTimeout: () => 0,
      clearTimeout: () => undefined,
    }),
    pass: (ms: number) => {
      now += ms;
    },
    frame: () => {
      for (const work of frames.splice(0)) work();
    },
  };
}

test('a page that was quiet is looked at at once, one that keeps changing once a frame', () => {
  const { soon, pass, frame } = quietWindow();
  const looks: string[] = [];
  soon(() => looks.push('first'));
  expect(looks).toEqual(['first']);
  pass(10);
  soon(() => looks.push('second'));
  expect(looks).toEqual(['first']);
  frame();
  expect(looks).toEqual(['first', 'second']);
  pass(51);
  soon(() => looks.push('third'));
  expect(looks).toEqual(['first', 'second', 'third']);
});

test('a look of a frame counts as the last one', () => {
  const { soon, pass, frame } = quietWindow();
  soon(() => undefined);
  pass(10);
  soon(() => undefined);
  pass(45);
  frame();
  pass(10);
  let looked = false;
  soon(() => {
    looked = true;
  });
  expect(looked).toBe(false);
});

test('a slice ends when its time is over, and leaves the rest', () => {
  const waiting = new Set([1, 2, 3]);
  const done: number[] = [];
  const spend = (item: number) => {
    done.push(item);
    const end = performance.now() + 17;
    while (performance.now() < end);
  };
  expect(workOff(waiting, spend)).toBe(false);
  expect(done).toEqual([1]);
  expect([...waiting]).toEqual([2, 3]);
});
