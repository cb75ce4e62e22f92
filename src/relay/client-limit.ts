import { LRUCache } from 'lru-cache';
import { minuteMs } from '#core/prices/age.ts';
import { HttpError, retryAfterHeader } from '#protocol/http.ts';

/** Clients that are remembered, as many as have invites; anybody on this machine can make up an origin. */
const maxClients = 10_000;

/** Counts what each client, or address, uses in a window of time, which begins with its first use. */
export function createClientLimit(most: number, words: string, windowMs = minuteMs) {
  const windows = new LRUCache<string, { readonly until: number; readonly used: number }>({ max: maxClients });
  const windowOf = (client: string, now: number) => {
    const known = windows.get(client);
    return known && now < known.until ? known : { until: now + windowMs, used: 0 };
  };
  const add = (client: string, now: number, count: number): void => {
    const { until, used } = windowOf(client, now);
    windows.set(client, { until, used: used + count });
  };
  return {
    /** What is known afterwards alone; it may exceed the limit. */
    add,
    /** @throws HttpError 429 */
    take(client: string, now: number, count = 1): void {
      const { until, used } = windowOf(client, now);
      if (used + count > most) throw new HttpError(429, words, retryAfterHeader(until - now));
      add(client, now, count);
    },
  };
}
