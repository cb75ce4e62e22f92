import { expect, test } from 'vitest';
import { createSoon, Slices } from '#content/time-slicing.ts';

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

/** Works through things that take 5 ms each; answers how many each slice did, with a pause between two. */
function sliced(count: number, pauseMs: number): number[] {
  let now = 0;
  const slices = new Slices(() => now);
  const waiting = new Set(Array.from({ length: count }, (_, at) => at));
  const done: number[] = [];
  for (let round = 0; round < 100 && waiting.size > 0; round++) {
    const before = waiting.size;
    slices.begin();
    const empty = slices.workOff(waiting, () => {
      now += 5;
    });
    expect(empty).toBe(waiting.size === 0);
    done.push(before - waiting.size);
    now += pauseMs;
  }
  return done;
}

test('a slice ends when its time is over, and leaves the rest; the last few get more', () => {
  expect(sliced(50, 1)).toEqual([7, 7, 7, 9, 9, 9, 2]);
});

test('slices are longer where the page takes long between them, but never a long task', () => {
  expect(sliced(50, 36)).toEqual([7, 8, 8, 9, 9, 9]);
  expect(sliced(50, 300)).toEqual([7, 9, 9, 9, 9, 7]);
});

/** More than are worked off because they are few. */
const many = () => new Set(Array.from({ length: 40 }, (_, at) => at));

/** Two sets and what takes 5 ms, on a clock of the test's own. */
function slicing() {
  let now = 0;
  const slices = new Slices(() => now);
  const spend = () => {
    now += 5;
  };
  const pass = (ms: number) => {
    now += ms;
  };
  return { slices, spend, pass };
}

test('after all was done the next slice is a short one, however long ago that was', () => {
  const { slices, spend, pass } = slicing();
  slices.begin();
  slices.workOff(new Set([1]), spend);
  pass(10_000);
  const waiting = many();
  slices.begin();
  slices.workOff(waiting, spend);
  expect(waiting.size).toBe(33);
});

test('what is worked off together shares one slice, and each gets on by one thing at least', () => {
  const { slices, spend } = slicing();
  const reading = new Set([1, 2, 3, 4]);
  const drawing = many();
  slices.begin();
  expect(slices.workOff(reading, spend)).toBe(true);
  expect(slices.workOff(drawing, spend)).toBe(false);
  expect(drawing.size).toBe(37);
});

test('the clock is asked seldom while things are quick, and each time once they are slow', () => {
  let now = 0;
  let looks = 0;
  const slices = new Slices(() => {
    looks++;
    return now;
  });
  const waiting = new Set(Array.from({ length: 140 }, (_, at) => at));
  slices.begin();
  slices.workOff(waiting, (at) => {
    now += at < 100 ? 0.1 : 5;
  });
  expect(looks).toBeLessThan(40);
  // Four at most go by before it is seen that they are slow.
  expect(now).toBeLessThan(10 + 32 + 5);
});

test('a few that are left when a slice is over are worked off in it, unless it grows long', () => {
  const { slices, spend } = slicing();
  const waiting = new Set([1, 2, 3, 4, 5, 6, 7, 8]);
  slices.begin();
  expect(slices.workOff(waiting, spend)).toBe(true);
});
