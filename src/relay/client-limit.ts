import { LRUCache } from 'lru-cache';
import { minuteMs } from '#core/prices/age.ts';
import { HttpError, retryAfterHeader } from '#protocol/http.ts';

/** Clients that are remembered, as many as have invites; anybody on this machine can make up an origin. */
const maxClients = 10_000;

/** Counts what each client, or address, takes in a window of time, from its first use on. The function throws HttpError 429. */
export function createClientLimit(most: number, words: string, windowMs = minuteMs) {
  const windows = new LRUCache<string, { readonly until: number; readonly used: number }>({ max: maxClients });
  return (client: string, now: number, count = 1): void => {
    const known = windows.get(client);
    const { until, used } = known && now < known.until ? known : { until: now + windowMs, used: 0 };
    if (used + count > most) throw new HttpError(429, words, retryAfterHeader(until - now));
    windows.set(client, { until, used: used + count });
  };
}
