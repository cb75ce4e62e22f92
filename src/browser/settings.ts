import { createStore, delMany, get, keys, set } from 'idb-keyval';
import { browser } from 'wxt/browser';
import { createMutex } from '#core/asks/concurrency.ts';
import { isObjectOf, isString } from '#core/asks/guards.ts';
import { parseSettings, type Settings } from '#core/settings/settings.ts';

const key = 'settings';

/** Firefox's content scripts read all of `storage.local`: the token is in the vault, and its id is `relay.sealed`. */
const hasTokenId = isObjectOf<{ relay: { sealed: string } }>({ relay: isObjectOf({ sealed: isString }) });
const tokenIdOf = (stored: unknown): string | undefined => (hasTokenId(stored) ? stored.relay.sealed : undefined);

/** Chromium can keep content scripts away from a storage area; Firefox (153) cannot. */
const canRestrictAccess = (): boolean => 'setAccessLevel' in browser.storage.local;

const readStored = async (): Promise<unknown> => (await browser.storage.local.get(key))[key];

export async function restrictStorageAccess(): Promise<void> {
  const area = browser.storage.local;
  if ('setAccessLevel' in area && typeof area.setAccessLevel === 'function')
    await area.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });
}

async function readWhole(stored: unknown): Promise<Settings> {
  const settings = parseSettings(stored);
  if (settings.relay.token !== '') moveTokenToVault();
  const tokenId = tokenIdOf(stored);
  if (tokenId === undefined || settings.relay.token !== '') return settings;
  return withToken(settings, await readToken(tokenId, settings.relay.url));
}

/** Settings before a change. Their token is no longer in the vault; a different id means a different token. */
function readBefore(stored: unknown, tokenIdNow: string | undefined, tokenNow: string): Settings {
  const settings = parseSettings(stored);
  const tokenId = tokenIdOf(stored);
  return tokenId === undefined ? settings : withToken(settings, tokenId === tokenIdNow ? tokenNow : tokenId);
}

/** The stored settings, repaired field by field. */
export const loadSettings = async (): Promise<Settings> => readWhole(await readStored());

/** Changes the settings in one write, one change at a time over all pages. Rejects when the storage refuses. */
export const changeSettings = (change: (settings: Settings) => Settings): Promise<Settings> =>
  navigator.locks.request(key, async () => {
    const stored = await readStored();
    const changed = change(await readWhole(stored));
    await write(changed, tokenIdOf(stored));
    return changed;
  });

export const initialiseSettings = (): Promise<void> =>
  navigator.locks.request(key, async () => {
    if ((await readStored()) === undefined) await write(parseSettings({}), undefined);
  });

export function onSettings(listener: (settings: Settings, before: Settings) => void): () => void {
  const inTurn = createMutex();
  const stored = (changes: Record<string, { newValue?: unknown; oldValue?: unknown }>, area: string) => {
    const { newValue, oldValue } = changes[key] ?? {};
    if (area !== 'local' || !changes[key]) return;
    inTurn(async () => {
      const settings = await readWhole(newValue);
      listener(settings, readBefore(oldValue, tokenIdOf(newValue), settings.relay.token));
    }).catch(reportError);
  };
  browser.storage.onChanged.addListener(stored);
  return () => browser.storage.onChanged.removeListener(stored);
}

const withToken = (settings: Settings, token: string): Settings => ({
  ...settings,
  relay: { ...settings.relay, token },
});

async function write(settings: Settings, tokenIdBefore: string | undefined): Promise<void> {
  const { url, token } = settings.relay;
  const sealed = canRestrictAccess() || token === '' ? undefined : await saveToken(token, url, tokenIdBefore);
  const stored = sealed === undefined ? settings : { ...settings, relay: { url, token: '', sealed } };
  await browser.storage.local.set({ [key]: stored });
  if (sealed !== tokenIdBefore) await deleteOtherTokens(sealed);
}

/** Moves a token that another program stored where content scripts can read it. */
function moveTokenToVault(): void {
  if (canRestrictAccess()) return;
  const moved = navigator.locks.request(key, async () => {
    const settings = parseSettings(await readStored());
    if (settings.relay.token !== '') await write(settings, undefined);
  });
  // Without room in the vault the token stays where it is: without a token there are no prices.
  moved.catch(() => undefined);
}

/** IndexedDB of the extension's origin. A content script can open only its page's databases. */
const store = createStore('token', 'values');

const isEntry = isObjectOf<{ url: string; token: string }>({ url: isString, token: isString });

/** The token of an id if it was saved for this relay address, else ''. Never rejects. */
async function readToken(id: string, url: string): Promise<string> {
  // Async, so that a missing IndexedDB rejects like a broken one.
  const ask = async (): Promise<unknown> => get(id, store);
  const entry = await ask().catch(() => undefined);
  return isEntry(entry) && entry.url === url ? entry.token : '';
}

/** Saves a token with the relay's address. Returns its id, a new one for a new token. Rejects without room. */
async function saveToken(token: string, url: string, idBefore: string | undefined): Promise<string> {
  if (idBefore !== undefined && (await readToken(idBefore, url)) === token) return idBefore;
  const id = crypto.randomUUID();
  await set(id, { url, token }, store);
  return id;
}

const deleteOtherTokens = async (idToKeep: string | undefined): Promise<void> =>
  delMany(
    (await keys(store)).filter((id) => id !== idToKeep),
    store,
  );
