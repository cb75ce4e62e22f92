import { browser } from 'wxt/browser';
import * as z from 'zod/mini';
import type { Contact } from '#protocol/messages.ts';

/** In the session's storage: it outlives the worker, but not the browser. */
const key = 'contacts';

const stored = z.catch(z.array(z.object({ origin: z.string(), count: z.number(), lastAt: z.number() })), () => []);

/** Only the relay is ever asked; what a user tries out with "Test" cannot fill the storage. */
const most = 100;

/** Where the list is kept. */
export interface ContactStore {
  readonly read: () => Promise<unknown>;
  /** Rejects when there is no room. */
  readonly write: (contacts: readonly Contact[]) => Promise<void>;
}

/** The browser's storage for a session. */
export const sessionContacts: ContactStore = {
  read: async () => (await browser.storage.session.get(key))[key],
  write: (contacts) => browser.storage.session.set({ [key]: contacts }),
};

/** Whom the worker asked since the browser or the extension started, the last one first. */
export const readContacts = async ({ read }: ContactStore): Promise<readonly Contact[]> => stored.parse(await read());

/** The list with one more request to an origin, at ms since the epoch. */
export function withContact(contacts: readonly Contact[], origin: string, at: number): Contact[] {
  const before = contacts.find((contact) => contact.origin === origin);
  const others = contacts.filter((contact) => contact !== before);
  return [{ origin, count: (before?.count ?? 0) + 1, lastAt: at }, ...others].slice(0, most);
}

/** A fetch that notes the origin of each request that it sends; a note that cannot be kept stops no request. */
export function countedFetch(
  fetch: typeof globalThis.fetch,
  now: () => number,
  store: ContactStore,
): typeof globalThis.fetch {
  // Two requests at once would both count from the same stored number.
  let turn: Promise<unknown> = Promise.resolve();
  const note = async (origin: string) => store.write(withContact(await readContacts(store), origin, now()));
  return (input, init) => {
    const { origin } = new URL(input instanceof Request ? input.url : input);
    turn = turn.then(() => note(origin)).catch(() => undefined);
    return fetch(input, init);
  };
}
