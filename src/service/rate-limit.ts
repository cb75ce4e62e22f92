/** What a limiter says of one request. */
export type Verdict =
  | { readonly allowed: true; readonly remaining: number }
  | { readonly allowed: false; readonly retryAfterMs: number };

export interface RateLimit {
  readonly requests: number;
  readonly windowMs: number;
  /** A clock that never steps back, ms. */
  readonly now: () => number;
}

/**
 * Counts requests in a sliding window for each caller; what it refuses does not count.
 * It remembers every caller that it ever saw, so hand it only callers that are known.
 */
export function createRateLimiter({ requests, windowMs, now }: RateLimit): (caller: string) => Verdict {
  const seen = new Map<string, readonly number[]>();
  return (caller) => {
    const time = now();
    const recent = (seen.get(caller) ?? []).filter((at) => at > time - windowMs);
    const [oldest] = recent;
    if (oldest !== undefined && recent.length >= requests) {
      return { allowed: false, retryAfterMs: oldest + windowMs - time };
    }
    seen.set(caller, [...recent, time]);
    return { allowed: true, remaining: requests - recent.length - 1 };
  };
}
