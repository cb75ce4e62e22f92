/** A time during which something is not done again, in ms since 1970. */
export interface Wait {
  readonly since: number;
  readonly until: number;
}

/** How much of a wait is left, in ms; a clock that was set back behind its start ends it. */
export const leftOf = (wait: Wait, now: number): number => (now < wait.since ? 0 : Math.max(0, wait.until - now));

/** Counts at most `limit` takes in any `spanMs`. */
export interface Quota {
  /** Takes one when there is one left: 0, else the ms until there is. */
  readonly take: (now: number) => number;
}

/** A sliding log of the last `limit` takes: exact, and bounded by `limit`. */
export function createQuota(limit: number, spanMs: number): Quota {
  if (limit === Infinity) return { take: () => 0 };
  const taken = new Float64Array(limit).fill(-Infinity);
  let oldest = 0;
  return {
    take(now) {
      const since = taken[oldest] ?? now;
      const left = leftOf({ since, until: since + spanMs }, now);
      if (left > 0) return left;
      taken[oldest] = now;
      oldest = (oldest + 1) % limit;
      return 0;
    },
  };
}

/** Waits grow to this many times the first one. */
const maxGrowth = 5;

/** How long to wait after the n-th failure in a row: never less than `baseMs`, doubling to five times, up to half more by chance. */
export function backoff(failures: number, baseMs: number, random: () => number): number {
  const growth = Math.min(2 ** (failures - 1), maxGrowth);
  return baseMs * growth * (1 + random() / 2);
}
