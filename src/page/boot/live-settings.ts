import { ask, onPush } from '#browser/messages.ts';
import type { SharedSettings, VersionedSettings } from '#protocol/messages.ts';

/**
 * The settings of one page, for as long as the page lives. The worker pushes each change with all that a page may know,
 * so that only a page that opens, and one that returns from the back-forward cache and missed pushes, asks for them.
 */
export class LiveSettings {
  readonly site: string;
  readonly #listeners = new Set<() => void>();
  readonly #listening = new AbortController();
  #newest: VersionedSettings | undefined;

  constructor(site: string) {
    this.site = site;
    onPush((push) => push.push === 'settings' && this.#take(push.versioned), this.#listening.signal);
  }

  /** Stops listening to the worker. */
  end(): void {
    this.#listening.abort();
  }

  /** `undefined` until the worker has told any. */
  get current(): SharedSettings | undefined {
    return this.#newest?.settings;
  }

  /** Whether overlays are on for the page. */
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
