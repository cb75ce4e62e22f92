import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { minuteMs } from '#core/prices/age.ts';
import { HttpError, retryAfterHeader } from '#protocol/http.ts';
import { type ApiContext, type RelayDeps, whoAsks } from '#relay/api/api-context.ts';

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

/**
 * Bounds answers that nobody shares: each is in memory until its client has read it, and takes a processor while it is made.
 * @param all at once. @param makingMs of one client a minute
 * @returns makes an answer, which counts until it is made and sent: whoever hangs up does not end the work. Rejects with
 *   HttpError 429
 */
export function createUnsentLimit(
  { limits, monotonicMs }: Pick<RelayDeps, 'limits' | 'monotonicMs'>,
  all: number,
  makingMs = Infinity,
) {
  const making = createClientLimit(makingMs, 'too many of these answers this minute');
  let clients: readonly string[] = [];
  return async <T>(c: ApiContext, make: () => Promise<T>): Promise<T> => {
    const [client, began] = [whoAsks(c), monotonicMs()];
    if (clients.length >= all || clients.filter((one) => one === client).length >= limits.maxUnsentPerClient)
      throw new HttpError(429, 'too many of these answers at once: read them first', retryAfterHeader(1000));
    making.take(client, began, 0);
    clients = [...clients, client];
    // A response that waits for another one on its connection does not hear of the end.
    const ends = [c.env.outgoing, c.env.incoming.socket];
    const { promise: sent, resolve: end } = Promise.withResolvers<void>();
    for (const one of ends) one.once('close', end);
    const made = make().finally(() => making.add(client, monotonicMs(), monotonicMs() - began));
    void Promise.allSettled([made, sent]).then(() => {
      clients = clients.toSpliced(clients.indexOf(client), 1);
      for (const one of ends) one.off('close', end);
    });
    return made;
  };
}

/** What is kept beside an answer and its question, in bytes: there is no end of questions with small answers. */
const entryBytes = 2048;

/** Answers that are made once, however many ask meanwhile, and kept until newer ones need their room. */
export function createKeptAnswers<T extends object | string>(maxSize: number, sizeOf: (answer: T) => number) {
  const kept = new LRUCache<string, T, () => Promise<T>>({
    maxSize,
    sizeCalculation: (answer, question) => sizeOf(answer) + question.length + entryBytes,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _old, { context: make }) => make(),
  });
  return (key: string, make: () => Promise<T>): Promise<T> => kept.forceFetch(key, { context: make });
}
