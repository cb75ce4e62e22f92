import { browser } from 'wxt/browser';
import * as z from 'zod/mini';
import type { RequestLogEntry } from '#protocol/messages.ts';

/** In the session's storage: it outlives the worker, but not the browser. */
const key = 'contacts';

const stored = z.catch(z.array(z.object({ origin: z.string(), count: z.number(), lastAt: z.number() })), () => []);

/** Only the relay is ever asked; what a user tries out with "Test" cannot fill the storage. */
const most = 100;

/** Where the list is kept. */
export interface RequestLogStore {
  readonly read: () => Promise<unknown>;
  /** Rejects when there is no room. */
  readonly write: (contacts: readonly RequestLogEntry[]) => Promise<void>;
}

/** The browser's storage for a session. */
export const sessionRequestLog: RequestLogStore = {
  read: async () => (await browser.storage.session.get(key))[key],
  write: (contacts) => browser.storage.session.set({ [key]: contacts }),
};

/** Whom the worker asked since the browser or the extension started, the last one first. */
export const readRequestLog = async ({ read }: RequestLogStore): Promise<readonly RequestLogEntry[]> =>
  stored.parse(await read());

/** The list with one more request to an origin, at ms since the epoch. */
export function withLoggedRequest(contacts: readonly RequestLogEntry[], origin: string, at: number): RequestLogEntry[] {
  const before = contacts.find((contact) => contact.origin === origin);
  const others = contacts.filter((contact) => contact !== before);
  return [{ origin, count: (before?.count ?? 0) + 1, lastAt: at }, ...others].slice(0, most);
}

/** A fetch that notes the origin of each request that it sends; a note that cannot be kept stops no request. */
export function loggedFetch(
  fetch: typeof globalThis.fetch,
  now: () => number,
  store: RequestLogStore,
): typeof globalThis.fetch {
  // Two requests at once would both count from the same stored number.
  let turn: Promise<unknown> = Promise.resolve();
  const note = async (origin: string) => store.write(withLoggedRequest(await readRequestLog(store), origin, now()));
  return (input, init) => {
    const { origin } = new URL(input instanceof Request ? input.url : input);
    turn = turn.then(() => note(origin)).catch(() => undefined);
    return fetch(input, init);
  };
}
