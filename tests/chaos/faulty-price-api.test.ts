/** @module-tag full */
import { expect, test } from 'vitest';
import { nextVersionTime } from './faulty-price-api.ts';

const now = 1_800_000_000_000;

test('versions are two minutes apart at first, and no version is of the future', () => {
  const times = [now - 80 * 60_000];
  for (let move = 0; move < 500; move++) times.push(nextVersionTime(times.at(-1) ?? now, now + move * 3000));
  expect((times[9] ?? 0) - (times[8] ?? 0)).toBe(120_000);
  for (const [at, time] of times.entries()) {
    expect(time % 1000).toBe(0);
    expect(time).toBeLessThan(now + at * 3000);
    if (at > 0) expect(time).toBeGreaterThan(times[at - 1] ?? now);
  }
});
