import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRateLimiter, remainingMs } from '#protocol/rate-limiter.ts';

test('a rate limiter allows its number of requests in any window, no more and no fewer', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 60 });
  fc.assert(
    fc.property(gaps, fc.integer({ min: 1, max: 5 }), (waits, limit) => {
      let now = 0;
      const limiter = createRateLimiter(limit, 1000);
      const allowed: number[] = [];
      for (const wait of waits) {
        now += wait;
        const recent = allowed.filter((at) => at > now - 1000).length;
        expect(limiter.remaining(now)).toBe(limit - recent);
        expect(limiter.take(now) === 0).toBe(recent < limit);
        if (recent < limit) allowed.push(now);
      }
    }),
  );
});

test('an infinite limit allows everything', () => {
  const limiter = createRateLimiter(Infinity, 1000);
  expect([limiter.take(0), limiter.take(0), limiter.remaining(0)]).toEqual([0, 0, Infinity]);
});

test('a clock that was set back neither ends a pause nor makes it longer', () => {
  expect(remainingMs({ since: 1000, until: 2000 }, 1500)).toBe(500);
  expect(remainingMs({ since: 1000, until: 2000 }, 999)).toBe(1000);
  expect(remainingMs({ since: 1000, until: 2000 }, -1e9)).toBe(1000);
});

test('a clock that was set back does not renew a rate limit', () => {
  const limiter = createRateLimiter(1, 1000);
  expect([limiter.take(5000), limiter.take(0)]).toEqual([0, 1000]);
});
