import { browser } from 'wxt/browser';
import { parseSettings, type Settings } from '#core/settings.ts';

const key = 'settings';

/** The settings as stored, repaired field by field; never rejects for what is stored. */
export async function loadSettings(): Promise<Settings> {
  const stored = await browser.storage.local.get(key);
  return parseSettings(stored[key]);
}

/** Changes the settings in one write, one change at a time over all pages. @throws when the storage refuses. */
export const changeSettings = (change: (settings: Settings) => Settings): Promise<Settings> =>
  navigator.locks.request(key, async () => {
    const changed = change(await loadSettings());
    await browser.storage.local.set({ [key]: changed });
    return changed;
  });

/** Hears each change, whoever made it. */
export function onSettings(listener: (settings: Settings, before: Settings) => void): () => void {
  const hear = (changes: Record<string, { newValue?: unknown; oldValue?: unknown }>, area: string) => {
    const change = changes[key];
    if (area === 'local' && change) listener(parseSettings(change.newValue), parseSettings(change.oldValue));
  };
  browser.storage.onChanged.addListener(hear);
  return () => browser.storage.onChanged.removeListener(hear);
}

/**
 * Keeps content scripts away from the storage that holds the relay's token, where the browser can
 * (Chromium; Firefox has no such switch).
 */
export async function guardSettings(): Promise<void> {
  const area = browser.storage.local;
  if ('setAccessLevel' in area && typeof area.setAccessLevel === 'function')
    await area.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });
}
