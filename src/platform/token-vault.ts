import { createStore, delMany, get, keys, set } from 'idb-keyval';
import { isObjectOf, isString } from '#core/guards.ts';

/** IndexedDB of the extension's origin. A content script can open only its page's databases. */
const store = createStore('token', 'values');

const isEntry = isObjectOf<{ url: string; token: string }>({ url: isString, token: isString });

/** The token of an id if it was saved for this relay address, else ''. Never rejects. */
export async function readToken(id: string, url: string): Promise<string> {
  const entry: unknown = await get(id, store).catch(() => undefined);
  return isEntry(entry) && entry.url === url ? entry.token : '';
}

/** Saves a token with the relay's address. Returns its id, a new one for a new token. Rejects without room. */
export async function saveToken(token: string, url: string, idBefore: string | undefined): Promise<string> {
  if (idBefore !== undefined && (await readToken(idBefore, url)) === token) return idBefore;
  const id = crypto.randomUUID();
  await set(id, { url, token }, store);
  return id;
}

export const deleteOtherTokens = async (idToKeep: string | undefined): Promise<void> =>
  delMany(
    (await keys(store)).filter((id) => id !== idToKeep),
    store,
  );
