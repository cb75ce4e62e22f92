import { LRUCache } from 'lru-cache';
import { minuteMs } from '#core/prices/age.ts';
import { HttpError, retryAfterHeader } from '#protocol/http.ts';
import { createRateLimiter, type RateLimiter } from '#protocol/rate-limiter.ts';

/** Clients that are remembered; anybody on this machine can make up an origin. The least recent one is forgotten first. */
const maxClients = 1000;

/** Counts what each client, or address, asks for in a minute. The function throws HttpError 429. */
export function createClientLimit(perMinute: number, words: string) {
  const limiters = new LRUCache<string, RateLimiter>({ max: maxClients });
  return (client: string, now: number, count = 1): void => {
    const limiter = limiters.get(client) ?? createRateLimiter(perMinute, minuteMs);
    limiters.set(client, limiter);
    if (limiter.remaining(now) < count) throw new HttpError(429, words, retryAfterHeader(limiter.waitMs(now)));
    for (let taken = 0; taken < count; taken++) limiter.take(now);
  };
}
