import { loadExport } from '#content/boot/lazy-scripts.ts';
import { withRetry } from '#core/retry.ts';
import type { Site } from '#core/site.ts';
import { ask, isAlive, onMessages } from '#platform/messaging.ts';
import type { PageReport, View } from '#protocol/messages.ts';

/** The site of a page whose host the user chose. Without pages it has no adapter, so items are found by their names. */
const siteAt = ({ hostname }: Location): Site => ({
  id: `host:${hostname}`,
  name: hostname,
  matches: [],
  pages: [],
  // `any-site-tap.js` runs in the page's own world.
  tap: {},
});

/** Starts a page session on a site without an adapter as soon as the site is on. */
export async function startOnAnySite(): Promise<void> {
  const site = siteAt(location);
  const done = new AbortController();
  const start = (view: View | undefined) => {
    if (!view?.on || done.signal.aborted) return;
    done.abort();
    void withRetry(() => loadExport('overlays'), isAlive).then(
      (startSession) => startSession(site, view),
      () => undefined,
    );
  };
  const load = async () => start(await withRetry(() => ask('view', { site: site.id }), isAlive).catch(() => undefined));
  const report = (): PageReport => ({
    site: site.id,
    on: false,
    seen: 0,
    read: 0,
    priced: 0,
    drifted: false,
    reader: 'names',
  });
  onMessages({ pushed: (push) => push === 'view-changed' && void load(), report }, done.signal);
  if (document.readyState === 'loading')
    document.addEventListener('DOMContentLoaded', () => void load(), { once: true, signal: done.signal });
  else await load();
}
