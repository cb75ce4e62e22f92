/** A span of time in which something must not happen again, in ms of one clock. */
export interface Pause {
  readonly since: number;
  readonly until: number;
}

/** The remaining time of a pause, in ms. A clock that was set back to before its start leaves its whole length. */
export const remainingMs = (pause: Pause, now: number): number =>
  now < pause.since ? pause.until - pause.since : Math.max(0, pause.until - now);

export const extendPause = <P extends Pause>(pause: P, next: P, now: number): P =>
  remainingMs(next, now) >= remainingMs(pause, now) ? next : pause;

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** Allows so many requests in any window of time, by the times of the last ones; a refused request does not count. */
export function createRateLimiter(limit: number, windowMs: number) {
  if (limit === Infinity) return { take: () => 0, waitMs: () => 0, remaining: () => Infinity };
  const times = new Float64Array(limit).fill(-Infinity);
  let oldest = 0;
  const waitOf = (since: number, now: number): number => remainingMs({ since, until: since + windowMs }, now);
  const waitMs = (now: number): number => waitOf(times[oldest] ?? now, now);
  return {
    /** The ms until a request is allowed; counts nothing. */
    waitMs,
    /** Counts one request if it is allowed and returns 0, else the ms until one is allowed. */
    take(now: number): number {
      const wait = waitMs(now);
      if (wait > 0) return wait;
      times[oldest] = now;
      oldest = (oldest + 1) % limit;
      return 0;
    },
    remaining: (now: number) => times.filter((since) => waitOf(since, now) === 0).length,
  };
}
