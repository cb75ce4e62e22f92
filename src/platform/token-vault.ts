import { createStore, delMany, get, keys, set } from 'idb-keyval';
import { hasShape, isText } from '#core/guards.ts';

/** IndexedDB belongs to the extension's origin; a content script that opens one gets its page's. */
const store = createStore('token', 'values');

const isHeld = hasShape<{ url: string; token: string }>({ url: isText, token: isText });

/** The token under a name, for the address that it was kept with; '' for any other and where there is none. Never rejects. */
export async function decryptToken(name: string, url: string): Promise<string> {
  const held: unknown = await get(name, store).catch(() => undefined);
  return isHeld(held) && held.url === url ? held.token : '';
}

/** Keeps a token with the relay's address; answers its name, a new one for a new token. Rejects when there is no room. */
export async function encryptToken(token: string, url: string, before: string | undefined): Promise<string> {
  if (before !== undefined && (await decryptToken(before, url)) === token) return before;
  const name = crypto.randomUUID();
  await set(name, { url, token }, store);
  return name;
}

/** Forgets every token but one. */
export const forgetTokens = async (but: string | undefined): Promise<void> =>
  delMany(
    (await keys(store)).filter((name) => name !== but),
    store,
  );
