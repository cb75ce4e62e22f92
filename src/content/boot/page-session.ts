import { abandonLoads, loadExport } from '#content/boot/lazy-scripts.ts';
import { PageReaders } from '#content/boot/page-readers.ts';
import { addToRows } from '#content/cards/feed-rows.ts';
import { hostOf, markOwn } from '#content/cards/overlay-host.ts';
import { connectTap, type TapClient } from '#content/cards/tap-client.ts';
import { loadOfferOnDemand } from '#content/offer/load-on-demand.ts';
import { loadPanelOnDemand } from '#content/panel/load-on-demand.ts';
import type { PanelControl } from '#content/panel/triggers.ts';
import { createFrameScheduler, createTaskScheduler } from '#content/time-slicing.ts';
import { withRetry } from '#core/retry.ts';
import type { Row, Site } from '#core/site.ts';
import { ask, isAlive, onMessages } from '#platform/messaging.ts';
import type { AskedName, PageReport, Push, View } from '#protocol/messages.ts';

/** Interval at which an open page asks again, ms. It keeps prices fresh and counts as their use. */
const tickMs = 60_000;

/**
 * Prices the cards of one page for as long as the page lives. The settings may start and stop the overlays at any time;
 * `first` are the settings when the page opened.
 */
export function startPageSession(site: Site, first: View): void {
  let active: ActiveOverlays | undefined;
  let view: View | undefined;
  const ended = new AbortController();
  /** The page fetches each answer once, so rows that come while overlays are off are kept as well. */
  const rows = new Map<string, Row>();
  const addRows = (more: readonly Row[]) => (active ? active.readers.addRows(more) : addToRows(more, rows));
  const tap = connectTap(site, document, addRows, ended.signal);

  const apply = (next: View) => {
    const before = view;
    view = next;
    if (active && view.on) {
      // The settings are asked for every minute; equal ones redraw nothing.
      if (JSON.stringify(view) !== JSON.stringify(before)) active.show(view);
    } else if (view.on) {
      active = createActiveOverlays(site, view, tap, rows);
      // The tap answers the first scan with rows, and `addRows` needs a receiver for them.
      active.readers.start();
    } else {
      active?.stop();
      active = undefined;
    }
  };

  const reloadView = async () => {
    const next = await ask('view', { site: site.id }).catch(() => undefined);
    if (next) apply(next);
  };
  const pushed = (push: Push['push']) => {
    if (push === 'view-changed') void reloadView();
    else if (push === 'prices-changed') active?.readers.refreshQuotes();
  };
  const report = () => active?.report() ?? { ...emptyCounts, site: site.id, on: view?.on ?? false };
  const outlines = async () =>
    (await loadExport('outlines', 'report'))(document, active?.readers.adapterCards ?? [], tap.answers());
  onMessages({ pushed, report, outlines }, ended.signal);
  const tick = () => {
    if (!isAlive()) {
      // After an update or removal of the extension, overlays stay and are marked as old.
      active?.retire();
      ended.abort();
      return;
    }
    active?.readers.refreshQuotes();
    // Pages in the back-forward cache miss messages.
    void reloadView();
  };
  everyWhileVisible(tickMs, tick, ended.signal);
  apply(first);
}

/** The counts of a page on which overlays are off. */
const emptyCounts = { seen: 0, read: 0, priced: 0, drifted: false, reader: 'adapter' } as const;

/** Overlays and panel, which start and stop together. */
interface ActiveOverlays {
  readonly readers: PageReaders;
  readonly report: () => Promise<PageReport>;
  /** Marks prices as old for good. */
  readonly retire: () => void;
  readonly show: (view: View) => void;
  readonly stop: () => void;
}

/** Creates the overlays without starting them. */
function createActiveOverlays(site: Site, view: View, tap: TapClient, rows: Map<string, Row>): ActiveOverlays {
  const stopped = new AbortController();
  const { signal } = stopped;
  let current = view;
  const offer = loadOfferOnDemand(
    site,
    { view: () => current, input: () => readers.drawing.overlays?.reportInput() },
    signal,
  );
  const environment = { ...pageEnvironment(() => current), readState: tap.readState, onDrawn: offer.update };
  const readers = new PageReaders(site, view, tap, rows, environment);
  let panel: PanelControl | undefined;
  const lookup = { hostOf, hostAt: (node: Node) => readers.hostAt(node) };
  const loadPanel = async () => {
    const startPanel = await loadExport('panel');
    panel ??= startPanel(current, lookup, panelEnvironment(), signal);
    return panel;
  };
  loadPanelOnDemand(document, lookup, loadPanel, signal);
  return {
    readers,
    report: async () => {
      const createPageReport = await loadExport('report');
      const { overlays, reader } = readers.drawing;
      if (!overlays) return { ...emptyCounts, site: site.id, on: true, reader };
      return { ...createPageReport(site, overlays.reportInput(), tap.unread()), reader };
    },
    retire: () => {
      offer.remove();
      readers.retire();
    },
    show: (next) => {
      const changeBefore = current.overlay.change;
      current = next;
      readers.show(next);
      if (next.overlay.change !== changeBefore) readers.refreshQuotes();
      panel?.show(next);
    },
    stop: () => {
      stopped.abort();
      readers.stop();
    },
  };
}

const panelEnvironment = () => ({
  document,
  markOwn,
  now: Date.now,
  details: (name: string) => ask('details', { name }),
  history: (name: string) => ask('history', { name }),
  explore: (name: string) => ask('explore', { name }),
  loadChart: () => loadExport('chart'),
  copy: (text: string) => navigator.clipboard.writeText(text),
});

const pageEnvironment = (view: () => View) => ({
  document,
  now: Date.now,
  fetchQuotes: (names: readonly AskedName[]) =>
    withRetry(() => ask('quotes', { names: [...names], ...(view().overlay.change && { changes: true }) }), isAlive),
  beforeFrame: createFrameScheduler(window),
  inOwnTask: createTaskScheduler(window),
  after: (work: () => void, ms: number) => void setTimeout(work, ms),
  onDeals: (count: number) => void ask('deals', { count }).catch(() => undefined),
});

/** Calls back at an interval while the page is visible, and when it becomes visible or leaves the back-forward cache. */
function everyWhileVisible(ms: number, work: () => void, signal: AbortSignal): void {
  const run = () => {
    if (document.visibilityState === 'visible') work();
  };
  const timer = setInterval(run, ms);
  document.addEventListener('visibilitychange', run, { signal });
  const onReturn = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    abandonLoads();
    run();
  };
  window.addEventListener('pageshow', onReturn, { signal });
  signal.addEventListener('abort', () => clearInterval(timer));
}
