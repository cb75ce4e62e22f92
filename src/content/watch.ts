import { hasCard } from '#content/cards.ts';
import { load } from '#content/loading.ts';
import { Absence } from '#content/report-absence.ts';
import { bareReport, kindsAt } from '#content/report-bare.ts';
import { createSoon } from '#content/slices.ts';
import { restTap } from '#content/tap.ts';
import type { Outline } from '#core/site.ts';
import { ask, onPageReport, onPush } from '#platform/messaging.ts';
import type { View } from '#protocol/messages.ts';

/**
 * Waits on a page of one marketplace for the first card, and loads only then what reads and prices cards: most pages have
 * none, and what is loaded there is this. On a page of a kind that has cards it runs before the page is there, so that the
 * worker wakes meanwhile; on any other the worker sleeps on.
 */
export async function watchPage(site: Outline): Promise<void> {
  const waiting = new AbortController();
  const until = waiting.signal;
  const absence = new Absence();
  let view: View | undefined;
  let asking: Promise<void> | undefined;
  let seen = false;

  const proceed = async () => {
    if (until.aborted || !view) return;
    if (!view.on) return site.tapped ? restTap(document) : undefined;
    if (!seen) return;
    const files = await loadFiles(site).catch(() => undefined);
    // Meanwhile the site may have been switched off, or started by another turn of this.
    if (!files || until.aborted || !view?.on) return;
    waiting.abort();
    files.start(files.site, view);
  };
  const begin = async () => {
    const first = await askView(site);
    // What was looked up since is newer.
    view ??= first;
    await proceed();
  };
  /** Asks for the first time how the site stands. */
  const ready = () => (asking ??= begin());
  /** Asks anew, where it was asked before. */
  const look = async () => {
    if (!asking) return;
    view = (await askView(site)) ?? view;
    await proceed();
  };
  onPush((push) => push === 'view-changed' && void look(), until);
  // What was told to a page in the back-forward cache was told to nobody. Heard from the end of a page's first life on, for
  // each page is shown when it was loaded, too.
  window.addEventListener(
    'pagehide',
    () => window.addEventListener('pageshow', () => void look(), { signal: until, once: true }),
    { signal: until },
  );
  onPageReport(async () => {
    await ready();
    return bareReport(site, { on: view?.on ?? false, absence });
  }, until);
  const found = () => {
    seen = true;
    // The worker and the files take their time side by side.
    void loadFiles(site).catch(() => undefined);
    void proceed();
  };
  whenRead(until, () => awaitCard(site, absence, until, ready, found));
  if (mayHaveCards(site)) await ready();
}

/** Whether the page is of a kind that has cards. */
const mayHaveCards = (site: Outline): boolean => kindsAt(site, document.location.pathname).length > 0;

const askView = ({ id }: Outline): Promise<View | undefined> => ask('view', { site: id }).catch(() => undefined);

/** What prices cards, and the adapter that reads them. */
async function loadFiles({ id }: Outline) {
  const [start, site] = await Promise.all([load('overlays'), load('site', `${id}-cards`)]);
  return { start, site };
}

/**
 * Calls back when the page's own document has been read: before, its scripts may not have taken it over yet. In a task of
 * its own, for the browser may lay the whole page out in the one that has read it.
 */
function whenRead(signal: AbortSignal, work: () => void): void {
  if (document.readyState !== 'loading') work();
  else document.addEventListener('DOMContentLoaded', () => setTimeout(work), { once: true, signal });
}

/** Calls back at each look at a page of a kind that has cards, and once when it has one; until the signal. */
function awaitCard(site: Outline, absence: Absence, signal: AbortSignal, awaited: () => void, found: () => void): void {
  const soon = createSoon(window);
  let planned = false;
  const look = () => {
    planned = false;
    if (signal.aborted) return;
    if (mayHaveCards(site)) awaited();
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
