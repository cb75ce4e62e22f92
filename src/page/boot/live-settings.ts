import { ask, onPush } from '#browser/messages.ts';
import type { VersionedSettings } from '#protocol/messages.ts';

export type LiveSettings = ReturnType<typeof createLiveSettings>;

/** The worker pushes each change: only a page that opens, or returns from the back-forward cache and missed pushes, asks. */
export function createLiveSettings(site: string) {
  const listeners = new Set<() => void>();
  const listening = new AbortController();
  let newest: VersionedSettings | undefined;
  /** An answer may come after a push that is newer. Another worker is a newer one: there is one at a time. */
  const take = (versioned: VersionedSettings) => {
    if (newest?.worker === versioned.worker && versioned.reading <= newest.reading) return;
    newest = versioned;
    for (const listener of [...listeners]) listener();
  };
  onPush((push) => push.push === 'settings' && take(push.versioned), listening.signal);
  return {
    site,
    end: () => listening.abort(),
    /** `undefined` until the worker has told any. */
    get current() {
      return newest?.settings;
    },
    get isOn() {
      return newest !== undefined && !newest.settings.hidden && newest.settings.sitesOn.includes(site);
    },
    /** Rejects when the worker does not answer. */
    ask: async (): Promise<void> => take(await ask('settings', { site })),
    /** Calls back after each change, until the signal. */
    onChange: (listener: () => void, signal: AbortSignal): void => {
      listeners.add(listener);
      signal.addEventListener('abort', () => listeners.delete(listener));
    },
  };
}
