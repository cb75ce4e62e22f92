import { browser } from 'wxt/browser';
import * as z from 'zod/mini';
import type { RequestLogEntry } from '#protocol/settings-answers.ts';

/** In the session's storage, which outlives the worker but not the browser. */
const key = 'request-log';

const stored = z.catch(z.array(z.object({ origin: z.string(), count: z.number(), lastAt: z.number() })), () => []);

/** Entries, at most. Usually there is one, the relay; relays that a user tests must not fill the storage. */
const maxEntries = 100;

export interface RequestLogStore {
  readonly read: () => Promise<unknown>;
  /** Rejects when there is no room. */
  readonly write: (entries: readonly RequestLogEntry[]) => Promise<void>;
}

export const sessionRequestLog: RequestLogStore = {
  read: async () => (await browser.storage.session.get(key))[key],
  write: (entries) => browser.storage.session.set({ [key]: entries }),
};

/** The origins of all requests since the browser or the extension started, latest first. */
export const readRequestLog = async ({ read }: RequestLogStore): Promise<readonly RequestLogEntry[]> =>
  stored.parse(await read());

/** Counts one more request. @param at ms since the epoch */
export function withLoggedRequest(entries: readonly RequestLogEntry[], origin: string, at: number): RequestLogEntry[] {
  const before = entries.find((entry) => entry.origin === origin);
  const others = entries.filter((entry) => entry !== before);
  return [{ origin, count: (before?.count ?? 0) + 1, lastAt: at }, ...others].slice(0, maxEntries);
}

/** A `fetch` that logs the origin of each request. A failed write to the log stops no request. */
export function loggedFetch(
  fetch: typeof globalThis.fetch,
  now: () => number,
  store: RequestLogStore,
): typeof globalThis.fetch {
  // In turn: two concurrent updates would count once.
  let turn: Promise<unknown> = Promise.resolve();
  const log = async (origin: string) => store.write(withLoggedRequest(await readRequestLog(store), origin, now()));
  return (input, init) => {
    const { origin } = new URL(input instanceof Request ? input.url : input);
    turn = turn.then(() => log(origin)).catch(() => undefined);
    return fetch(input, init);
  };
}
