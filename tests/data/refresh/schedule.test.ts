import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { halfHourMs } from '#core/prices/age.ts';
import {
  type CheckTiming,
  idleAfterMs,
  isInUse,
  leastPauseMs,
  maxRetryMs,
  nextCheckAt,
} from '#data/refresh/schedule.ts';

const minute = 60_000;
const now = 1_800_000_000_000;
const calm: CheckTiming = { now, lastCheckAt: now, asOf: now, failures: 0, retryAt: undefined, jitter: 0 };

test.each([
  ['now', now, true],
  ['half an hour ago', now - idleAfterMs, true],
  ['longer ago', now - idleAfterMs - 1, false],
  ['never', undefined, false],
  ['in the future (the clock was set back)', now + 1e9, false],
])('prices that were used %s are in use: %s', (_, lastUseAt, expected) => {
  expect(isInUse(lastUseAt, now)).toBe(expected);
});

describe('the next check is', () => {
  test.each<[string, Partial<CheckTiming>, number]>([
    ['now without an earlier one', { lastCheckAt: undefined, asOf: undefined }, 0],
    ['when the data is half an hour old', { asOf: now - 10 * minute }, 20 * minute],
    ['a minute later while the data is due', { asOf: now - 31 * minute }, minute],
    ['in the past when it is overdue', { asOf: now - 60 * minute, lastCheckAt: now - 5 * minute }, -4 * minute],
    ['a minute after the first failure', { failures: 1 }, minute],
    ['two after the second', { failures: 2 }, 2 * minute],
    ['at most a quarter of an hour after many failures', { failures: 50 }, 15 * minute],
    ['at the end of the relay’s `Retry-After`', { failures: 1, retryAt: now + 7 * minute }, 7 * minute],
    ['an hour later for a longer `Retry-After`', { failures: 1, retryAt: now + 1e10 }, 60 * minute],
    ['now after a refresh in the future (the clock was set back)', { lastCheckAt: now + 1e9, asOf: now }, 0],
    ['now then, in spite of a `Retry-After`', { lastCheckAt: now + 1e9, failures: 1, retryAt: now + 1e9 }, 0],
    [
      'half an hour after a refresh in the next second (clocks are corrected)',
      { lastCheckAt: now + 1000 },
      30 * minute,
    ],
    ['an hour after a success where the data say nothing of their next change', { pauseMs: 60 * minute }, 60 * minute],
    ['sooner than that after a failure', { pauseMs: 60 * minute, failures: 1 }, minute],
    ['up to two minutes after the change, so that not all ask at once', { jitter: 1 }, 32 * minute],
    ['up to ten seconds later by jitter', { asOf: now - 31 * minute, jitter: 1 }, minute + 10_000],
  ])('%s', (_, change, wait) => {
    expect(nextCheckAt({ ...calm, ...change })).toBe(now + wait);
  });

  const times = fc.option(fc.integer({ min: now - 10 * 24 * 60 * minute, max: now + 24 * 60 * minute }), {
    nil: undefined,
  });
  const any = fc.record({
    lastCheckAt: fc.integer({ min: now - 10 * 24 * 60 * minute, max: now + minute }),
    asOf: times,
    failures: fc.nat(1000),
    retryAt: times,
    jitter: fc.double({ min: 0, max: 1, noNaN: true }),
  });

  test('never sooner than a minute after the last, and never later than the longest period', () => {
    fc.assert(
      fc.property(any, (some) => {
        const next = nextCheckAt({ now, ...some });
        const last = Math.min(some.lastCheckAt, now);
        expect(next).toBeGreaterThanOrEqual(last + leastPauseMs);
        expect(next).toBeLessThanOrEqual(last + Math.max(halfHourMs, maxRetryMs) + 10_000);
      }),
    );
  });

  const jump = fc.integer({ min: -400 * 24 * 60 * minute, max: 400 * 24 * 60 * minute });
  const simulation = fc.record({
    jumps: fc.array(fc.record({ after: fc.integer({ min: 0, max: 180 }), by: jump }), { maxLength: 4 }),
    fails: fc.boolean(),
    retryMs: fc.option(fc.integer({ min: 0, max: 48 * 60 * minute }), { nil: undefined }),
  });

  test('never twice within a real minute and never two hours away, whatever the clock does', () => {
    fc.assert(
      fc.property(simulation, ({ jumps, fails, retryMs }) => {
        const refreshes = refreshesOf(jumps, fails, retryMs);
        for (const [at, half] of refreshes.entries()) {
          const pause = half - (refreshes[at - 1] ?? Number.NEGATIVE_INFINITY);
          if (!jumps.some(({ after }) => after > half - pause && after <= half))
            expect(pause).toBeGreaterThanOrEqual(2);
        }
        const ends = [0, ...refreshes, steps];
        for (const [at, half] of ends.entries()) expect(half - (ends[at - 1] ?? 0)).toBeLessThanOrEqual(240);
      }),
    );
  });
});

/** Half minutes of a simulation. */
const steps = 600;

/** The half minutes with a refresh, of a worker that checks the schedule every half minute while its clock jumps. */
function refreshesOf(
  jumps: readonly { after: number; by: number }[],
  fails: boolean,
  retryMs: number | undefined,
): number[] {
  const refreshes: number[] = [];
  let timing: CheckTiming = { ...calm, lastCheckAt: undefined, asOf: undefined };
  for (let half = 0; half < steps; half++) {
    const by = jumps.filter(({ after }) => after === half).reduce((sum, jump) => sum + jump.by, 30_000);
    timing = { ...timing, now: timing.now + by };
    if (nextCheckAt(timing) > timing.now) continue;
    refreshes.push(half);
    const retryAt = fails && retryMs !== undefined ? timing.now + retryMs : undefined;
    timing = {
      ...timing,
      lastCheckAt: timing.now,
      asOf: timing.now,
      failures: fails ? timing.failures + 1 : 0,
      retryAt,
    };
  }
  return refreshes;
}
