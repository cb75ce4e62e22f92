import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRateLimiter } from '#service/rate-limit.ts';

it('never allows more than its number in any window, and never fewer than it could', () => {
  const waits = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 60 });
  fc.assert(
    fc.property(waits, fc.integer({ min: 1, max: 5 }), (gaps, requests) => {
      let now = 0;
      const take = createRateLimiter({ requests, windowMs: 1000, now: () => now });
      const allowed: number[] = [];
      for (const gap of gaps) {
        now += gap;
        const recent = allowed.filter((at) => at > now - 1000).length;
        const verdict = take('caller');
        expect(verdict.allowed).toBe(recent < requests);
        if (verdict.allowed) expect(verdict.remaining).toBe(requests - recent - 1);
        if (verdict.allowed) allowed.push(now);
      }
    }),
  );
});

it('tells how long a refused caller has to wait, to the millisecond', () => {
  let now = 0;
  const take = createRateLimiter({ requests: 2, windowMs: 1000, now: () => now });
  take('caller');
  now = 300;
  take('caller');
  now = 400;
  expect(take('caller')).toEqual({ allowed: false, retryAfterMs: 600 });
  now = 999;
  expect(take('caller')).toEqual({ allowed: false, retryAfterMs: 1 });
  now = 1000;
  expect(take('caller')).toEqual({ allowed: true, remaining: 0 });
});
