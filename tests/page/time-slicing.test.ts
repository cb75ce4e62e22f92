import { afterEach, expect, test, vi } from 'vitest';
import { createFrameScheduler } from '#page/frame-scheduler.ts';
import { createTimeSlicer } from '#page/time-slicing.ts';

/** A window whose clock and frames the test turns; its timers never ring. */
function quietWindow() {
  const frames: (() => void)[] = [];
  let now = 1000;
  return {
    schedule: createFrameScheduler({
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

test('a quiet page is checked at once, a page that keeps changing once a frame', () => {
  const { schedule, pass, frame } = quietWindow();
  const calls: string[] = [];
  schedule(() => calls.push('first'));
  expect(calls).toEqual(['first']);
  pass(10);
  schedule(() => calls.push('second'));
  expect(calls).toEqual(['first']);
  frame();
  expect(calls).toEqual(['first', 'second']);
  pass(51);
  schedule(() => calls.push('third'));
  expect(calls).toEqual(['first', 'second', 'third']);
});

test('a check in a frame counts as the last one', () => {
  const { schedule, pass, frame } = quietWindow();
  schedule(() => undefined);
  pass(10);
  schedule(() => undefined);
  pass(45);
  frame();
  pass(10);
  let called = false;
  schedule(() => {
    called = true;
  });
  expect(called).toBe(false);
});

/** A slicer on a clock of the test's own, and work that takes 5 ms. */
function slicing() {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const spend = () => {
    now += 5;
  };
  return { slicer: createTimeSlicer(), spend };
}

afterEach(() => void vi.restoreAllMocks());

/** Drains items that take 5 ms each; returns how many each slice handled. */
function countPerSlice(count: number): number[] {
  const { slicer, spend } = slicing();
  const waiting = new Set(Array.from({ length: count }, (_, at) => at));
  const done: number[] = [];
  for (let round = 0; round < 100 && waiting.size > 0; round++) {
    const before = waiting.size;
    slicer.begin();
    expect(slicer.drain(waiting, spend)).toBe(waiting.size === 0);
    done.push(before - waiting.size);
  }
  return done;
}

test('a slice ends after 32 ms, and after 40 ms when few items are left', () => {
  expect(countPerSlice(50)).toEqual([7, 7, 7, 9, 9, 9, 2]);
});

/** More than the last few items. */
const many = () => new Set(Array.from({ length: 40 }, (_, at) => at));

test('two sets share one slice, and each gets at least one item handled', () => {
  const { slicer, spend } = slicing();
  const reading = new Set([1, 2, 3, 4]);
  const drawing = many();
  slicer.begin();
  expect(slicer.drain(reading, spend)).toBe(true);
  expect(slicer.drain(drawing, spend)).toBe(false);
  expect(drawing.size).toBe(37);
});

test('the last few items are handled in the slice that is over, unless it grows long', () => {
  const { slicer, spend } = slicing();
  const waiting = new Set([1, 2, 3, 4, 5, 6, 7, 8]);
  slicer.begin();
  expect(slicer.drain(waiting, spend)).toBe(true);
});

test('a slice that the page waits for ends after 24 ms, and the next one is whole again', () => {
  const { slicer, spend } = slicing();
  const items = many();
  slicer.begin();
  slicer.hurry();
  slicer.drain(items, spend);
  expect(items.size).toBe(35);
  const others = many();
  slicer.begin();
  slicer.drain(others, spend);
  expect(others.size).toBe(33);
});
