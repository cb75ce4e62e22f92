import { ask, onPush } from '#browser/messages.ts';
import type { SharedSettings, VersionedSettings } from '#protocol/messages.ts';

/** The worker pushes each change: only a page that opens, or returns from the back-forward cache and missed pushes, asks. */
export class LiveSettings {
  readonly site: string;
  readonly #listeners = new Set<() => void>();
  readonly #listening = new AbortController();
  #newest: VersionedSettings | undefined;

  constructor(site: string) {
    this.site = site;
    onPush((push) => push.push === 'settings' && this.#take(push.versioned), this.#listening.signal);
  }

  end(): void {
    this.#listening.abort();
  }

  /** `undefined` until the worker has told any. */
  get current(): SharedSettings | undefined {
    return this.#newest?.settings;
  }

  get isOn(): boolean {
    return this.current !== undefined && !this.current.hidden && this.current.sitesOn.includes(this.site);
  }

  /** Rejects when the worker does not answer. */
  async ask(): Promise<void> {
    this.#take(await ask('settings', { site: this.site }));
  }

  /** Calls back after each change, until the signal. */
  onChange(listener: () => void, signal: AbortSignal): void {
    this.#listeners.add(listener);
    signal.addEventListener('abort', () => this.#listeners.delete(listener));
  }

  /** An answer may come after a push that is newer. Another worker is a newer one: there is one at a time. */
  #take(versioned: VersionedSettings): void {
    const before = this.#newest;
    if (before?.worker === versioned.worker && versioned.reading <= before.reading) return;
    this.#newest = versioned;
    for (const listener of [...this.#listeners]) listener();
  }
}
