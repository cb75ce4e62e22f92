import { browser } from 'wxt/browser';
import * as z from 'zod/mini';
import { createMutex } from '#core/asks/concurrency.ts';
import type { SeenListing } from '#core/prices/seen-listings.ts';
import type { Status } from '#protocol/messages.ts';

/** In the session's storage, which outlives the worker but not the browser. */
const statusKey = 'status';
const logKey = 'request-log';
const seenKey = 'seen';

/** Stores the status for a popup that opens before the worker has started. A running refresh is not stored. */
export const saveStatus = (status: Status): Promise<void> =>
  browser.storage.session.set({ [statusKey]: { ...status, checking: false } satisfies Status });

/** `undefined` when none was stored since the browser started. No other version wrote it: an update clears it. */
export const lastStatus = async (): Promise<Status | undefined> =>
  (await browser.storage.session.get(statusKey))[statusKey] as Status | undefined;

/** Of no other version either. */
export const readSeen = async (): Promise<readonly SeenListing[]> =>
  ((await browser.storage.session.get(seenKey))[seenKey] as readonly SeenListing[] | undefined) ?? [];

export const saveSeen = (seen: readonly SeenListing[]): Promise<void> =>
  browser.storage.session.set({ [seenKey]: seen });

/** `lastAt`: the time of the last request, ms since the epoch. */
const stored = z.catch(z.array(z.object({ origin: z.string(), count: z.number(), lastAt: z.number() })), () => []);

/** Entries, at most. Usually there is one, the relay; relays that a user tests must not fill the storage. */
const maxEntries = 100;

/** The origins of all requests since the browser or the extension started, latest first. */
export const readRequestLog = async () => stored.parse((await browser.storage.session.get(logKey))[logKey]);

/** Counts one more request. @param at ms since the epoch */
async function logRequest(origin: string, at: number): Promise<void> {
  const entries = await readRequestLog();
  const before = entries.find((entry) => entry.origin === origin);
  const others = entries.filter((entry) => entry !== before);
  const next = [{ origin, count: (before?.count ?? 0) + 1, lastAt: at }, ...others].slice(0, maxEntries);
  await browser.storage.session.set({ [logKey]: next });
}

/** A `fetch` that logs the origin of each request. A failed write to the log stops no request. */
export function loggedFetch(fetch: typeof globalThis.fetch, now: () => number): typeof globalThis.fetch {
  // In turn: two concurrent updates would count once.
  const inTurn = createMutex();
  return (input, init) => {
    const { origin } = new URL(input instanceof Request ? input.url : input);
    inTurn(() => logRequest(origin, now())).catch(() => undefined);
    return fetch(input, init);
  };
}
