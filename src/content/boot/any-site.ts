import { loadExport } from '#content/boot/lazy-scripts.ts';
import { LiveSettings } from '#content/boot/live-settings.ts';
import { withRetry } from '#core/retry.ts';
import type { Site } from '#core/site.ts';
import { isAlive, onMessages } from '#platform/messaging.ts';
import type { PageReport } from '#protocol/messages.ts';

/** The site of a page whose host the user chose. Without pages it has no adapter, so items are found by their names. */
const siteAt = ({ hostname }: Location): Site => ({
  id: `host:${hostname}`,
  name: hostname,
  matches: [],
  pages: [],
  // `any-site-tap.js` runs in the page's own world.
  tapped: { state: false },
});

/** Starts a page session on a site without an adapter as soon as the site is on. */
export async function startOnAnySite(): Promise<void> {
  const site = siteAt(location);
  const done = new AbortController();
  const settings = new LiveSettings(site.id);
  const start = () => {
    if (!settings.isOn || done.signal.aborted) return;
    done.abort();
    void withRetry(() => loadExport('overlays'), isAlive).then(
      (startSession) => startSession(site, settings),
      () => undefined,
    );
  };
  const load = () => withRetry(() => settings.ask(), isAlive).catch(() => undefined);
  const report = (): PageReport => ({
    site: site.id,
    on: false,
    seen: 0,
    read: 0,
    priced: 0,
    drifted: false,
    reader: 'names',
  });
  onMessages({ report }, done.signal);
  settings.onChange(() => document.readyState !== 'loading' && start(), done.signal);
  if (document.readyState === 'loading')
    document.addEventListener('DOMContentLoaded', () => void load(), { once: true, signal: done.signal });
  else await load();
}
