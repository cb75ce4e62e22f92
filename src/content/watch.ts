import { hasCard } from '#content/cards.ts';
import { load } from '#content/loading.ts';
import { type Opened, open } from '#content/opened.ts';
import { Absence } from '#content/report-absence.ts';
import { createSoon } from '#content/slices.ts';
import { stopTap } from '#content/tap.ts';
import type { Site } from '#core/site.ts';
import { ask, onPageReport, onPush } from '#platform/messaging.ts';
import type { PageReport } from '#protocol/messages.ts';

/**
 * Waits on a page of one marketplace for the first card, and loads only then what prices cards: most pages have none,
 * and what is loaded there is the adapter and this.
 */
export async function watchPage(site: Site, signal: AbortSignal): Promise<void> {
  const waiting = new AbortController();
  const until = AbortSignal.any([signal, waiting.signal]);
  const absence = new Absence((work, ms) => void setTimeout(work, ms));
  let opened: Opened | undefined;
  let seen = false;

  const proceed = async () => {
    if (until.aborted || !opened?.view) return;
    if (!opened.view.on) return stopTap(site, document);
    if (!seen) return;
    waiting.abort();
    const start = await load('overlays').catch(() => undefined);
    start?.(site, signal, opened);
  };
  const look = async () => {
    const view = await ask('view', { site: site.id }).catch(() => opened?.view);
    opened = { view, names: [], quotes: null };
    await proceed();
  };
  onPush((push) => push === 'view-changed' && void look(), until);
  onPageReport(() => reportOf(site, opened, absence), until);
  awaitCard(site, absence, until, () => {
    seen = true;
    // The worker and the file take their time side by side.
    void load('overlays').catch(() => undefined);
    void proceed();
  });
  opened = await open(site, document);
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

function reportOf(site: Site, opened: Opened | undefined, absence: Absence): PageReport {
  const path = document.location.pathname;
  const kinds = site.pages.flatMap((page) => (page.path.test(path) ? page.path.source : []));
  return {
    site: site.id,
    on: opened?.view?.on ?? false,
    seen: 0,
    read: 0,
    priced: 0,
    drifted: false,
    findings: { kinds, bare: absence.isLong(path), unread: [], unknown: [], tap: null, asOf: null, totals: null },
  };
}
