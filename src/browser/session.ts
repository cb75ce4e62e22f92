import { browser } from 'wxt/browser';
import * as z from 'zod/mini';
import type { Status } from '#protocol/messages.ts';
import type { RequestLogEntry } from '#protocol/settings-answers.ts';
import { isStoredStatus } from '#protocol/stored-status.ts';

/** In the session's storage, which outlives the worker but not the browser. */
const statusKey = 'status';
const logKey = 'request-log';

/** Stores the status for a popup that opens before the worker has started. A running refresh is not stored. */
export const saveStatus = (status: Status): Promise<void> =>
  browser.storage.session.set({ [statusKey]: { ...status, checking: false } satisfies Status });

/** `undefined` when none was stored since the browser started. */
export async function lastStatus(): Promise<Status | undefined> {
  const stored = (await browser.storage.session.get(statusKey))[statusKey];
  return isStoredStatus(stored) ? stored : undefined;
}

const stored = z.catch(z.array(z.object({ origin: z.string(), count: z.number(), lastAt: z.number() })), () => []);

/** Entries, at most. Usually there is one, the relay; relays that a user tests must not fill the storage. */
const maxEntries = 100;

export interface RequestLogStore {
  readonly read: () => Promise<unknown>;
  /** Rejects when there is no room. */
  readonly write: (entries: readonly RequestLogEntry[]) => Promise<void>;
}

export const sessionRequestLog: RequestLogStore = {
  read: async () => (await browser.storage.session.get(logKey))[logKey],
  write: (entries) => browser.storage.session.set({ [logKey]: entries }),
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
