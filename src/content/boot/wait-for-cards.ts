import { load } from '#content/boot/lazy-scripts.ts';
import { type Absence, isLong, seeAbsence } from '#content/cards/empty-page.ts';
import { type Place, placeOf } from '#content/cards/page-kinds.ts';
import { restTap } from '#content/cards/tap-client.ts';
import type { reportOfBare } from '#content/report/page-report.ts';
import { createSoon } from '#content/time-slicing.ts';
import type { Outline } from '#core/site.ts';
import { ask, onMessages } from '#platform/messaging.ts';
import type { PageReport, View } from '#protocol/messages.ts';

/**
 * Waits on a page of one marketplace for the first card, and loads only then what reads and prices cards: most pages have
 * none, and what is loaded there is this. On a page of a kind that has cards it runs before the page is there, so that the
 * worker wakes meanwhile; on any other the worker sleeps on.
 */
export async function watchPage(site: Outline): Promise<void> {
  const waiting = new AbortController();
  const until = waiting.signal;
  const absence: Absence = { path: undefined, since: 0 };
  const here = placeOf(site, document);
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
  // What was told to a page in the back-forward cache was told to nobody. Heard from the end of a page's first life on, for
  // each page is shown when it was loaded, too.
  window.addEventListener(
    'pagehide',
    () => window.addEventListener('pageshow', () => void look(), { signal: until, once: true }),
    { signal: until },
  );
  const report = async () => {
    await ready();
    const { path } = here();
    return tell(site, { on: view?.on ?? false, bare: isLong(absence, path), path });
  };
  onMessages({ pushed: (push) => push === 'view-changed' && void look(), report }, until);
  const found = () => {
    seen = true;
    // The worker and the files take their time side by side.
    void loadFiles(site).catch(() => undefined);
    void proceed();
  };
  const search = () => {
    if (here().kinds.length > 0) void ready();
    return hasCard(here(), absence);
  };
  whenRead(until, () => awaitCard(site, search, found, until));
  if (here().kinds.length > 0) await ready();
}

const askView = ({ id }: Outline): Promise<View | undefined> => ask('view', { site: id }).catch(() => undefined);

/** What the popup is told of a page without cards; what puts it together is loaded when somebody asks. */
async function tell(site: Outline, known: Parameters<typeof reportOfBare>[1]): Promise<PageReport> {
  const report = await load('bareReport', 'report');
  return report(site, known);
}

/** Whether there is a card anywhere on a page of these kinds; notes where one is missing. */
function hasCard({ path, kinds }: Place, absence: Absence): boolean {
  const has = kinds.some(({ card }) => document.querySelector(card));
  seeAbsence(absence, kinds.length > 0 && !has ? path : undefined);
  return has;
}

/** What prices cards, and the adapter that reads them. */
async function loadFiles({ id }: Outline) {
  const [start, site] = await Promise.all([load('overlays'), load('site', `${id}-cards`)]);
  return { start, site };
}

/** Calls back when the page's own document has been read: before, its scripts may not have taken it over yet. */
function whenRead(signal: AbortSignal, work: () => void): void {
  if (document.readyState !== 'loading') work();
  else document.addEventListener('DOMContentLoaded', work, { once: true, signal });
}

/** Searches for a card after each change of the page, and calls back once when there is one; until the signal. */
function awaitCard({ attributes = [] }: Outline, search: () => boolean, found: () => void, signal: AbortSignal): void {
  const soon = createSoon(window);
  let planned = false;
  let reading = document.readyState !== 'complete';
  const look = () => {
    planned = false;
    if (signal.aborted || !search()) return;
    observer.disconnect();
    // In a task of its own where the page was just read, for the browser may lay it all out in that one.
    if (reading) setTimeout(found);
    else found();
  };
  const observer = new MutationObserver(() => {
    if (planned) return;
    planned = true;
    soon(look);
  });
  const filter = attributes.length > 0 && { attributeFilter: [...attributes] };
  observer.observe(document, { childList: true, subtree: true, ...filter });
  signal.addEventListener('abort', () => observer.disconnect());
  look();
  reading = false;
}
