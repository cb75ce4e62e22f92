import { LRUCache } from 'lru-cache';
import { HttpError } from '#protocol/http-error.ts';
import { createRateLimiter, type RateLimiter } from '#protocol/rate-limiter.ts';
import { retryAfterHeader } from '#protocol/retry-after.ts';

/** Addresses that are remembered; the least recent one is forgotten first. */
const maxAddresses = 1000;

/**
 * Counts the wrong tokens of each remote address. A right token never gets here, so clients that share an address with a
 * guesser, as behind a proxy, are not slowed.
 * @returns a function that throws HttpError 429 beyond `perMinute`
 */
export function createWrongTokenLimit(perMinute: number): (address: string, now: number) => void {
  const limiters = new LRUCache<string, RateLimiter>({ max: maxAddresses });
  return (address, now) => {
    const limiter = limiters.get(address) ?? createRateLimiter(perMinute, 60_000);
    limiters.set(address, limiter);
    const waitMs = limiter.take(now);
    if (waitMs > 0) throw new HttpError(429, 'too many wrong tokens', retryAfterHeader(waitMs));
  };
}
