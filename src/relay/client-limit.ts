import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { minuteMs } from '#core/prices/age.ts';
import { HttpError, retryAfterHeader } from '#protocol/http.ts';

/** Clients that are remembered, as many as have invites; anybody on this machine can make up an origin. */
const maxClients = 10_000;

/** Counts what each client uses in a window of time, which begins with its first use. */
export function createClientLimit(most: number, words: string, windowMs = minuteMs) {
  const windows = new LRUCache<string, { readonly until: number; used: number }>({ max: maxClients });
  const windowOf = (client: string, now: number) => {
    // An origin may be as long as a request's head.
    const key = hash('sha256', client);
    const known = windows.get(key);
    if (known && now < known.until) return known;
    const next = { until: now + windowMs, used: 0 };
    windows.set(key, next);
    return next;
  };
  return {
    /** What is known afterwards alone; it may exceed the limit. */
    add(client: string, now: number, count: number): void {
      windowOf(client, now).used += count;
    },
    /** @throws HttpError 429 */
    take(client: string, now: number, count = 1): void {
      const window = windowOf(client, now);
      if (window.used + count > most) throw new HttpError(429, words, retryAfterHeader(window.until - now));
      window.used += count;
    },
  };
}
