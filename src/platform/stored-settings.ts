import { browser } from 'wxt/browser';
import { hasShape, isText } from '#core/guards.ts';
import type { Settings } from '#core/settings.ts';
import { decryptToken, encryptToken, forgetTokens } from '#platform/token-vault.ts';

const key = 'settings';

/** Reads what storage holds, whatever it is. Never throws; rejects when what it reads with cannot be had. */
export type Parse = (stored: unknown) => Settings | Promise<Settings>;

/** The settings in the browser's storage. */
export interface StoredSettings {
  /** The settings as stored, repaired field by field; never rejects for what is stored. */
  readonly load: () => Promise<Settings>;
  /** Changes the settings in one write, one change at a time over all pages. Rejects when the storage refuses. */
  readonly change: (change: (settings: Settings) => Settings) => Promise<Settings>;
  /** Hears each change, whoever made it, in their order; answers with what stops it. */
  readonly on: (listener: (settings: Settings, before: Settings) => void) => () => void;
}

/** Where a browser cannot keep content scripts from the storage, the token's place there holds its name in the vault. */
const isMarked = hasShape<{ relay: { sealed: string } }>({ relay: hasShape({ sealed: isText }) });
const sealedAs = (stored: unknown): string | undefined => (isMarked(stored) ? stored.relay.sealed : undefined);

/** Chromium can; Firefox (153) cannot, and its content scripts read and write all of `storage.local`. */
const canGuard = (): boolean => 'setAccessLevel' in browser.storage.local;

const readStored = async (): Promise<unknown> => (await browser.storage.local.get(key))[key];

/** Keeps content scripts away from the storage that holds the relay's token, where the browser can. */
export async function restrictStorageAccess(): Promise<void> {
  const area = browser.storage.local;
  if ('setAccessLevel' in area && typeof area.setAccessLevel === 'function')
    await area.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });
}

/** The settings, read by whatever reads them: a worker that wakes does without the schema where it can. */
export function settingsBy(parse: Parse): StoredSettings {
  const unseal = async (stored: unknown): Promise<Settings> => {
    const settings = await parse(stored);
    if (settings.relay.token !== '') hideToken(parse);
    const name = sealedAs(stored);
    if (name === undefined || settings.relay.token !== '') return settings;
    return withToken(settings, await decryptToken(name, settings.relay.url));
  };

  /** Settings of the past, whose token is gone from the vault: that it was another is told by its name in its place. */
  const unsealOld = async (stored: unknown, nameNow: string | undefined, tokenNow: string): Promise<Settings> => {
    const settings = await parse(stored);
    const name = sealedAs(stored);
    return name === undefined ? settings : withToken(settings, name === nameNow ? tokenNow : name);
  };

  return {
    load: async () => unseal(await readStored()),
    change: (change) =>
      navigator.locks.request(key, async () => {
        const stored = await readStored();
        const changed = change(await unseal(stored));
        await write(changed, sealedAs(stored));
        return changed;
      }),
    on: (listener) =>
      onStored(async (now, before) => {
        const settings = await unseal(now);
        listener(settings, await unsealOld(before, sealedAs(now), settings.relay.token));
      }),
  };
}

/** Hears what is stored, one change after the other. */
function onStored(tell: (now: unknown, before: unknown) => Promise<void>): () => void {
  let turn = Promise.resolve();
  const hear = (changes: Record<string, { newValue?: unknown; oldValue?: unknown }>, area: string) => {
    const change = changes[key];
    if (area !== 'local' || !change) return;
    turn = turn.then(() => tell(change.newValue, change.oldValue)).catch(reportError);
  };
  browser.storage.onChanged.addListener(hear);
  return () => browser.storage.onChanged.removeListener(hear);
}

const withToken = (settings: Settings, token: string): Settings => ({
  ...settings,
  relay: { ...settings.relay, token },
});

async function write(settings: Settings, before: string | undefined): Promise<void> {
  const { url, token } = settings.relay;
  const sealed = canGuard() || token === '' ? undefined : await encryptToken(token, url, before);
  const stored = sealed === undefined ? settings : { ...settings, relay: { url, token: '', sealed } };
  await browser.storage.local.set({ [key]: stored });
  if (sealed !== before) await forgetTokens(sealed);
}

/** Puts a token away that an older version, or another program, wrote where content scripts can read it. */
function hideToken(parse: Parse): void {
  if (canGuard()) return;
  const hide = navigator.locks.request(key, async () => {
    const settings = await parse(await readStored());
    if (settings.relay.token !== '') await write(settings, undefined);
  });
  // The vault has no room: the token stays where it is, for without it there would be no prices.
  hide.catch(() => undefined);
}
