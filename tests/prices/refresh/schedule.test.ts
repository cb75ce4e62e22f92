import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dataPeriodMs,
  idleAfterMs,
  leastPauseMs,
  maxRetryMs,
  nextRefreshAt,
  type RefreshTiming,
} from '#prices/refresh/schedule.ts';

const minute = 60_000;
const now = 1_800_000_000_000;
const calm: RefreshTiming = {
  now,
  lastUseAt: now,
  lastCheckAt: now,
  asOf: now,
  failures: 0,
  retryAt: undefined,
  jitter: 0,
};

describe('the next look at the relay', () => {
  test.each<[string, Partial<RefreshTiming>, number | undefined]>([
    ['at once when there was none', { lastCheckAt: undefined, asOf: undefined }, 0],
    ['when the data is half an hour old', { asOf: now - 10 * minute }, 20 * minute],
    ['a minute later while the data is due', { asOf: now - 31 * minute }, minute],
    ['in the past when it is due now', { asOf: now - 60 * minute, lastCheckAt: now - 5 * minute }, -4 * minute],
    ['not at all when nobody looks', { lastUseAt: now - idleAfterMs - 1 }, undefined],
    ['not at all when nobody ever looked', { lastUseAt: undefined }, undefined],
    ['a minute after the first failure', { failures: 1 }, minute],
    ['two after the second', { failures: 2 }, 2 * minute],
    ['never more than a quarter of an hour', { failures: 50 }, 15 * minute],
    ['when the relay said', { failures: 1, retryAt: now + 7 * minute }, 7 * minute],
    ['after an hour when the relay says a year', { failures: 1, retryAt: now + 1e10 }, 60 * minute],
    ['at once after a look of the future (the clock was set back)', { lastCheckAt: now + 1e9, asOf: now }, 0],
    ['at once then, whatever the relay said', { lastCheckAt: now + 1e9, failures: 1, retryAt: now + 1e9 }, 0],
    ['half an hour after a look of the next second (clocks are corrected)', { lastCheckAt: now + 1000 }, 30 * minute],
    ['not at all when the last use lies ahead', { lastUseAt: now + 1e9 }, undefined],
    ['up to ten seconds later by jitter', { asOf: now - 31 * minute, jitter: 1 }, minute + 10_000],
  ])('%s', (_, change, wait) => {
    expect(nextRefreshAt({ ...calm, ...change })).toBe(wait === undefined ? undefined : now + wait);
  });

  const times = fc.option(fc.integer({ min: now - 10 * 24 * 60 * minute, max: now + 24 * 60 * minute }), {
    nil: undefined,
  });
  const any = fc.record({
    lastUseAt: fc.integer({ min: now - idleAfterMs, max: now }),
    lastCheckAt: fc.integer({ min: now - 10 * 24 * 60 * minute, max: now + minute }),
    asOf: times,
    failures: fc.nat(1000),
    retryAt: times,
    jitter: fc.double({ min: 0, max: 1, noNaN: true }),
  });

  test('never comes sooner than a minute after the last, and is never silent for ever', () => {
    fc.assert(
      fc.property(any, (some) => {
        const next = nextRefreshAt({ now, ...some }) ?? Number.NaN;
        const last = Math.min(some.lastCheckAt, now);
        expect(next).toBeGreaterThanOrEqual(last + leastPauseMs);
        expect(next).toBeLessThanOrEqual(last + Math.max(dataPeriodMs, maxRetryMs) + 10_000);
      }),
    );
  });

  const jump = fc.integer({ min: -400 * 24 * 60 * minute, max: 400 * 24 * 60 * minute });
  const life = fc.record({
    jumps: fc.array(fc.record({ after: fc.integer({ min: 0, max: 180 }), by: jump }), { maxLength: 4 }),
    fails: fc.boolean(),
    retryMs: fc.option(fc.integer({ min: 0, max: 48 * 60 * minute }), { nil: undefined }),
  });

  test('whatever the clock does, never comes twice in a minute that passed, and never stays away for two hours', () => {
    fc.assert(
      fc.property(life, ({ jumps, fails, retryMs }) => {
        const looks = looksOf(jumps, fails, retryMs);
        for (const [at, half] of looks.entries()) {
          const pause = half - (looks[at - 1] ?? Number.NEGATIVE_INFINITY);
          if (!jumps.some(({ after }) => after > half - pause && after <= half))
            expect(pause).toBeGreaterThanOrEqual(2);
        }
        const ends = [0, ...looks, steps];
        for (const [at, half] of ends.entries()) expect(half - (ends[at - 1] ?? 0)).toBeLessThanOrEqual(240);
      }),
    );
  });
});

/** Half minutes of a life. */
const steps = 600;

/** The half minutes in which a worker looks that asks the schedule each half minute, while its clock jumps. */
function looksOf(
  jumps: readonly { after: number; by: number }[],
  fails: boolean,
  retryMs: number | undefined,
): number[] {
  const looks: number[] = [];
  let clock: RefreshTiming = { ...calm, lastCheckAt: undefined, asOf: undefined };
  for (let half = 0; half < steps; half++) {
    const by = jumps.filter(({ after }) => after === half).reduce((sum, jump) => sum + jump.by, 30_000);
    clock = { ...clock, now: clock.now + by, lastUseAt: clock.now + by };
    if ((nextRefreshAt(clock) ?? Number.POSITIVE_INFINITY) > clock.now) continue;
    looks.push(half);
    const retryAt = fails && retryMs !== undefined ? clock.now + retryMs : undefined;
    clock = { ...clock, lastCheckAt: clock.now, asOf: clock.now, failures: fails ? clock.failures + 1 : 0, retryAt };
  }
  return looks;
}
