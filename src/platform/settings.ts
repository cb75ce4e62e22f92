import { browser } from 'wxt/browser';
import * as z from 'zod/mini';
import { parseSettings, type Settings } from '#core/settings.ts';
import { forgetTokens, openToken, sealToken } from '#platform/token-vault.ts';

const key = 'settings';

/** Where a browser cannot keep content scripts from the storage, the token's place there holds its name in the vault. */
const mark = z.object({ relay: z.object({ sealed: z.string() }) });
const sealedAs = (stored: unknown): string | undefined => mark.safeParse(stored).data?.relay.sealed;

/** Chromium can; Firefox (153) cannot, and its content scripts read and write all of `storage.local`. */
const canGuard = (): boolean => 'setAccessLevel' in browser.storage.local;

const readStored = async (): Promise<unknown> => (await browser.storage.local.get(key))[key];

/** The settings as stored, repaired field by field; never rejects for what is stored. */
export const loadSettings = async (): Promise<Settings> => unseal(await readStored());

/** Changes the settings in one write, one change at a time over all pages. @throws when the storage refuses. */
export const changeSettings = (change: (settings: Settings) => Settings): Promise<Settings> =>
  navigator.locks.request(key, async () => {
    const stored = await readStored();
    const changed = change(await unseal(stored));
    await write(changed, sealedAs(stored));
    return changed;
  });

/** Hears each change, whoever made it, in their order. */
export function onSettings(listener: (settings: Settings, before: Settings) => void): () => void {
  let turn = Promise.resolve();
  const hear = (changes: Record<string, { newValue?: unknown; oldValue?: unknown }>, area: string) => {
    const change = changes[key];
    if (area !== 'local' || !change) return;
    const tell = async () => {
      const settings = await unseal(change.newValue);
      listener(settings, unsealOld(change.oldValue, sealedAs(change.newValue), settings.relay.token));
    };
    turn = turn.then(tell).catch(reportError);
  };
  browser.storage.onChanged.addListener(hear);
  return () => browser.storage.onChanged.removeListener(hear);
}

/** Keeps content scripts away from the storage that holds the relay's token, where the browser can. */
export async function guardSettings(): Promise<void> {
  const area = browser.storage.local;
  if ('setAccessLevel' in area && typeof area.setAccessLevel === 'function')
    await area.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });
}

const withToken = (settings: Settings, token: string): Settings => ({
  ...settings,
  relay: { ...settings.relay, token },
});

async function unseal(stored: unknown): Promise<Settings> {
  const settings = parseSettings(stored);
  if (settings.relay.token !== '') hideToken();
  const name = sealedAs(stored);
  if (name === undefined || settings.relay.token !== '') return settings;
  return withToken(settings, await openToken(name, settings.relay.url));
}

/** Settings of the past, whose token is gone from the vault: that it was another is told by its name in its place. */
function unsealOld(stored: unknown, nameNow: string | undefined, tokenNow: string): Settings {
  const settings = parseSettings(stored);
  const name = sealedAs(stored);
  return name === undefined ? settings : withToken(settings, name === nameNow ? tokenNow : name);
}

async function write(settings: Settings, before: string | undefined): Promise<void> {
  const { url, token } = settings.relay;
  const sealed = canGuard() || token === '' ? undefined : await sealToken(token, url, before);
  const stored = sealed === undefined ? settings : { ...settings, relay: { url, token: '', sealed } };
  await browser.storage.local.set({ [key]: stored });
  if (sealed !== before) await forgetTokens(sealed);
}

/** Puts a token away that an older version, or another program, wrote where content scripts can read it. */
function hideToken(): void {
  if (canGuard()) return;
  const hide = navigator.locks.request(key, async () => {
    const settings = parseSettings(await readStored());
    if (settings.relay.token !== '') await write(settings, undefined);
  });
  // The vault has no room: the token stays where it is, for without it there would be no prices.
  hide.catch(() => undefined);
}
