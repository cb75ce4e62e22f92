import { hasCard } from '#content/cards.ts';
import { load } from '#content/loading.ts';
import { type Opened, open, viewedOnly } from '#content/opened.ts';
import { Absence } from '#content/report-absence.ts';
import { bareReport } from '#content/report-bare.ts';
import { createSoon } from '#content/slices.ts';
import { restTap } from '#content/tap.ts';
import type { Site } from '#core/site.ts';
import { ask, onPageReport, onPush } from '#platform/messaging.ts';

/**
 * Waits on a page of one marketplace for the first card, and loads only then what prices cards: most pages have none,
 * and what is loaded there is the adapter and this.
 */
export async function watchPage(site: Site): Promise<void> {
  const waiting = new AbortController();
  const until = waiting.signal;
  const absence = new Absence((work, ms) => void setTimeout(work, ms));
  let opened: Opened | undefined;
  let seen = false;
  /** New prices were told of before the first answer. */
  let told = false;

  const proceed = async () => {
    if (until.aborted || !opened?.view) return;
    if (!opened.view.on) return restTap(site, document);
    if (!seen) return;
    const start = await load('overlays').catch(() => undefined);
    // Meanwhile the site may have been switched off, or started by another turn of this.
    if (!start || until.aborted || !opened.view?.on) return;
    waiting.abort();
    start(site, opened);
  };
  const look = async () => {
    opened = viewedOnly(await ask('view', { site: site.id }).catch(() => opened?.view));
    await proceed();
  };
  onPush((push) => {
    if (push === 'view-changed') void look();
    // What was told with the opening is old now.
    else if (opened) opened = viewedOnly(opened.view);
    else told = true;
  }, until);
  // What was told to a page in the back-forward cache was told to nobody.
  window.addEventListener('pageshow', ({ persisted }) => persisted && void look(), { signal: until });
  onPageReport(() => bareReport(site, { on: opened?.view?.on ?? false, absence }), until);
  awaitCard(site, absence, until, () => {
    seen = true;
    // The worker and the file take their time side by side.
    void load('overlays').catch(() => undefined);
    void proceed();
  });
  const first = await open(site, document);
  // What was looked up since is newer.
  opened ??= told ? viewedOnly(first.view) : first;
  await proceed();
}

/** Calls back once, when the page has a card; until the signal. */
function awaitCard(site: Site, absence: Absence, signal: AbortSignal, found: () => void): void {
  const soon = createSoon(window);
  let planned = false;
  const look = () => {
    planned = false;
    if (signal.aborted) return;
    const has = hasCard(site, document);
    absence.see(document.location.pathname, site.pages, has ? 1 : 0);
    if (!has) return;
    observer.disconnect();
    found();
  };
  const observer = new MutationObserver(() => {
    if (planned) return;
    planned = true;
    soon(look);
  });
  const { attributes = [] } = site;
  const filter = attributes.length > 0 && { attributeFilter: [...attributes] };
  observer.observe(document, { childList: true, subtree: true, ...filter });
  signal.addEventListener('abort', () => observer.disconnect());
  look();
}
